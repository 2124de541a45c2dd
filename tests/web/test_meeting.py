"""Two people meet in a pool, play until one resigns, and play again; a challenge on a profile is answered anywhere."""

import re
import uuid

import httpx
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.replies import ok
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened, until_heard

TABLE = re.compile(r"/games/[0-9a-f-]{36}")


def signed_up(site: Server, name: str) -> tuple[str, httpx.Client]:
    """Return the token and the client of a new player."""
    client = site.player(f"{name} {uuid.uuid4().hex[:6]}")
    return client.headers["Authorization"].removeprefix("Bearer "), client


def me(who: httpx.Client) -> dict[str, str]:
    found: dict[str, str] = ok(who.get("/v1/me")).json()
    return found


def game_of(page: Page) -> str:
    """Return the game of the table to which a page has gone."""
    page.wait_for_url(TABLE)
    return page.url.rpartition("/")[2]


def wait_for_players(page: Page) -> None:
    page.goto("/")
    page.get_by_role("group", name="Minos").get_by_role("button", name="Wait for players: Minos, Live").click()


def test_two_people_meet_in_a_pool_play_and_play_again(browser: Browser, site: Server) -> None:
    (ada_token, ada), (bea_token, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    with (
        opened(browser, site.base, token=ada_token) as page,
        opened(browser, site.base, token=bea_token, viewport=PHONE) as phone,
    ):
        # who waits can cancel, and a reload goes on waiting
        wait_for_players(page)
        waits = page.get_by_text("You are waiting for other players: Minos, Live.")
        expect(waits).to_be_visible()
        page.reload()
        expect(waits).to_be_visible()
        assert_accessible(page)
        page.get_by_role("button", name="Cancel", exact=True).click()
        expect(waits).to_have_count(0)

        wait_for_players(page)
        expect(waits).to_be_visible()
        wait_for_players(phone)
        game = game_of(page)
        assert game_of(phone) == game

        ok(bea.post(f"/v1/games/{game}/resignations"), 201)
        for each in (page, phone):
            expect(each.get_by_role("heading", name="The game is over")).to_be_visible()
        page.get_by_role("button", name="Rematch", exact=True).click()
        expect(page.get_by_text("You want a rematch.")).to_be_visible()
        accept = phone.get_by_role("button", name="Accept the rematch")
        expect(accept).to_be_visible()
        for each in (page, phone):
            assert_accessible(each)
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        accept.click()
        phone.wait_for_url(lambda url: TABLE.search(url) is not None and game not in url)
        page.wait_for_url(lambda url: TABLE.search(url) is not None and game not in url)
        assert page.url == phone.url

    again = ok(ada.get(f"/v1/games/{page.url.rpartition('/')[2]}")).json()
    before = ok(ada.get(f"/v1/games/{game}")).json()
    seats = [[seat["resigned_player"] or seat["player"] for seat in each["seats"]] for each in (before, again)]
    assert (again["status"], seats[1]) == ("running", [*seats[0][1:], seats[0][0]])


def test_a_challenge_is_shown_where_the_player_is(browser: Browser, site: Server) -> None:
    (ada_token, ada), (bea_token, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    with (
        opened(browser, site.base, token=ada_token, refused=("/v1/challenges",)) as page,
        opened(browser, site.base, token=bea_token, viewport=PHONE) as phone,
    ):
        phone.goto("/rules/minos")
        page.goto(f"/players/{me(bea)['id']}")
        page.get_by_role("button", name="Challenge", exact=True).click()
        page.get_by_label("Rating", exact=True).select_option("not rated")
        page.get_by_label("Clock", exact=True).select_option("No clock")
        assert_accessible(page)
        page.get_by_role("button", name="Send the challenge").click()
        mine = page.get_by_role("region", name="Challenges")
        expect(mine).to_contain_text(f"You wait for {me(bea)['name']}: Minos, not rated, no clock.")
        hers = phone.get_by_role("region", name="Challenges")
        expect(hers).to_contain_text(f"{me(ada)['name']} challenges you: Minos, not rated, no clock.")
        hers.get_by_role("button", name="Decline").click()
        assert_accessible(phone)
        hers.get_by_role("button", name="Not now").click()
        expect(hers).to_have_count(0)
        expect(mine).to_contain_text(f"{me(bea)['name']} declines: Not now")
        mine.get_by_role("button", name="Hide").click()
        expect(mine).to_have_count(0)

        # by name, in the lobby; on the other side it waits until the page is looked at
        phone.goto("about:blank")
        page.goto("/")
        page.get_by_role("button", name="Challenge a player").click()
        field = page.get_by_label("Name of the player")
        field.fill("nobody of this name")
        field.press("Enter")
        expect(page.locator("#main").get_by_text("there is no player")).to_be_visible()
        field.fill(me(bea)["name"])
        field.press("Enter")
        expect(mine).to_contain_text("You wait for")
        phone.goto("/results")
        hers.get_by_role("button", name="Accept").click()
        game = game_of(phone)
        mine.get_by_role("link", name="To the game").click()
        assert game_of(page) == game


def test_an_old_list_does_not_hide_a_challenge_that_came_meanwhile(browser: Browser, site: Server) -> None:
    (_, ada), (bea_token, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    with opened(browser, site.base, token=bea_token) as page:
        # it would load pages past the route
        page.add_init_script("delete Navigator.prototype.serviceWorker")
        page.route("**/v1/challenges?*", hold)
        page.goto("/rules/minos")
        until_heard(page, lambda: held)
        ok(ada.post("/v1/challenges", json={"players": [me(bea)["id"]], "ruleset": "minos"}), 201)
        challenges = page.get_by_role("region", name="Challenges")
        expect(challenges).to_contain_text("challenges you")
        [(route, old)] = held
        with page.expect_response("**/v1/challenges?*"):
            route.fulfill(response=old)
        page.wait_for_timeout(1_000)
        expect(challenges).to_contain_text("challenges you")


def test_a_challenge_names_as_many_players_as_the_title_has_seats(browser: Browser, site: Server) -> None:
    (ada_token, _), (bea_token, bea), (_, cy), (_, dee) = (
        signed_up(site, name) for name in ("Ada", "Bea", "Cy", "Dee")
    )
    others = [me(who)["name"] for who in (bea, cy, dee)]
    with opened(browser, site.base, token=ada_token, viewport=PHONE, refused=("/v1/challenges",)) as page:
        page.goto("/")
        page.get_by_role("button", name="Challenge a player").click()
        page.get_by_label("Title", exact=True).select_option("Giganten")
        # three play at least: a bot has the seat for which nobody is named
        expect(page.get_by_text("Bots have the other seats")).to_be_visible()
        page.get_by_label("Name of the player").fill(others[0])
        add = page.get_by_role("button", name="Add a player")
        add.press("Enter")
        expect(page.get_by_label("Player 2", exact=True)).to_be_focused()
        expect(page.get_by_text("Bots have the other seats")).to_have_count(0)
        page.keyboard.type("nobody of this name")
        add.press("Enter")
        expect(page.get_by_label("Player 3", exact=True)).to_be_focused()
        page.keyboard.type(others[2])
        # four have seats
        expect(add).to_have_count(0)
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        page.get_by_role("button", name="Send the challenge").click()
        wrong = page.locator(".field", has=page.get_by_label("Player 2", exact=True))
        expect(wrong.get_by_text("there is no player")).to_be_visible()
        page.get_by_role("button", name="Remove player 2").press("Enter")
        expect(add).to_be_focused()
        expect(page.get_by_label("Player 2", exact=True)).to_have_value(others[2])
        add.press("Enter")
        page.keyboard.type(others[1])
        page.keyboard.press("Enter")
        sent = page.get_by_role("region", name="Challenges")
        expect(sent).to_contain_text("You wait for")
        for name in others:
            expect(sent).to_contain_text(name)
        expect(sent).to_contain_text("Giganten, rated")
    made = ok(bea.get("/v1/challenges")).json()["items"][0]
    assert (made["terms"]["seats"], made["terms"]["bots"]) == (4, [])

    # on a profile the player is known, and two more can be named
    with opened(browser, site.base, token=bea_token) as page:
        page.goto(f"/players/{me(cy)['id']}")
        page.get_by_role("button", name="Challenge", exact=True).click()
        expect(page.get_by_label("Name of the player")).to_have_count(0)
        page.get_by_role("button", name="Add a player").click()
        page.keyboard.type(others[2])
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="Challenges")).to_contain_text("You wait for")
    made = ok(dee.get("/v1/challenges")).json()["items"][0]
    assert (made["terms"]["ruleset"], made["terms"]["seats"]) == ("minos", 3)
