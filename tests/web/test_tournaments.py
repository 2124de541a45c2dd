"""Tournaments in the browser: an organiser runs one of eight players, and everybody sees rounds and standings."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.replies import ok
from tests.service.server import Server
from tests.service.tournaments.kit import Cup
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_lobby import token

LATER = 30_000
"""Milliseconds in which the service answers what takes a second on a machine without other load."""

BY_HAND: Mapping[str, Any] = {"pause": None, "format": {"type": "swiss", "rounds": 2}}


@pytest.fixture(scope="module")
def running(site: Server) -> Cup:
    """A tournament whose second round is being played: one of its two tables has a result."""
    cup = Cup(site, name="Running Cup", **BY_HAND)
    cup.register_all()
    for number in (1, 2):
        cup.done(cup.owner, "publish_round", round=number)
        if number == 1:
            cup.play(1)
    first, _ = cup.playing(2)["tables"]
    cup.sit_down(first)
    cup.end(first)
    cup.until(lambda found: found["rounds"][1]["tables"][0]["result"] is not None)
    return cup


@pytest.fixture
def desk(browser: Browser, site: Server) -> Iterator[tuple[Cup, Page]]:
    """The page of a tournament with eight registered players, for its organiser."""
    cup = Cup(site, name="Desk Cup", **BY_HAND)
    cup.register_all()
    with opened(browser, site.base, token=token(cup.owner), locale="en") as page:
        page.goto(f"/tournaments/{cup.id}")
        expect(page.get_by_text("8 players are ready.")).to_be_visible()
        yield cup, page


def drafted(page: Page) -> list[list[str]]:
    """Return the names of the players of the draft by tables."""
    expect(page.get_by_role("button", name="Publish round 1")).to_be_enabled(timeout=LATER)
    tables = page.locator(".draft .tables > li").all()
    return [table.locator(".draft-player").all_inner_texts() for table in tables]


def published(cup: Cup, number: int) -> list[list[str]]:
    """Return the names of the players of a round by tables."""
    return [[seat["name"] for seat in table["seats"]] for table in cup.read()["rounds"][number - 1]["tables"]]


def test_an_organiser_runs_a_tournament_of_eight(browser: Browser, site: Server) -> None:
    cup = Cup(site, name="Unused", **BY_HAND)
    with opened(browser, site.base, token=token(cup.owner), locale="en") as page:
        page.goto("/tournaments")
        page.get_by_role("link", name="New tournament").click()
        page.get_by_label("Name of the tournament").fill("Harbour Cup")
        page.get_by_role("radio", name="Minos").check()
        page.get_by_label("Rounds", exact=True).fill("2")
        page.get_by_role("button", name="Open the tournament").click()
        expect(page.get_by_role("heading", level=1, name="Harbour Cup")).to_be_visible()
        cup.id = page.url.rpartition("/")[2]
        cup.url = f"/v1/tournaments/{cup.id}"

        cup.register_all()
        for number in (1, 2):
            expect(page.get_by_text(f"8 players are ready. Draw round {number}")).to_be_visible(timeout=LATER)
            page.get_by_role("button", name=f"Draw round {number}").click()
            page.get_by_role("button", name=f"Publish round {number}").click()
            expect(page.get_by_text(f"Round {number} is being played: 2 tables")).to_be_visible(timeout=LATER)
            cup.play(number)
        page.get_by_role("button", name="Finish the tournament").click()
        expect(page.locator(".winner")).to_be_visible()
        expect(page.locator(".desk")).to_have_count(0)

        found = cup.read()
        assert (found["status"], found["terms"]["sizes"], len(found["rounds"])) == ("ended", [4, 3], 2)
        assert found["terms"]["options"]["first_player"] == "seat_0"
        expect(page.locator(".winner a")).to_have_text(found["places"][0]["name"])
        shown = page.locator(".standings tbody th a").all_inner_texts()
        assert shown == [place["name"] for place in found["places"]]


def test_scoring_start_times_and_spectators_are_terms_of_the_form(browser: Browser, site: Server) -> None:
    ada = site.player("Ada sets terms")
    refused = ("/v1/tournaments",)
    with opened(browser, site.base, token=token(ada), refused=refused, locale="en", timezone_id="UTC") as page:
        page.goto("/tournaments/new")
        page.get_by_label("Name of the tournament").fill("Points Cup")
        page.get_by_role("radio", name="Minos").check()
        page.get_by_label("Points of the ranks").fill("6, many, 1, 0")
        page.get_by_label("Ties are broken by").select_option("own")
        page.get_by_label("Tie-break 1").select_option("seat_luck")
        page.get_by_label("Tie-break 3").select_option("wins")
        page.get_by_label("Tie-break 2").select_option("")
        expect(page.get_by_label(re.compile("^Tie-break"))).to_have_count(3)
        page.get_by_text("Times, check-in and late entry").click()
        page.get_by_label("Start of round 1").fill("2099-05-01T18:00")
        page.get_by_label("Start of round 2").fill("2099-05-02T18:00")
        page.get_by_label("A round starts at its time even if").check()
        page.get_by_text("Visibility and rating").click()
        page.get_by_label("Others may watch the games").uncheck()
        page.get_by_role("button", name="Open the tournament").click()
        expect(page.get_by_role("alert")).to_contain_text("Correct the marked field.")
        error = page.locator("[data-pointer='/scale'] .error")
        expect(error).to_contain_text("the points of `scale` are fractions")
        page.get_by_label("Points of the ranks").fill("6, 5/2 1; 0")
        page.get_by_role("button", name="Open the tournament").click()
        expect(page.get_by_role("heading", level=1, name="Points Cup")).to_be_visible()
        address = f"/v1/tournaments/{page.url.rpartition('/')[2]}"
        terms = ok(ada.get(address)).json()["terms"]
        assert terms["scale"] == ["6", "5/2", "1", "0"]
        assert terms["tie_breaks"] == ["seat_luck", "wins"]
        assert [at[:16] for at in terms["starts"]] == ["2099-05-01T18:00", "2099-05-02T18:00"]
        assert (terms["overlap"], terms["spectators"]) == (True, "none")

        page.goto(f"/tournaments/new?change={page.url.rpartition('/')[2]}")
        page.get_by_label("Maximum number of players").fill("20")
        page.get_by_role("button", name="Change the terms").click()
        expect(page.get_by_role("heading", level=1, name="Points Cup")).to_be_visible()
        assert ok(ada.get(address)).json()["terms"] == {**terms, "max_players": 20}


def test_a_draft_is_drawn_again_changed_and_published(desk: tuple[Cup, Page]) -> None:
    cup, page = desk
    page.get_by_role("button", name="Draw round 1").click()
    drawn = drafted(page)
    page.get_by_role("button", name="Draw again").click()
    expect(page.get_by_text("Draw 2.")).to_be_visible()
    again = drafted(page)
    assert again != drawn
    one, other = again[0][1], again[1][2]
    page.get_by_role("button", name=one, exact=True).click()
    page.get_by_role("button", name=other, exact=True).click()
    expect(page.get_by_text("1 change by hand")).to_be_visible()
    edited = drafted(page)
    assert (edited[0][1], edited[1][2]) == (other, one)
    page.get_by_role("button", name=one, exact=True).click()
    page.get_by_role("button", name="Give a bye to the chosen player").click()
    expect(page.locator(".draft").get_by_role("heading", name="Bye", exact=True)).to_be_visible()
    # a bye costs something, so that the cost as drawn stands beside that of the edited tables
    expect(page.get_by_role("columnheader", name="As drawn")).to_be_visible()
    page.get_by_role("button", name="Undo the last change").click()
    expect(page.locator(".draft").get_by_role("heading", name="Bye", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.locator("#rounds ~ .tables")).to_be_visible()
    assert published(cup, 1) == edited
    assert len(cup.read()["rounds"][0]["edits"]) == 1


def test_a_spectator_sees_nothing_of_a_draft(browser: Browser, site: Server, desk: tuple[Cup, Page]) -> None:
    cup, page = desk
    page.get_by_role("button", name="Draw round 1").click()
    drafted(page)
    with opened(browser, site.base, locale="en") as watcher:
        bodies: list[str] = []
        watcher.on("response", lambda reply: bodies.append(reply.url))
        watcher.goto(f"/tournaments/{cup.id}")
        expect(watcher.get_by_text("The first round has not been published.")).to_be_visible()
        expect(watcher.get_by_role("link", name="Sign in to register")).to_be_visible()
        expect(watcher.locator("ludo-desk, .draft")).to_have_count(0)
        assert not [url for url in bodies if "/drafts" in url or "/desk/" in url]
        # the page follows the tournament without a reload
        page.get_by_role("button", name="Publish round 1").click()
        expect(watcher.locator(".tables > li")).to_have_count(2)


def test_players_register_and_take_their_seats_in_the_page(browser: Browser, site: Server) -> None:
    cup = Cup(site, 3, name="Own Cup", **BY_HAND)
    mine = site.player("Plays in the page")
    player: str = ok(mine.get("/v1/me")).json()["id"]
    cup.register_all()
    # a request for the messages of spectators may be under way when the player registers
    refused = (f"/tournaments/{cup.id}/messages",)
    with opened(browser, site.base, token=token(mine), refused=refused, locale="en") as page:
        page.goto(f"/tournaments/{cup.id}")
        page.get_by_role("button", name="Register", exact=True).click()
        expect(page.locator(".own-part").get_by_text("You are registered.")).to_be_visible()
        assert player in {each["player"] for each in cup.read()["players"]}
        page.get_by_role("button", name="Withdraw…").click()
        page.get_by_role("button", name="Withdraw", exact=True).click()
        page.get_by_role("button", name="Register", exact=True).click()
        expect(page.locator(".own-part").get_by_text("You are registered.")).to_be_visible()

        cup.done(cup.owner, "publish_round", round=1)
        expect(page.get_by_role("heading", name="Your game: round 1, table 1")).to_be_visible()
        page.get_by_role("button", name="Take your seat").click(timeout=LATER)
        page.wait_for_url("**/games/*")
        game = page.url.rpartition("/")[2]
        assert player in {seat["player"] for seat in ok(mine.get(f"/v1/games/{game}")).json()["seats"]}


def test_an_invited_player_accepts_in_the_page(browser: Browser, site: Server) -> None:
    cup = Cup(site, 2, name="Invited Cup", **BY_HAND)
    (one, first), (_, second) = cup.players.items()
    with opened(browser, site.base, token=token(cup.owner), locale="en") as page:
        page.goto(f"/tournaments/{cup.id}")
        page.get_by_text("Players, check-in and forbidden pairs").click()
        for player in cup.players:
            page.get_by_label("Invite a player").fill(f"{site.base}/players/{player}")
            page.get_by_role("button", name="Invite", exact=True).click()
            expect(page.get_by_label("Invite a player")).to_have_value("")
        expect(page.get_by_role("button", name="Take back the invitation of")).to_have_count(2)
    with opened(browser, site.base, token=token(first), locale="en") as page:
        # who accepts or declines may read other messages: those of before have come
        with page.expect_response(re.compile(r"/messages\?")):
            page.goto(f"/tournaments/{cup.id}")
        own = page.locator(".own-part")
        expect(own.get_by_text("You are invited. You take part only if you accept.")).to_be_visible()
        own.get_by_role("button", name="Accept").click()
        expect(own.get_by_text("You are registered.")).to_be_visible()
    with opened(browser, site.base, token=token(second), locale="en") as page:
        # who accepts or declines may read other messages: those of before have come
        with page.expect_response(re.compile(r"/messages\?")):
            page.goto(f"/tournaments/{cup.id}")
        page.locator(".own-part").get_by_role("button", name="Decline").click()
        expect(page.get_by_role("button", name="Register", exact=True)).to_be_visible()
    found = cup.read()
    assert ([row["player"] for row in found["players"]], found["invited"]) == ([one], [])


def test_players_check_in_before_a_round(browser: Browser, site: Server) -> None:
    cup = Cup(site, 3, name="Present Cup", check_in="PT15M", **BY_HAND)
    cup.register_all()
    client = next(iter(cup.players.values()))
    with opened(browser, site.base, token=token(cup.owner), locale="en") as page:
        page.goto(f"/tournaments/{cup.id}")
        page.get_by_role("button", name="Open the check-in for round 1").click()
        expect(page.get_by_text("A round needs 3 players who are checked in; 0 are.")).to_be_visible()
    with opened(browser, site.base, token=token(client), locale="en") as page:
        page.goto(f"/tournaments/{cup.id}")
        page.get_by_role("button", name="Check in for round 1").click()
        expect(page.get_by_text("You are checked in for round 1.")).to_be_visible()
        expect(page.get_by_text("1 player has checked in for round 1.")).to_be_visible()
    assert len(cup.read()["check_in"]["players"]) == 1


def test_an_organiser_rules(browser: Browser, site: Server, running: Cup) -> None:
    table = running.read()["rounds"][1]["tables"][1]
    last = table["seats"][-1]
    with opened(browser, site.base, token=token(running.owner), locale="en", refused=("/acts",)) as page:
        page.goto(f"/tournaments/{running.id}")
        page.get_by_text("Rulings", exact=True).click()
        form = page.locator(".ruling")
        form.get_by_label("Table", exact=True).select_option("2")
        for rank, seat in enumerate(reversed(table["seats"]), 1):
            form.get_by_label(f"Rank of {seat['name']}").fill(str(rank))
        form.get_by_label("Reason").fill("The result was agreed.")
        form.get_by_role("button", name="Rule").click()
        expect(page.get_by_text("Result by a ruling")).to_be_visible()
        result = running.read()["rounds"][1]["tables"][1]["result"]
        assert (result["by"], result["places"][0]["player"]) == ("ruling", last["player"])

        # the form is emptied after the page was drawn
        expect(form.get_by_label("Reason")).to_have_value("")
        form.get_by_label("Ruling").select_option("Penalty")
        form.get_by_label("Player").select_option(last["player"])
        form.get_by_label("Points").fill("a lot")
        form.get_by_label("Reason").fill("Came late.")
        form.get_by_role("button", name="Rule").click()
        expect(form.get_by_role("alert")).to_be_visible()
        form.get_by_label("Points").fill("1/2")
        form.get_by_role("button", name="Rule").click()
        expect(form.get_by_role("alert")).to_have_count(0)
        row = page.locator(".standings tr", has_text=last["name"])
        row.get_by_text("Details").click()
        expect(row).to_contain_text("penalty, -1/2 points (Came late.)")


def test_the_terms_change_before_round_1(desk: tuple[Cup, Page]) -> None:
    cup, page = desk
    before = cup.read()["terms"]
    page.get_by_text("Registration, roles and the end").click()
    page.get_by_role("link", name="Change the terms").click()
    expect(page.get_by_label("Name of the tournament")).to_have_value("Desk Cup")
    page.get_by_label("Maximum number of players").fill("16")
    page.get_by_role("button", name="Change the terms").click()
    page.wait_for_url(f"**/tournaments/{cup.id}")
    assert cup.read()["terms"] == {**before, "max_players": 16}


def test_a_change_of_the_terms_keeps_all_times(browser: Browser, site: Server) -> None:
    clock = {"allowance": "PT90S", "bank": "P2DT3H", "vacation": "PT30M", "strikes": 2, "on_empty": "resign"}
    times = {"check_in": "PT15M", "pause": "PT10M", "no_show": "bot", "grace": "PT26H", "clock": clock}
    cup = Cup(site, 0, **times)
    before = cup.read()["terms"]
    with opened(browser, site.base, token=token(cup.owner), locale="en") as page:
        page.goto(f"/tournaments/new?change={cup.id}")
        pause = page.get_by_role("group", name="Pause between rounds")
        expect(pause.get_by_label("Minutes")).to_have_value("10")
        page.get_by_label("Maximum number of players").fill("16")
        page.get_by_role("button", name="Change the terms").click()
        page.wait_for_url(f"**/tournaments/{cup.id}")
        assert cup.read()["terms"] == {**before, "max_players": 16}

        page.goto(f"/tournaments/new?change={cup.id}")
        # a time that is entered has no seconds
        page.get_by_role("group", name="For each decision").get_by_label("Minutes").fill("5")
        page.get_by_role("button", name="Change the terms").click()
        page.wait_for_url(f"**/tournaments/{cup.id}")
        assert cup.read()["terms"]["clock"] == {**before["clock"], "allowance": "PT5M"}


def test_values_of_seats_are_measured_again_for_other_sizes_and_points(browser: Browser, site: Server) -> None:
    cup, new = Cup(site, 0), Cup(site, 0, sizes=[4], scale=["6", "3", "1", "0"])
    measured = cup.read()["terms"]["seat_values"]
    assert {*measured} == {"3", "4"}
    with opened(browser, site.base, token=token(cup.owner), locale="en") as page:
        page.goto(f"/tournaments/new?change={cup.id}")
        page.get_by_role("checkbox", name="3", exact=True).uncheck()
        page.get_by_role("button", name="Change the terms").click()
        page.wait_for_url(f"**/tournaments/{cup.id}")
        assert cup.read()["terms"]["seat_values"] == {"4": measured["4"]}

        page.goto(f"/tournaments/new?change={cup.id}")
        page.get_by_label("Points of the ranks").fill("6, 3, 1, 0")
        page.get_by_role("button", name="Change the terms").click()
        page.wait_for_url(f"**/tournaments/{cup.id}")
    assert cup.read()["terms"]["seat_values"] == new.read()["terms"]["seat_values"] != {"4": measured["4"]}


def test_random_is_a_choice_for_the_first_player(browser: Browser, site: Server) -> None:
    drawn = Cup(site, 0, options={"first_player": "random"})
    with opened(browser, site.base, token=token(drawn.owner), locale="en") as page:
        page.goto(f"/tournaments/new?change={drawn.id}")
        page.get_by_label("Name of the tournament").fill("Renamed Cup")
        page.get_by_role("button", name="Change the terms").click()
        page.wait_for_url(f"**/tournaments/{drawn.id}")
        terms = drawn.read()["terms"]
        assert (terms["name"], terms["options"]["first_player"]) == ("Renamed Cup", "random")

        page.goto("/tournaments/new")
        page.get_by_label("Name of the tournament").fill("Random Cup")
        page.get_by_role("radio", name="Minos").check()
        page.get_by_text("Options of Minos").click()
        expect(page.locator("#option-first_player")).to_have_value("seat_0")
        page.locator("#option-first_player").select_option("random")
        page.get_by_role("button", name="Open the tournament").click()
        expect(page.get_by_role("heading", level=1, name="Random Cup")).to_be_visible()
        found = ok(drawn.owner.get(f"/v1/tournaments/{page.url.rpartition('/')[2]}")).json()
    assert found["terms"]["options"]["first_player"] == "random"


def test_a_pair_is_forbidden_and_a_player_removed(desk: tuple[Cup, Page]) -> None:
    cup, page = desk
    first, second = [player["name"] for player in cup.read()["players"]][:2]
    page.get_by_text("Players, check-in and forbidden pairs").click()
    page.get_by_label("One player").select_option(first)
    page.get_by_label("Other player").select_option(second)
    page.get_by_role("button", name="Forbid this pair").click()
    # the pair is in the order of ids
    pair = re.compile(f"^({first} and {second}|{second} and {first})")
    expect(page.get_by_role("listitem").filter(has_text=pair)).to_be_visible(timeout=LATER)
    page.get_by_role("button", name=f"Remove {first}…").click()
    page.get_by_role("button", name=f"Really remove {first}").click()
    expect(page.get_by_text("7 players are ready.")).to_be_visible(timeout=LATER)


def test_standings_after_a_round_have_an_address(browser: Browser, site: Server, running: Cup) -> None:
    rows = ok(running.owner.get(f"{running.url}/standings", params={"after_round": 1})).json()["rows"]
    with opened(browser, site.base, locale="en", viewport=PHONE) as page:
        page.goto(f"/tournaments/{running.id}")
        page.get_by_label("After round").select_option("1")
        expect(page).to_have_url(re.compile("after=1"))
        expect(page.locator(".standings .points").first).to_have_text(rows[0]["points"])
        page.reload()
        expect(page.get_by_label("After round")).to_have_value("1")
        page.get_by_role("link", name="Round 1", exact=True).click()
        expect(page.locator(".places .rank").first).to_have_text("1.")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_round_that_was_chosen_last_is_shown_although_its_reply_came_first(
    browser: Browser, site: Server, running: Cup
) -> None:
    rows = ok(running.owner.get(f"{running.url}/standings", params={"after_round": 1})).json()["rows"]
    late: list[Route] = []

    def delay(route: Route) -> None:
        late.append(route)

    with opened(browser, site.base, locale="en", refused=["/standings"]) as page:
        page.goto(f"/tournaments/{running.id}")
        expect(page.locator(".standings .points").first).to_be_visible()
        page.evaluate("history.replaceState({scroll: 7}, '')")
        page.route("**/standings?after_round=0", delay)
        with page.expect_request("**/standings?after_round=0"):
            page.get_by_label("After round").select_option("0")
        page.get_by_label("After round").select_option("1")
        expect(page.locator(".standings .points").first).to_have_text(rows[0]["points"])
        with page.expect_response("**/standings?after_round=0"):
            late[0].continue_()
        expect(page.get_by_label("After round")).to_have_value("1")
        expect(
            page.get_by_text("After round 1 ·").or_(page.get_by_text("After round 1", exact=True)).last
        ).to_be_visible()
        assert page.evaluate("history.state.scroll") == 7

        page.route("**/standings?after_round=2", lambda route: route.fulfill(status=429, json={"title": "Too many"}))
        page.get_by_label("After round").select_option("2")
        section = page.get_by_role("region", name="Standings")
        expect(section.get_by_role("alert")).to_contain_text("Too many")
        expect(page.get_by_label("After round")).to_have_value("1")


def test_pairings_are_printed_without_the_rest(browser: Browser, site: Server, running: Cup) -> None:
    with opened(browser, site.base, token=token(running.owner), locale="en") as page:
        page.goto(f"/tournaments/{running.id}")
        expect(page.locator(".tables > li")).to_have_count(2)
        page.emulate_media(media="print")
        expect(page.get_by_role("heading", level=3, name="Round 2")).to_be_visible()
        expect(page.locator(".tables > li").first).to_be_visible()
        for hidden in (".top", ".foot", "ludo-desk", "aside", ".tabs"):
            expect(page.locator(hidden).first).to_be_hidden()


def test_links_to_the_record_work(browser: Browser, site: Server, running: Cup) -> None:
    with opened(browser, site.base, locale="en") as page:
        page.goto(f"/tournaments/{running.id}")
        expect(page.locator(".standings")).to_be_visible()
        links: list[str] = page.eval_on_selector_all(
            "main a[href^='/v1/']", "all => all.map((link) => link.getAttribute('href'))"
        )
        assert {path.partition("?")[0].rpartition("/")[2] for path in links} == {
            *("bundle", "pairings.csv", "results.csv", "standings", running.id),
            *("calendar.ics", "feed.atom", "feed.json"),
        }
        for path in links:
            assert page.request.get(path).status == 200, path


@pytest.mark.parametrize(("locale", "start"), [("en", b"table,"), ("de", b"table;"), ("it", b"table;")])
def test_tables_are_downloaded_for_spreadsheets_in_the_language_of_the_page(
    browser: Browser, site: Server, running: Cup, locale: str, start: bytes
) -> None:
    with opened(browser, site.base, locale=locale) as page:
        page.goto(f"/tournaments/{running.id}")
        expect(page.locator(".standings")).to_be_visible()
        links: list[str] = page.eval_on_selector_all("a[download]", "all => all.map((link) => link.href)")
        tables = [link for link in links if "csv" in link]
        assert len(tables) == 3
        read = [page.request.get(link).body() for link in tables]
        assert all(body.startswith(b"\xef\xbb\xbf") for body in read)
        assert b"\xef\xbb\xbf" + start in {body[: 3 + len(start)] for body in read}


NONE = "\N{EN DASH}"
HEADINGS = {
    "en": ["Knock-out round", "Place there", "Preliminary points"],
    "de": ["K.-o.-Runde", "Platz dort", "Punkte der Vorrunde"],
    "it": ["Turno a eliminazione", "Posto in quel turno", "Punti dei turni preliminari"],
}


def test_heats_show_what_counts_before_the_points(browser: Browser, site: Server) -> None:
    heats = {"type": "heats", "rounds": 1, "knockouts": 1}
    cup = Cup(site, 8, name="Heats", sizes=[4], format=heats, pause="PT0S")
    cup.publish_first()
    cup.play(1)
    cup.play(2)
    cup.until(lambda found: found["status"] == "ended")
    rows = ok(cup.owner.get(f"{cup.url}/standings")).json()["rows"]
    wanted = [
        [*(NONE if column["value"] == "0" else column["value"] for column in row["columns"][:2]), row["points"]]
        for row in rows
    ]
    assert wanted[0][:2] == ["1", "1"]
    assert wanted[-1][:2] == [NONE, NONE]

    for locale, headings in HEADINGS.items():
        with opened(browser, site.base, locale=locale) as page:
            page.goto(f"/embed/tournaments/{cup.id}")
            expect(page.locator("tbody tr")).to_have_count(8)
            assert page.locator("thead th").all_inner_texts()[2:] == headings
            cells = [row.locator("td").all_inner_texts()[1:] for row in page.locator("tbody tr").all()]
            assert cells == wanted
            page.goto(f"/tournaments/{cup.id}")
            table = page.locator(".standings")
            expect(table.locator("tbody tr")).to_have_count(8)
            assert table.locator("thead th").all_inner_texts()[2:5] == headings
            assert "knockout" not in page.locator("main").inner_text()


def test_a_private_tournament_reveals_nothing(browser: Browser, site: Server) -> None:
    cup = Cup(site, 0, name="Hidden Cup", visibility="private", **BY_HAND)
    refused = (cup.id, "/standings")
    with opened(browser, site.base, locale="en", refused=refused) as page:
        reply = page.goto(f"/tournaments/{cup.id}")
        expect(page.get_by_text("There is no such tournament, or it is private.")).to_be_visible()
        assert reply is not None
        assert "Hidden Cup" not in reply.text() + page.content()


def test_axe_finds_no_violation(browser: Browser, site: Server, running: Cup) -> None:
    cup = Cup(site, 4, name="Accessible Cup", **BY_HAND)
    cup.register_all()
    with opened(browser, site.base, token=token(cup.owner), locale="en") as page:
        for path in ("/tournaments", "/tournaments/new"):
            page.goto(path)
            expect(page.locator("main .card, main .pick").first).to_be_visible()
            assert_accessible(page)
        page.goto(f"/tournaments/{cup.id}")
        page.get_by_role("button", name="Draw round 1").click()
        drafted(page)
        assert_accessible(page)
    with opened(browser, site.base, token=token(running.owner), locale="en") as page:
        page.goto(f"/tournaments/{running.id}")
        expect(page.locator(".desk")).to_be_visible()
        page.locator("main details > summary").evaluate_all("all => all.forEach((each) => each.click())")
        assert_accessible(page)
