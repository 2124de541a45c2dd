"""The button of the lobby that starts a game against bots."""

import re

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.replies import ok
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_lobby import identity, token


def players_of(page: Page, client: httpx.Client) -> tuple[str, list[str]]:
    """Wait for the table of a game, and return the status and the players of the game."""
    page.wait_for_url("**/games/*")
    game = ok(client.get(f"/v1/games/{page.url.rpartition('/')[2]}")).json()
    return game["status"], [seat["player"] for seat in game["seats"]]


@pytest.mark.parametrize(("title", "seats"), [("Giganten", 3), ("Siberia", 2), ("Minos", 2)])
def test_a_visitor_plays_against_bots_in_one_press(browser: Browser, site: Server, title: str, seats: int) -> None:
    with opened(browser, site.base, viewport=PHONE, locale="en") as page:
        page.goto("/")
        page.get_by_role("button", name=f"Play against bots: {title}").click()
        status, (own, *others) = players_of(page, site.client())
        assert (status, len(others) + 1) == ("running", seats)
        assert own.startswith("player:")
        assert all(player.startswith("bot:") for player in others)
        # what the page shows first has a heading, too
        expect(page.locator(".first")).to_have_count(0)
        expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()


def test_a_player_plays_against_bots_in_one_press(browser: Browser, site: Server) -> None:
    ada = site.player("Ada against bots")
    with opened(browser, site.base, token=token(ada), locale="en") as page:
        page.goto("/")
        page.get_by_role("button", name="Play against bots: Minos").focus()
        assert_accessible(page)
        page.keyboard.press("Enter")
        assert players_of(page, ada) == ("running", [identity(ada)["id"], "bot:careful"])


def test_a_refusal_is_shown_at_the_button(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, refused=("/v1/games",), locale="en") as page:
        page.route(
            re.compile("/v1/games$"),
            lambda route: route.fulfill(
                status=429, json={"code": "too-many-games", "title": "Too many games", "detail": "Wait an hour."}
            ),
        )
        page.goto("/")
        page.get_by_role("button", name="Play against bots: Minos").click()
        expect(page.locator("ludo-against-bots [role=alert]")).to_contain_text("Wait an hour.")
        expect(page.get_by_role("button", name="Play against bots: Minos")).to_be_enabled()


def test_a_second_press_goes_on_where_the_first_one_failed(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, refused=("/start",), locale="en") as page:
        starts = re.compile("/start$")
        page.route(
            starts,
            lambda route: route.fulfill(status=409, json={"code": "x", "title": "Refused", "detail": "Not yet."}),
        )
        page.goto("/")
        button = page.get_by_role("button", name="Play against bots: Minos")
        button.click()
        expect(page.locator("ludo-against-bots [role=alert]")).to_contain_text("Not yet.")
        page.unroute(starts)
        # the seat is taken already, with the same entropy
        button.click()
        assert players_of(page, site.client())[0] == "running"


def test_a_seat_that_was_left_is_taken_with_other_entropy(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, refused=("/start",), locale="en") as page:
        starts = re.compile("/start$")
        refusal = {"code": "x", "title": "Refused", "detail": "Not yet."}
        page.route(starts, lambda route: route.fulfill(status=409, json=refusal))
        page.goto("/")
        button = page.get_by_role("button", name="Play against bots: Minos")
        with page.expect_request(starts) as start:
            button.click()
        expect(page.locator("ludo-against-bots [role=alert]")).to_contain_text("Not yet.")
        game = start.value.url.removesuffix("/start")
        # as another tab does
        left = page.evaluate("url => fetch(url, {method: 'DELETE'}).then(({status}) => status)", f"{game}/seats/0")
        assert left == 204
        page.unroute(starts)
        button.click()
        assert players_of(page, site.client())[0] == "running"
    events = [event["record"] for event in ok(site.client().get(f"{game}/events")).json()["items"]]
    taken = [event["data"] for event in events if event["type"] == "game.seat_taken"]
    first, second = (data["entropy"] for data in taken if data["seat"] == 0)
    assert first != second


def test_a_page_that_the_browser_has_kept_can_start_another_game(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        page.goto("/")
        button = page.get_by_role("button", name="Play against bots: Minos")
        expect(button).to_be_enabled()
        # the state in which the page is left
        page.evaluate(
            "document.querySelectorAll('ludo-against-bots').forEach((one) => {one.isBusy = true; one.update()})"
        )
        expect(button).to_be_disabled()
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
        expect(button).to_be_enabled()
