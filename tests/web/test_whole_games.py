"""Whole games in the browser: by mouse, and by keyboard alone. Their logs verify and repeat nothing."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.server import Server
from tests.web.browser import opened
from tests.web.test_table import signed_up

MOST = 400
"""More decisions than any of these games has."""

READY = ".finished .result, ludo-question.mine[aria-busy=false]"
"""The result, or an own decision that waits for its answer."""

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "giganten": (3, {"black_steps": 19, "train_start": 6}),
    "minos": (2, {"idle_limit": 5, "closed_fields": 8}),
}
"""Seats and options with which games are short."""


def started(client: httpx.Client, title: str) -> str:
    """Return the id of a running game of a person against random bots."""
    seats, options = GAMES[title]
    bots = {str(seat): "random" for seat in range(1, seats)}
    body = {"ruleset": title, "seats": seats, "options": options, "bots": bots}
    game: str = client.post("/v1/games", json=body).json()["id"]
    assert client.put(f"/v1/games/{game}/seats/0").status_code == 200
    assert client.post(f"/v1/games/{game}/start").status_code == 200
    return game


def played(page: Page, answer: Callable[[Page, int], None]) -> list[str]:
    """Answer each own decision until the end. Return the decisions that the page sent answers to."""
    sent: list[str] = []

    def on_request(request: Any) -> None:
        if request.url.endswith("/commands"):
            sent.append(json.loads(request.post_data or "")["decision"])

    page.on("request", on_request)
    for number in range(MOST):
        page.locator(READY).first.wait_for()
        if page.locator(".finished").count():
            return sent
        answer(page, number)
    raise AssertionError("the game has no end")


def by_mouse(page: Page, number: int) -> None:
    """Answer by presses on the rack of the board, if it has any; otherwise by the list. Dice stay as they are."""
    targets = page.locator(".board-rack button.target")
    chosen = page.locator(".confirm")
    for _ in range(4):
        if chosen.count() or not targets.count():
            break
        targets.nth(number % targets.count()).click()
    if not chosen.count():
        page.locator(".choice").first.click()
    confirmed(page, chosen.click)


def by_keyboard(page: Page, number: int) -> None:
    """Answer by the grid, or in turns by the search, and with Tab and Enter. Dice stay as they are."""
    chosen = page.locator(".confirm")
    if page.locator("button.die").count():
        page.keyboard.press("/")
    elif number % 2:
        page.keyboard.press("l")
        page.keyboard.press("Enter")
    if not chosen.count():
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        if page.evaluate("document.activeElement.matches('.search input')"):
            words = page.locator(".choice span").first.inner_text()
            page.keyboard.type(words.split()[-1])
        page.keyboard.press("Enter")
        expect(chosen).to_be_visible()
    confirmed(page, lambda: entered(page))


def entered(page: Page) -> None:
    """Press Enter on the button that confirms. It has the focus after a choice; from dice, Tab leads there."""
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('.confirm')"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not reach the button")


def confirmed(page: Page, press: Callable[[], None]) -> None:
    """Send the answer. It is accepted."""
    with page.expect_response(lambda response: response.url.endswith("/commands")) as reply:
        press()
    assert reply.value.status == 201


def assert_whole(client: httpx.Client, game: str, page: Page, sent: list[str]) -> None:
    """Raise AssertionError unless the page shows the result, and the log verifies and has each answer once."""
    places = client.get(f"/v1/games/{game}/result").json()["places"]
    ranks = page.locator(".result tbody tr td:first-child").all_inner_texts()
    assert ranks == [str(place["rank"]) for place in places]
    assert client.get(f"/v1/games/{game}/verification").json()["valid"]
    assert len(sent) == len(set(sent)) == answers(client, game)


def answers(client: httpx.Client, game: str) -> int:
    """Return how many events of the log are the first of an answer of seat 0."""
    title = client.get(f"/v1/games/{game}").json()["ruleset"]
    found, after = 0, 0
    while items := client.get(f"/v1/games/{game}/events?after={after}&limit=200").json()["items"]:
        records = [item["record"] for item in items]
        own = [record for record in records if record["seat"] == 0 and record["type"].startswith(f"{title}.")]
        found += sum(record["cause"] == record["version"] for record in own)
        after = records[-1]["version"]
    return found


@pytest.mark.timeout(600)
@pytest.mark.parametrize("title", GAMES)
def test_a_whole_game_by_mouse(browser: Browser, site: Server, title: str) -> None:
    token, client = signed_up(site, f"Whole {title}")
    game = started(client, title)
    with opened(browser, site.base, token=token) as page:
        page.goto(f"/games/{game}")
        sent = played(page, by_mouse)
        assert_whole(client, game, page, sent)


@pytest.mark.timeout(600)
def test_a_whole_game_by_keyboard_alone(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Keyboard alone")
    game = started(client, "minos")
    with opened(browser, site.base, token=token) as page:
        page.goto(f"/games/{game}")
        sent = played(page, by_keyboard)
        assert_whole(client, game, page, sent)
