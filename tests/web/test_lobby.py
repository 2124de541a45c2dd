"""The lobby: what it lists, for whom, and how it changes while one looks."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.replies import ok
from tests.service.kit import started_game
from tests.service.server import Server
from tests.waiting import until
from tests.web.accessibility import assert_accessible
from tests.web.browser import opened, until_heard


def identity(player: httpx.Client) -> dict[str, Any]:
    return ok(player.get("/v1/me")).json()


def token(player: httpx.Client) -> str:
    return player.headers["Authorization"].removeprefix("Bearer ")


def card(page: Page, section: str, name: str) -> Locator:
    return page.get_by_role("region", name=section).locator(".card", has_text=name)


def test_a_visitor_learns_what_this_is_and_may_watch(browser: Browser, site: Server) -> None:
    game = started_game(site.player("Runner"), name="To watch")
    with opened(browser, site.base) as page:
        page.goto("/")
        for title in ("Giganten", "Siberia", "Minos"):
            expect(page.get_by_role("heading", name=title, exact=True, level=2)).to_be_visible()
        watched = page.get_by_role("link", name="To watch (Giganten)")
        expect(watched).to_have_attribute("href", f"/games/{game}")
        expect(page.get_by_role("heading", name="Your games")).to_have_count(0)
        assert_accessible(page)


def test_a_visitor_becomes_a_guest_in_one_press(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        page.goto("/")
        page.get_by_role("button", name="Play as a guest", exact=True).click()
        expect(page.get_by_role("banner").get_by_role("link", name="Guest")).to_be_visible()
        expect(page.get_by_role("heading", name="Your games")).to_be_visible()
        expect(page.get_by_role("link", name="New game")).to_be_visible()


def test_a_visitor_joins_a_game_in_one_press(browser: Browser, site: Server) -> None:
    owner = site.player("Host")
    game = ok(owner.post("/v1/games", json={"ruleset": "minos", "seats": 2, "name": "Come in"})).json()["id"]
    with opened(browser, site.base) as page:
        page.goto("/")
        page.get_by_role("button", name="Join as a guest: Come in (Minos)").click()
        page.wait_for_url(f"**/games/{game}")
    seat = ok(owner.get(f"/v1/games/{game}")).json()["seats"][0]
    assert (seat["name"].split()[0], seat["entropy_from"]) == ("Guest", "player")


def test_a_visitor_whose_seat_is_taken_is_a_guest_with_own_games(browser: Browser, site: Server) -> None:
    owner, other = site.player("Host of one seat"), site.player("Faster")
    game = ok(owner.post("/v1/games", json={"ruleset": "minos", "seats": 2, "name": "One seat"})).json()["id"]
    owner.put(f"/v1/games/{game}/seats/1")

    def taken_before(route: Route) -> None:
        assert other.put(f"/v1/games/{game}/seats/0").status_code == 200
        route.continue_()

    with opened(browser, site.base, locale="en", refused=(f"{game}/seats/0",)) as page:
        page.route(f"**/v1/games/{game}/seats/0", taken_before)
        page.goto("/")
        page.get_by_role("button", name="Join as a guest: One seat (Minos)").click()
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page.get_by_role("region", name="Your games")).to_contain_text("You are in no game.")
        expect(page.get_by_role("banner").get_by_role("link", name="Account")).to_be_visible()

        guest = page.evaluate("fetch('/v1/sessions/current').then((reply) => reply.json())")["session"]["player"]["id"]
        invited = {"ruleset": "minos", "seats": 2, "name": "For the guest", "reserved": {"1": guest}}
        assert owner.post("/v1/games", json=invited).status_code == 201
        expect(card(page, "Your games", "For the guest")).to_be_visible()

        # the button of the introduction makes no second guest
        page.get_by_role("button", name="Play as a guest").click()
        page.wait_for_load_state()
        expect(card(page, "Your games", "For the guest")).to_be_visible()


def test_the_lists_are_shown_while_their_streams_are_not_ready(browser: Browser, site: Server) -> None:
    ada = site.player("Ada of a lagging lobby")
    for name in ("Own", "Other"):
        started_game(ada if name == "Own" else site.player("Other of a lagging lobby"), name=f"{name} of the lag")
    with opened(browser, site.base, token=token(ada)) as page:
        page.route("**/stream", lambda _: None)
        page.goto("/")
        expect(card(page, "Your games", "Own of the lag")).to_be_visible()
        expect(page.get_by_role("region", name="Running games").get_by_text("Other of the lag")).to_be_visible()


def test_the_lists_follow_a_game_as_it_changes(browser: Browser, site: Server) -> None:
    ada, bo = site.player("Ada of the lobby"), site.player("Bo of the lobby")
    with opened(browser, site.base, token=token(ada)) as page:
        page.goto("/")
        expect(page.get_by_role("region", name="Open games").locator(".skeleton")).to_have_count(0)
        options = {"mine_all": True, "first_player": "seat_0"}
        body = {"ruleset": "siberia", "seats": 2, "name": "Changing", "options": options}
        game = ok(bo.post("/v1/games", json=body)).json()["id"]
        shown = card(page, "Open games", "Changing (Siberia)")
        shown.get_by_text("2 options differ").click()
        expect(shown.get_by_role("definition")).to_have_text(["yes", "seat 0"])
        expect(shown.get_by_text("Free")).to_have_count(2)

        bo.put(f"/v1/games/{game}/seats/1")
        expect(shown.get_by_role("link", name=identity(bo)["name"])).to_be_visible()
        ada.put(f"/v1/games/{game}/seats/0")
        expect(shown).to_have_count(0)
        own = card(page, "Your games", "Changing (Siberia)")
        expect(own).to_contain_text("Waiting for players")

        bo.post(f"/v1/games/{game}/start")
        expect(own).to_contain_text("Your turn")
        expect(page.get_by_role("region", name="Running games").get_by_text("Changing (Siberia)")).to_be_visible()


def test_a_seat_that_is_declined_waits_for_an_invited_player(browser: Browser, site: Server) -> None:
    owner, busy = site.player("Host of a busy player"), site.player("Busy player")
    body = {"ruleset": "minos", "seats": 2, "name": "Declined", "reserved": {"0": identity(busy)["id"]}}
    game = ok(owner.post("/v1/games", json=body)).json()["id"]
    with opened(browser, site.base, token=token(owner)) as page:
        page.goto("/")
        shown = card(page, "Open games", "Declined")
        expect(shown.locator(".free")).to_contain_text(["Reserved", "Free"])
        assert busy.delete(f"/v1/games/{game}/seats/0").status_code == 204
        expect(shown.locator(".free")).to_contain_text(["For an invited player", "Free"])


def test_own_games_come_in_the_order_of_their_urgency(browser: Browser, site: Server) -> None:
    ada, bo = site.player("Ada in a hurry"), site.player("Bo in a hurry")
    waiting = ok(bo.post("/v1/games", json={"ruleset": "minos", "seats": 2, "name": "Waiting"})).json()["id"]
    ada.put(f"/v1/games/{waiting}/seats/0")
    reserved = {"0": identity(ada)["id"], "1": "invitation"}
    bo.post("/v1/games", json={"ruleset": "minos", "seats": 2, "name": "Invited", "reserved": reserved})
    started_game(ada, name="Slow", clock={"preset": "slow"})
    started_game(ada, name="Live", clock={"preset": "live"})
    with opened(browser, site.base, token=token(ada)) as page:
        page.goto("/")
        names = page.get_by_role("region", name="Your games").get_by_role("heading", level=3)
        expect(names).to_have_text(["Live (Giganten)", "Slow (Giganten)", "Invited (Minos)", "Waiting (Minos)"])
        invited = card(page, "Your games", "Invited")
        expect(invited).to_contain_text("Reserved for you")
        expect(invited).to_contain_text("For an invited player")
        expect(card(page, "Your games", "Live").locator("time")).to_contain_text("due in")
        assert_accessible(page)
        invited.get_by_role("button", name="Join: Invited (Minos)").click()
        page.wait_for_url("**/games/*")


def joined(browser: Browser, site: Server, player: httpx.Client, name: str, game: str) -> str | None:
    """Join a game from its card in the lobby; returns the player of its seat 0 then."""
    with opened(browser, site.base, token=token(player)) as page:
        page.goto("/")
        own = card(page, "Your games", name)
        expect(own).to_contain_text("You are invited")
        own.get_by_role("button", name=f"Join: {name}").click()
        page.wait_for_url(f"**/games/{game}")
    return ok(player.get(f"/v1/games/{game}")).json()["seats"][0]["player"]


def test_a_substitute_takes_a_released_seat(browser: Browser, site: Server) -> None:
    owner, late, substitute = (site.player(name) for name in ("Host of substitutes", "No show", "Stand-in"))
    seats = {"reserved": {"0": identity(late)["id"]}, "substitutes": [identity(substitute)["id"]]}
    soon = (datetime.now(UTC) + timedelta(seconds=5)).isoformat()
    terms = {"ruleset": "minos", "seats": 2, "name": "Released", "starts_at": soon, "grace": "PT1H", **seats}
    game = ok(owner.post("/v1/games", json=terms)).json()["id"]

    assert owner.put(f"/v1/games/{game}/seats/1").status_code == 200
    until(lambda: ok(substitute.get("/v1/me/games?invited=true")).json()["items"])
    with opened(browser, site.base, token=token(substitute)) as page:
        page.goto(f"/games/{game}")
        expect(page.get_by_role("button", name="Take this seat")).to_be_visible()
    assert joined(browser, site, substitute, "Released", game) == identity(substitute)["id"]


def test_a_player_takes_a_seat_that_a_ruling_offers(browser: Browser, site: Server) -> None:
    owner, late, other = (site.player(name) for name in ("Host of a ruling", "Too late", "In time"))
    body = {"ruleset": "siberia", "seats": 2, "name": "Offered", "bots": {"1": "random"}}
    game = ok(owner.post("/v1/games", json=body)).json()["id"]
    assert late.put(f"/v1/games/{game}/seats/0").status_code == 200
    assert owner.post(f"/v1/games/{game}/start").status_code == 200
    offer = {"type": "replace_player", "seat": 0, "player": identity(other)["id"], "reason": "The player is late."}
    assert owner.post(f"/v1/games/{game}/rulings", json=offer).status_code == 201

    assert joined(browser, site, other, "Offered", game) == identity(other)["id"]


def test_lists_go_on_in_pages(browser: Browser, site: Server) -> None:
    owner = site.player("Host of a crowd")
    for number in range(22):
        owner.post("/v1/games", json={"ruleset": "minos", "seats": 2, "name": f"Crowded {number}"})
    with opened(browser, site.base) as page:
        page.goto("/")
        cards = page.get_by_role("region", name="Open games").locator(".card", has_text="Crowded")
        expect(cards).to_have_count(20)
        page.get_by_role("region", name="Open games").get_by_role("button", name="More").click()
        expect(cards).to_have_count(22)
        with page.expect_response("**/v1/games?*cursor=*"):
            page.evaluate("document.querySelector('ludo-lobby').open.reload()")
        expect(cards).to_have_count(22)


def test_a_game_that_changes_before_its_page_is_read_is_listed_once(browser: Browser, site: Server) -> None:
    owner = site.player("Host of changes")
    body = {"ruleset": "minos", "seats": 2}
    games = [ok(owner.post("/v1/games", json={**body, "name": f"Twice {number}"})).json()["id"] for number in range(21)]
    with opened(browser, site.base) as page:
        page.goto("/")
        section = page.get_by_role("region", name="Open games")
        more = section.get_by_role("button", name="More")
        expect(more).to_be_visible()
        hidden = [game for game in games if not page.locator(f'a[href="/games/{game}"]').count()]
        assert hidden
        owner.put(f"/v1/games/{hidden[0]}/seats/1")
        links = section.locator(f'a[href="/games/{hidden[0]}"]')
        expect(links).to_have_count(1)
        with page.expect_response("**/v1/games?*cursor=*"):
            more.click()
        expect(section.locator(f'a[href="/games/{games[0]}"]')).to_have_count(1)
        expect(section.locator(f'a[href="/games/{games[-1]}"]')).to_have_count(1)
        expect(links).to_have_count(1)


def test_due_times_follow_the_clock_of_the_service(browser: Browser, site: Server) -> None:
    ada = site.player("Ada of a slow clock")
    started_game(ada, name="Half a day", clock={"allowance": "PT12H30M"})
    # these hours may end on the day after tomorrow
    started_game(ada, name="Two days", clock={"allowance": "PT46H30M"})
    with opened(browser, site.base, token=token(ada)) as page:
        page.add_init_script("const now = Date.now; Date.now = () => now() - 5 * 86_400_000")
        page.goto("/")
        expect(card(page, "Your games", "Half a day").locator("time")).to_have_text("due in 12 hours")
        expect(card(page, "Your games", "Two days").locator("time")).to_have_text("due in 1 day")


def test_a_late_table_that_waits_for_its_own_players_is_not_listed(browser: Browser, site: Server) -> None:
    owner, expected = site.player("Host of a cup"), identity(site.player("Late of a cup"))["id"]
    later = (datetime.now(UTC) + timedelta(days=30)).strftime("%Y-%m-%dT18:00:00Z")
    terms = {"ruleset": "minos", "seats": 2, "starts_at": later}
    games = {
        ok(owner.post("/v1/games", json={**terms, "name": name, "reserved": reserved})).json()["id"]
        for name, reserved in (("Table 1", {"0": expected, "1": "invitation"}), ("Table 2", {"0": expected}))
    }

    def started(route: Route) -> None:
        reply = route.fetch()
        page_of_games = reply.json()
        for game in page_of_games["items"]:
            if game["id"] in games:
                game["starts_at"] = "2026-11-20T18:00:00Z"
        route.fulfill(response=reply, json=page_of_games)

    with opened(browser, site.base, locale="en", timezone_id="UTC") as page:
        page.goto("/")
        for name in ("Table 1", "Table 2"):
            expect(card(page, "Open games", name)).to_contain_text("starts ")
        page.route("**/v1/games?status=open*", started)
        page.reload()
        expect(card(page, "Open games", "Table 2")).to_contain_text("has waited for players since Nov 20, 2026")
        expect(card(page, "Open games", "Table 1")).to_have_count(0)


def test_a_game_that_visitors_may_not_watch_is_looked_at_once(browser: Browser, site: Server) -> None:
    owner = site.player("Owner of hidden games")
    hidden = [started_game(owner, spectators="none", clock={"preset": "live"}) for _ in range(2)]
    with opened(browser, site.base, refused=hidden) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))

        def only(route: Route) -> None:
            reply = route.fetch()
            body = reply.json()
            rows = [row for row in body["items"] if row["id"] in hidden]
            route.fulfill(response=reply, json={**body, "items": rows, "next": None})

        page.route("**/v1/games?status=running*", only)
        page.goto("/")
        page.locator(".live").scroll_into_view_if_needed()
        until_heard(page, lambda: set(hidden) <= set(asked))
        # games that go on for longer are looked at after the others
        hidden.append(started_game(owner, spectators="none", clock={"preset": "correspondence"}))
        until_heard(page, lambda: hidden[-1] in asked)
        assert [asked.count(game) for game in hidden] == [1, 1, 1]
