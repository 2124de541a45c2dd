"""Every act of the organiser's desk, pressed in the browser and seen through the API."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.replies import ok
from tests.service.server import Server
from tests.service.tournaments.kit import Cup
from tests.waiting import until
from tests.web.browser import opened
from tests.web.test_lobby import token
from tests.web.test_tournaments import BY_HAND, LATER, drafted


@contextmanager
def desk_of(browser: Browser, cup: Cup) -> Generator[Page]:
    """Yield the page of a tournament for its organiser, with every part of the desk unfolded."""
    with opened(browser, cup.server.base, token=token(cup.owner), locale="en", refused=("/acts", "/drafts")) as page:
        page.goto(f"/tournaments/{cup.id}")
        expect(page.locator(".desk .steps")).to_be_visible()
        unfold(page)
        yield page


def unfold(page: Page) -> None:
    """Open all parts of the desk."""
    page.locator(".desk .fold:not([open]) > summary").evaluate_all("all => all.forEach((each) => each.click())")


def cup_of(site: Server, players: int = 8, **terms: Any) -> Cup:
    """Open a tournament with registered players."""
    cup = Cup(site, players, **{"name": "Desk Cup", **BY_HAND, **terms})
    cup.register_all()
    return cup


def names_in(cup: Cup) -> dict[str, str]:
    """Return the ids of the active players by their names."""
    return {each["name"]: each["player"] for each in cup.read()["players"] if each["status"] == "active"}


def ruling(page: Page, kind: str, reason: str = "So it was agreed.") -> Locator:
    """Choose a ruling and give a reason; returns the form."""
    form = page.locator(".ruling")
    form.get_by_label("Ruling").select_option(kind)
    form.get_by_label("Reason").fill(reason)
    return form


def ruled(cup: Cup, form: Locator, *, twice: bool = False) -> Any:
    """Press the button of a ruling, and wait until the log has it; returns the last event."""
    version = cup.read()["version"]
    form.locator("button").click()
    if twice:
        assert cup.read()["version"] == version
        form.get_by_role("button", name="Press again to confirm").click()
    expect(form.get_by_label("Reason")).to_have_value("", timeout=LATER)
    events = ok(cup.owner.get(f"{cup.url}/events", params={"after": version})).json()["items"]
    return events[0]["record"]


def test_players_are_invited_by_name_and_wait_as_substitutes(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 3)
    for name in ("Waldemar", "Wilhelmina"):
        cup.sign_up(name)
    clients = [cup.players[player] for player in [*cup.players][-2:]]
    first, second = (ok(client.get("/v1/me")).json() for client in clients)
    with desk_of(browser, cup) as page:
        field = page.get_by_label("Invite a player")
        field.fill("No one has this name")
        page.get_by_role("button", name="Invite", exact=True).click()
        expect(page.locator(".desk").get_by_role("alert")).to_contain_text("No player is called “No one has this name”")
        field.fill(first["name"].lower())
        field.press("Enter")
        invited = page.get_by_role("button", name=f"Take back the invitation of {first['name']}")
        expect(invited).to_be_visible(timeout=LATER)
        expect(field).to_have_value("")
        cup.done(clients[0], "register")
        expect(page.get_by_role("button", name=f"Remove {first['name']}…")).to_be_visible(timeout=LATER)
        field.fill(f"{site.base}/players/{second['id']}")
        page.get_by_role("button", name="Invite as a substitute").click()
        invited = page.get_by_role("button", name=f"Take back the invitation of {second['name']}")
        expect(invited).to_be_visible(timeout=LATER)
        cup.done(clients[1], "join_substitutes")
        remove = page.get_by_role("button", name=f"Remove {second['name']} from the substitutes")
        expect(remove).to_be_visible(timeout=LATER)
        remove.click()
        expect(remove).to_have_count(0)
        cup.done(clients[1], "join_substitutes")
        page.get_by_label("This player leaves").select_option(first["id"])
        page.get_by_label("and this substitute takes the place").select_option(second["id"])
        page.get_by_role("button", name="Replace the player").click()
        expect(remove).to_have_count(0)
        assert second["name"] in names_in(cup)
        assert first["name"] not in names_in(cup)
        # a refusal names players, not ids
        field.fill(second["name"])
        field.press("Enter")
        alert = page.locator(".desk").get_by_role("alert")
        expect(alert).to_contain_text(f"{second['name']} is in the tournament already")
        expect(alert).not_to_contain_text("player:")


def test_who_has_checked_in_is_seen_and_changed(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 4, check_in="PT15M")
    first, *others = names_in(cup)
    with desk_of(browser, cup) as page:
        blocked = page.get_by_role("button", name="Draw round 1")
        expect(blocked).to_have_attribute("aria-disabled", "true")
        expect(blocked).to_have_accessible_description(re.compile("Open the check-in"))
        page.get_by_role("button", name="Open the check-in for round 1").click()
        page.get_by_role("button", name=f"Check in: {first}").click()
        expect(page.get_by_text("1 of 4 players have checked in for round 1.")).to_be_visible(timeout=LATER)
        page.get_by_role("button", name=f"Not present: {first}").click()
        expect(page.get_by_text("0 of 4 players have checked in for round 1.")).to_be_visible(timeout=LATER)
        # what the players do is seen without a reload
        for name in others:
            cup.done(cup.players[names_in(cup)[name]], "check_in", round=1)
        expect(page.get_by_text("3 of 4 players have checked in for round 1.")).to_be_visible(timeout=LATER)
        page.get_by_role("button", name="Draw round 1").click()
        expect(page.get_by_text(f"Not checked in, and so not paired: {first}")).to_be_visible(timeout=LATER)
        page.get_by_role("button", name="Discard the draft").click()
        expect(page.locator(".draft")).to_have_count(0)
    assert set(cup.read()["check_in"]["players"]) == {names_in(cup)[name] for name in others}


def test_a_player_drops_out_and_returns(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 7)
    cup.done(cup.owner, "publish_round", round=1)
    name = next(iter(names_in(cup)))
    with desk_of(browser, cup) as page:
        page.get_by_role("button", name=f"Remove {name}…").click()
        page.get_by_role("button", name="Keep", exact=True).click()
        page.get_by_role("button", name=f"Remove {name}…").click()
        page.get_by_role("button", name=f"Really remove {name}").click()
        back = page.get_by_role("button", name=f"Let {name} return")
        expect(back).to_be_visible(timeout=LATER)
        assert name not in names_in(cup)
        back.click()
        expect(back).to_have_count(0)
        assert name in names_in(cup)


def test_a_pair_is_allowed_again(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 4)
    first, second, *_ = names_in(cup).values()
    cup.done(cup.owner, "forbid_pair", players=[first, second])
    with desk_of(browser, cup) as page:
        page.get_by_role("button", name=re.compile("Allow .* to meet")).click()
        expect(page.get_by_role("button", name=re.compile("Allow .* to meet"))).to_have_count(0)
    assert cup.read()["forbidden"] == []


def test_registration_roles_and_hold(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 3)
    helper = ok(cup.players[cup.sign_up("Gundula")].get("/v1/me")).json()
    with desk_of(browser, cup) as page:
        page.get_by_role("button", name="Close registration").click()
        page.get_by_role("button", name="Reopen registration").click()
        expect(page.get_by_role("button", name="Close registration")).to_be_visible(timeout=LATER)
        page.get_by_label("New organiser").fill(helper["name"])
        page.get_by_label("Role").select_option("helper")
        page.get_by_role("button", name="Appoint").click()
        dismiss = page.get_by_role("button", name=f"Dismiss {helper['name']}")
        expect(dismiss).to_be_visible(timeout=LATER)
        assert [each["role"] for each in cup.read()["organisers"]] == ["owner", "helper"]
        dismiss.click()
        expect(dismiss).to_have_count(0)
        page.get_by_label(re.compile("^Hold")).fill("The hall is closed.")
        page.get_by_role("button", name="Hold", exact=True).click()
        expect(page.get_by_text("On hold: The hall is closed.")).to_be_visible(timeout=LATER)
        assert cup.read()["hold"] == "The hall is closed."
        page.get_by_role("button", name="Lift the hold").click()
        expect(page.get_by_text("On hold: The hall is closed.")).to_have_count(0)
        page.get_by_label(re.compile("^Cancel the tournament")).fill("Too few players.")
        page.get_by_role("button", name="Cancel the tournament").click()
        page.get_by_role("button", name="Press again to confirm").click()
        expect(page.get_by_text("The tournament was cancelled.")).to_be_visible(timeout=LATER)
    found = cup.read()
    assert (found["status"], found["registration"], len(found["organisers"])) == ("cancelled", "closed", 1)


def test_a_round_is_closed_by_hand_and_the_tournament_finished_early(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 4)
    cup.done(cup.owner, "publish_round", round=1)
    cup.playing(1)
    # on hold the service closes no round by itself
    cup.done(cup.owner, "hold", reason="A protest is open.")
    with desk_of(browser, cup) as page:
        close = page.get_by_role("button", name="Close round 1")
        expect(close).to_have_attribute("aria-disabled", "true")
        cup.done(cup.owner, "void_table", round=1, table=1, reason="No one came.")
        expect(close).to_have_attribute("aria-disabled", "false", timeout=LATER)
        close.click()
        page.get_by_role("button", name="Finish early…").click(timeout=LATER)
        page.get_by_role("button", name="Play on").click()
        page.get_by_role("button", name="Finish early…").click()
        page.get_by_role("button", name="Finish now").click()
        expect(page.locator(".winner")).to_be_visible(timeout=LATER)
    assert cup.read()["status"] == "ended"


@pytest.fixture(scope="module")
def eleven(site: Server) -> Cup:
    """A tournament of eleven whose first round has been published: three tables, one of them short."""
    cup = cup_of(site, 11)
    cup.done(cup.owner, "publish_round", round=1)
    cup.playing(1)
    return cup


def test_rulings_about_tables_and_points(browser: Browser, site: Server, eleven: Cup) -> None:
    cup = eleven
    with desk_of(browser, cup) as page:
        first, second, third = cup.read()["rounds"][0]["tables"]
        # two players change places
        form = ruling(page, "Swap two players")
        form.get_by_label("One player").select_option(first["seats"][0]["player"])
        form.get_by_label("Other player").select_option(second["seats"][0]["player"])
        assert ruled(cup, form)["type"] == "tournament.tables_changed"
        assert cup.read()["rounds"][0]["tables"][0]["seats"][0]["player"] == second["seats"][0]["player"]
        # the way from a table that waits leads to the form for that table
        page.get_by_role("button", name="Rule on round 1, table 2…").click()
        expect(page.get_by_label("Table", exact=True)).to_have_value("2")
        form = ruling(page, "Forfeit a seat")
        form.get_by_label("Player").select_option(second["seats"][1]["player"])
        assert ruled(cup, form)["data"]["player"] == second["seats"][1]["player"]
        form = ruling(page, "Void a table")
        form.get_by_label("Table", exact=True).select_option("3")
        assert ruled(cup, form, twice=True)["data"]["table"] == 3
        assert cup.read()["rounds"][0]["tables"][2]["result"]["by"] == "void"
        player = third["seats"][0]["player"]
        for kind, points, data in (("Adjust points", "-1/2", "-1/2"), ("Penalty", "1", "1")):
            form = ruling(page, kind)
            form.get_by_label("Player").select_option(player)
            form.get_by_label("Points").fill(points)
            assert ruled(cup, form)["data"]["points"] == data
        expect(page.get_by_text("Points given and taken so far")).to_be_visible()
        form = ruling(page, "Disqualify a player")
        form.get_by_label("Player").select_option(player)
        assert ruled(cup, form, twice=True)["type"] == "tournament.disqualified"


def test_the_next_ruling_waits_for_no_games(browser: Browser, site: Server, eleven: Cup) -> None:
    cup = eleven
    player = cup.read()["rounds"][0]["tables"][2]["seats"][1]["player"]
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with desk_of(browser, cup) as page:
        page.route("**/v1/games?tournament=*", hold)
        form = ruling(page, "Adjust points")
        form.get_by_label("Player").select_option(player)
        form.get_by_label("Points").fill("1/4")
        assert ruled(cup, form)["data"]["points"] == "1/4"
        # the games are being read, and the form is empty for the next ruling
        expect(form.get_by_label("Reason")).to_have_value("")
        expect(form.locator("button")).not_to_have_attribute("aria-disabled", "true")
        assert until(lambda: page.wait_for_timeout(50) or held)
        for route in held:
            route.continue_()
        page.unroute("**/v1/games?tournament=*")


def test_a_late_player_gets_a_bye_and_a_round_is_withdrawn(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 4, late_until=2)
    cup.done(cup.owner, "publish_round", round=1)
    cup.playing(1)
    late = cup.sign_up("Came late")
    cup.done(cup.players[late], "register")
    with desk_of(browser, cup) as page:
        form = ruling(page, "Give a bye")
        form.get_by_label("Player").select_option(late)
        ruled(cup, form)
        assert [each["player"] for each in cup.read()["rounds"][0]["byes"]] == [late]
        form = ruling(page, "Withdraw the round", "A player was forgotten.")
        form.locator("button").click()
        form.get_by_role("button", name="Press again to confirm").click()
        expect(page.get_by_text("The first round has not been published.")).to_be_visible(timeout=LATER)
        found = cup.read()
        assert (found["rounds"], found["hold"] is not None) == ([], True)
        page.get_by_role("button", name="Lift the hold").click()
        page.get_by_role("button", name="Draw round 1").click(timeout=LATER)
        assert sorted(map(len, drafted(page))) == [1, 4]


def test_a_result_is_replaced_twice_in_a_row(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 8)
    cup.done(cup.owner, "publish_round", round=1)
    tables = cup.playing(1)["tables"]
    with desk_of(browser, cup) as page:
        for number, table in enumerate(tables, 1):
            form = ruling(page, "Replace a result")
            form.get_by_label("Table", exact=True).select_option(str(number))
            # ranks that were typed for another table are gone
            assert [box.input_value() for box in form.get_by_label(re.compile("^Rank of")).all()] == [
                "1",
                "2",
                "3",
                "4",
            ]
            for rank, seat in enumerate(reversed(table["seats"]), 1):
                form.get_by_label(f"Rank of {seat['name']}").fill(str(rank))
                form.get_by_label(f"Score of {seat['name']}").fill(str(40 - rank))
            places = ruled(cup, form)["data"]["places"]
            assert {place["player"]: place["score"] for place in places} == {
                seat["player"]: 40 - rank for rank, seat in enumerate(reversed(table["seats"]), 1)
            }


def test_a_place_needs_a_score_and_a_player_without_a_rank_none(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 8)
    cup.done(cup.owner, "publish_round", round=1)
    name = cup.playing(1)["tables"][0]["seats"][0]["name"]
    with desk_of(browser, cup) as page:
        form = ruling(page, "Replace a result")
        rank, score = form.get_by_label(f"Rank of {name}"), form.get_by_label(f"Score of {name}")
        score.fill("")
        assert score.evaluate("input => input.validity.valueMissing")
        rank.fill("")
        assert score.evaluate("input => input.validity.valid")
        rank.fill("2")
        assert score.evaluate("input => input.validity.valueMissing")
