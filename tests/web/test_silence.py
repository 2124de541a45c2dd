"""Pages whose connection dies without an end: a proxy forwards nothing and closes nothing."""

import contextlib
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from tests.replies import ok
from tests.service.kit import open_game
from tests.service.server import Server
from tests.service.wire import wire_to
from tests.waiting import until
from tests.web.browser import opened
from tests.web.test_lobby import token
from tests.web.test_table import own_turn, started_game

SILENCE = 41_000
"""Milliseconds after which a page replaces a silent stream, and a second."""


def decide(client: httpx.Client, game: str) -> None:
    """Make a move, past the proxy of the page."""
    [own] = ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]
    body: dict[str, Any] = {"decision": own["id"], "command": own["choices"][0]["command"]}
    ok(client.post(f"/v1/games/{game}/commands", json=body), 201)


def caught_up(page: Page, shown: Locator) -> None:
    """Let time pass until something is shown. The browser has further connections that are frozen, and tries each.

    Time that passes before a new stream has begun ends it, too: a slow machine gets more and more of its own time.
    """
    for attempt in range(8):
        page.clock.fast_forward(SILENCE)
        with contextlib.suppress(AssertionError):
            expect(shown).to_be_visible(timeout=3_000 * (attempt + 1))
            return
    expect(shown).to_be_visible()


def settled(page: Page, asked: set[Request]) -> None:
    """Wait until the page waits for no answer: a request that hangs keeps one of the browser's few connections."""

    def is_at_rest() -> bool:
        page.wait_for_timeout(300)
        return not asked

    until(is_at_rest)


def asked_by(page: Page) -> set[Request]:
    """Return the requests of a page that have no answer yet, besides its streams, as they come and go."""
    found: set[Request] = set()

    def ask(request: Request) -> None:
        if "stream" not in request.url:
            found.add(request)

    def end(request: Request) -> None:
        found.discard(request)

    page.on("request", ask)
    page.on("requestfinished", end)
    page.on("requestfailed", end)
    return found


@pytest.mark.parametrize(
    ("language", "words"), [("en", "not up to date"), ("de", "nicht aktuell"), ("it", "non aggiornati")]
)
def test_a_table_behind_a_frozen_proxy_says_so_and_catches_up(
    browser: Browser, site: Server, language: str, words: str
) -> None:
    player = site.player(f"Frozen {language}")
    game = started_game(player, "giganten")
    with wire_to(site.port) as wire, opened(browser, wire.base, token=token(player), lost=True) as page:
        page.clock.install()
        asked = asked_by(page)
        page.goto(f"/games/{game}?lang={language}")
        expect(page.locator("ludo-question[aria-busy=false] .choice").first).to_be_visible()
        settled(page, asked)
        before = page.locator(".event").count()
        wire.freezes_new = True
        wire.freeze()
        decide(player, game)
        page.clock.fast_forward(SILENCE)
        expect(page.locator(".strip.lost")).to_contain_text(words)
        assert page.locator(".event").count() == before
        wire.freezes_new = False
        caught_up(page, page.locator(".event").nth(before))
        expect(page.locator(".strip.lost")).to_have_count(0)


def test_a_lobby_behind_a_frozen_proxy_says_so_and_catches_up(browser: Browser, site: Server) -> None:
    player = site.player("Frozen lobby")
    with wire_to(site.port) as wire, opened(browser, wire.base, lost=True) as page:
        page.clock.install()
        asked = asked_by(page)
        page.goto("/")
        expect(page.get_by_role("region", name="Open games").get_by_role("alert")).to_have_count(0)
        open_game(player, name="Before the frost")
        expect(page.get_by_text("Before the frost")).to_be_visible()
        settled(page, asked)
        wire.freezes_new = True
        wire.freeze()
        open_game(player, name="After the frost")
        page.clock.fast_forward(SILENCE)
        expect(page.locator(".notice")).to_contain_text("not up to date")
        expect(page.get_by_text("After the frost")).to_have_count(0)
        wire.freezes_new = False
        caught_up(page, page.get_by_text("After the frost"))
        expect(page.locator(".notice")).to_have_count(0)


def test_a_table_that_becomes_visible_again_reads_at_once_what_its_stream_has_missed(
    browser: Browser, site: Server
) -> None:
    player = site.player("Hidden")
    game = started_game(player, "giganten")
    with wire_to(site.port) as wire, opened(browser, wire.base, token=token(player), lost=True) as page:
        page.goto(f"/games/{game}")
        own_turn(page)
        before = page.locator(".event").count()
        # as if the device had slept: no timer of the page has run, and nothing was lost yet
        wire.freeze()
        decide(player, game)
        shown = page.locator(".event").nth(before)
        for _ in range(8):
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            with contextlib.suppress(AssertionError):
                expect(shown).to_be_visible(timeout=1_500)
                break
        expect(shown).to_be_visible()
        expect(page.locator(".strip.lost")).to_have_count(0)
