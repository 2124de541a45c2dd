"""What the live region announces during a replay, held by a golden file; translated in German and Italian."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.imported import serving_golden
from tests.service.server import Server
from tests.web.browser import opened

GAME = "minos-1-directed-voyages"
KEYS = ".......>>]]}et,<[{i"
"""The keys that are pressed, from the first version on: events, decisions, turns, rounds, and the questions."""

GOLDEN = Path(__file__).parent / "data/announcements.json"

WATCHED = """
() => {
  const region = document.getElementById('live');
  window.announced = new Promise((done) => {
    new MutationObserver(() => done(region.textContent.trim()))
      .observe(region, {childList: true, characterData: true, subtree: true});
  });
}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    with serving_golden(tmp_path_factory.mktemp("announcements"), (GAME,)) as found:
        yield found.server, found.games[GAME]


def announced(page: Page, game: str) -> list[str]:
    """Return what is announced after each key."""
    page.goto(f"/games/{game}?at=1")
    expect(page.locator(".board-past")).to_be_visible()
    expect(page.locator(".event").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    found: list[str] = []
    for key in KEYS:
        # at the end, the history of the present is loaded
        expect(page.locator(".event").first).to_be_visible()
        page.evaluate(WATCHED)
        page.keyboard.press(key)
        found.append(page.evaluate("window.announced"))
    return found


def test_announcements_are_those_of_the_golden_file(browser: Browser, game: tuple[Server, str]) -> None:
    server, name = game
    found: dict[str, list[str]] = {}
    for language in ("en", "de", "it"):
        with opened(browser, server.base, locale=language) as page:
            found[language] = announced(page, name)
    golden = json.loads(GOLDEN.read_text())
    assert found == golden
    # each sentence is in another language: names of players and places are no sentences
    english = set(found["en"])
    assert english.isdisjoint(found["de"])
    assert english.isdisjoint(found["it"])
