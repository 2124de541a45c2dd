"""Whole games in the browser: by mouse, by keyboard alone, by ear on a phone. Their logs verify and repeat nothing."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.replies import ok
from tests.service.server import Server
from tests.web.browser import PHONE, opened
from tests.web.test_table import signed_up

MOST = 200
"""More decisions than any of these games has."""

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "giganten": (3, {"black_steps": 19, "train_start": 6}),
    "siberia": (4, {"standstill": 3, "take_back": False}),
    "minos": (2, {"idle_limit": 5, "closed_fields": 8}),
}
"""Seats and options with which games are short."""

BY_LIST = 0.4
"""How often the last choice of the list is taken instead of another one."""

READY = """
new Promise((done) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const middle = (node) => {
    const {x, y, width, height} = node.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  // the middle of the box around an area may lie in another area: there the dot says where to press
  const at = (mark) => (mark.matches('.on-path') ? '.point' : '.ring');
  let frames = 2;
  const look = () => {
    const isOver = document.querySelector('.finished .result') !== null;
    const isReady = isOver || document.querySelector('ludo-question.mine[aria-busy=false]');
    // the board takes its size in the frame after a change
    if (!isReady) frames = 2;
    if (frames--) return requestAnimationFrame(look);
    const rings = all('.mark.target').map((mark) => [mark.dataset.ring, ...middle(mark.querySelector(at(mark)))]);
    done({
      isOver,
      prepared: document.querySelector('ludo-table').answer?.prepared.length ?? 0,
      isChosen: document.querySelector('.confirm') !== null,
      hasDice: document.querySelector('button.die') !== null,
      onMap: rings.filter(([, x, y]) => document.elementFromPoint(x, y)?.closest('.board-frame')),
      near: document.querySelectorAll('.board-rack button.target').length,
      choices: document.querySelectorAll('.choice').length,
    });
  };
  requestAnimationFrame(look);
})
"""
"""Waits for the result, or for an own decision that waits for its answer. Returns what may be pressed."""


def started(client: httpx.Client, title: str) -> str:
    """Return the id of a running game of a person against random bots."""
    seats, options = GAMES[title]
    bots = {str(seat): "random" for seat in range(1, seats)}
    body = {"ruleset": title, "seats": seats, "options": options, "bots": bots}
    game: str = ok(client.post("/v1/games", json=body)).json()["id"]
    assert client.put(f"/v1/games/{game}/seats/0").status_code == 200
    assert client.post(f"/v1/games/{game}/start").status_code == 200
    return game


def played(page: Page, answer: Callable[[Page, Random, Any], None]) -> list[str]:
    """Answer each own decision until the end. Return the decisions that the page sent answers to."""
    sent: list[str] = []

    def on_request(request: Request) -> None:
        if request.url.endswith("/commands"):
            sent.append(json.loads(request.post_data or "")["decision"])

    page.on("request", on_request)
    rng = Random(1)
    for _ in range(MOST):
        state = page.evaluate(READY)
        if state["isOver"]:
            return sent
        answer(page, rng, state)
    raise AssertionError("the game has no end")


def by_mouse(page: Page, rng: Random, state: Any) -> None:
    """Answer by presses on the map and on the rack of the board, or by the list. Dice stay as they are."""
    # the last choices of the list end turns: without them, games are several times as long
    by_list = rng.random() < BY_LIST
    for _ in range(5):
        if by_list or state["isChosen"] or not (state["onMap"] or state["near"]):
            break
        at = rng.randrange(len(state["onMap"]) + state["near"])
        if at < state["near"]:
            page.locator(".board-rack button.target").nth(at).click()
        else:
            state = pressed_on_map(page, state, state["onMap"][at - state["near"]])
            continue
        state = page.evaluate(READY)
    if not state["isChosen"]:
        at = state["choices"] - 1 if by_list else rng.randrange(min(3, state["choices"]))
        page.locator(".choice").nth(at).click()
    confirmed(page, page.locator(".confirm").click)


PRESSES = 3
"""An event that draws the board again between press and release takes the press away: people press again."""


def pressed_on_map(page: Page, before: Any, target: list[Any]) -> Any:
    """Press a target on the map, which chooses it unless the map has moved since. Return what may be pressed then."""
    place, x, y = target
    for _ in range(PRESSES):
        page.mouse.click(x, y)
        page.evaluate("new Promise(requestAnimationFrame)")
        # where targets lie one over another, the one under the pointer is meant
        chosen = page.evaluate("document.querySelector('ludo-board').chosen")
        state = page.evaluate(READY)
        # a token is prepared, and the next one may have the same target
        is_prepared = state["prepared"] > before["prepared"]
        if place in chosen or is_prepared or target not in state["onMap"]:
            return state
    raise AssertionError(place)


def by_keyboard(page: Page, rng: Random, state: Any) -> None:
    """Answer by the grid, or in turns by the search, and with Tab and Enter. Dice stay as they are."""
    chosen = page.locator(".confirm")
    if state["hasDice"]:
        page.keyboard.press("/")
    elif rng.random() < 0.5:
        page.keyboard.press("l")
        page.keyboard.press("Enter")
    if not chosen.count():
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        if page.evaluate("document.activeElement.matches('.search input')"):
            choices = page.locator(".choice")
            found = choices.last if rng.random() < BY_LIST else choices.first
            words = found.locator("span").first.inner_text()
            page.keyboard.type(words.split()[-1])
        page.keyboard.press("Enter")
        chosen.wait_for()
    confirmed(page, lambda: entered(page))


def entered(page: Page) -> None:
    """Press Enter on the button that confirms. It has the focus after a choice; from dice, Tab leads there."""
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('.confirm')"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not reach the button")


SEND = re.compile(r"^(Confirm|Keep the dice|Leave the dice as they are|Place \d+ tokens?)$")
"""The names of the button that sends an answer."""


def by_ear(page: Page, rng: Random, state: Any) -> None:
    """Answer as a screen reader on a phone leads: by taps on controls with roles and names, in the named regions."""
    question = page.get_by_role("region", name="Question")
    assert question.get_by_role("heading", name="Your turn").count() == 1
    send = question.get_by_role("button", name=SEND)
    is_last = rng.random() < BY_LIST
    for _ in range(PRESSES):
        if state["isChosen"]:
            break
        more = question.get_by_role("button", name=re.compile(r"^All \d+$"))
        if is_last and more.count():
            more.tap()
        listed = question.get_by_role("listitem").get_by_role("button")
        (listed.last if is_last else listed.first).tap()
        state = page.evaluate(READY)
    # with what the question says, if there is no such button
    expect(send).to_be_visible()
    confirmed(page, send.tap)


def confirmed(page: Page, press: Callable[[], None]) -> None:
    """Send the answer. It is accepted."""
    with page.expect_response(lambda response: response.url.endswith("/commands")) as reply:
        press()
    assert reply.value.status == 201


def assert_whole(client: httpx.Client, game: str, page: Page, sent: list[str]) -> None:
    """Raise AssertionError unless the page shows the result, and the log verifies and has each answer once."""
    places = ok(client.get(f"/v1/games/{game}/result")).json()["places"]
    ranks = page.locator(".result tbody tr td:first-child").all_inner_texts()
    assert ranks == [str(place["rank"]) for place in places]
    assert ok(client.get(f"/v1/games/{game}/verification")).json()["valid"]
    assert len(sent) == len(set(sent)) == answers(client, game)


def answers(client: httpx.Client, game: str) -> int:
    """Return how many events of the log are the first of an answer of seat 0."""
    title = ok(client.get(f"/v1/games/{game}")).json()["ruleset"]
    found, after = 0, 0
    while items := ok(client.get(f"/v1/games/{game}/events?after={after}&limit=200")).json()["items"]:
        records = [item["record"] for item in items]
        own = [record for record in records if record["seat"] == 0 and record["type"].startswith(f"{title}.")]
        found += sum(record["cause"] == record["version"] for record in own)
        after = records[-1]["version"]
    return found


# the map and the rack of Minos are pressed in `test_a_person_plays_the_first_turns_of_minos_by_mouse`
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("title", "press"), [("giganten", by_mouse), ("siberia", by_mouse), ("minos", by_keyboard)])
def test_a_whole_game_by_mouse_or_by_keyboard_alone(
    browser: Browser, site: Server, title: str, press: Callable[[Page, Random, Any], None]
) -> None:
    token, client = signed_up(site, f"Whole {title}")
    game = started(client, title)
    # nobody looks at the pieces on their way: without it, a fifth of the work
    with opened(browser, site.base, token=token, reduced_motion="reduce") as page:
        page.goto(f"/games/{game}")
        sent = played(page, press)
        assert_whole(client, game, page, sent)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("title", GAMES)
def test_a_whole_game_by_ear_on_a_phone(browser: Browser, site: Server, title: str) -> None:
    token, client = signed_up(site, f"Hears all of {title}")
    game = started(client, title)
    phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    with opened(browser, site.base, token=token, locale="en", reduced_motion="reduce", **phone) as page:
        page.goto(f"/games/{game}")
        sent = played(page, by_ear)
        assert_whole(client, game, page, sent)
        # who has won, and why the game is over, can be heard
        assert page.get_by_role("region", name="Question").get_by_role("table").get_by_role("row").count() >= 3
