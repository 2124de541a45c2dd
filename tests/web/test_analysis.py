"""The analysis in the replay of a finished game."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.imported import import_golden
from tests.service.server import Server, serving
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened

GIGANTEN, MINOS = "giganten-1-goblins-2006-3-careful", "minos-1-short-3-careful"
TABS = ("Luck", "Paid and returned", "Time used", "Scores and draws")


class Finished(NamedTuple):
    """A server with finished games, by the names of their golden files."""

    server: Server
    games: dict[str, str]

    def analysis(self, name: str) -> dict[str, Any]:
        """Return the analysis of a game as the API has it."""
        return self.server.client().get(f"/v1/games/{self.games[name]}/analysis").json()


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    folder = tmp_path_factory.mktemp("analysis")
    games = import_golden(folder, (GIGANTEN, MINOS))
    with serving(folder / "games.db") as server:
        yield Finished(server, games)


def open_analysis(page: Page, game: str) -> None:
    """Go to the replay of a game, and open its analysis."""
    page.goto(f"/games/{game}?at=100")
    expect(page.get_by_role("slider", name="Version")).to_be_visible()
    more = page.get_by_role("button", name="More controls")
    if more.is_visible():
        more.click()
    page.get_by_role("button", name="Analysis").click()
    expect(page.get_by_role("tab", name="Luck")).to_have_attribute("aria-selected", "true")


def test_it_shows_luck_returns_and_times_and_leads_to_their_moments(browser: Browser, finished: Finished) -> None:
    found = finished.analysis(GIGANTEN)
    with opened(browser, finished.server.base) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"/games/{finished.games[GIGANTEN]}?at=100")
        expect(page.get_by_role("slider", name="Version")).to_be_visible()
        # nothing of it is loaded before it is opened
        assert not [url for url in asked if "analysis" in url]
        open_analysis(page, finished.games[GIGANTEN])

        luck = page.get_by_role("region", name="Luck")
        licences = next(total for total in found["luck"]["totals"] if total["measure"] == "licences")
        row = luck.get_by_role("row", name=re.compile("Value of licences dealt"))
        expect(row.get_by_role("cell").first).to_contain_text(f"{licences['excess']:+.1f}")
        expect(row.get_by_role("cell").first).to_contain_text(f"{licences['actual']}, expected")

        # the arrow keys change tabs
        page.get_by_role("tab", name="Luck").press("ArrowRight")
        expect(page.get_by_role("tab", name="Paid and returned")).to_be_focused()
        scores = page.get_by_role("region", name="Where the scores come from").get_by_role(
            "row", name=re.compile("Score")
        )
        assert scores.get_by_role("cell").all_inner_texts() == [f"{score:,}" for score in found["scores"][-1]["scores"]]
        auctions = [line for line in found["returns"]["lines"] if line["kind"] == "auction"]
        rows = page.get_by_role("region", name="Auction").locator("tbody tr")
        assert rows.count() == len(auctions)

        # a link closes the dialog and goes to the moment
        rows.nth(1).get_by_role("link").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(page.get_by_role("slider", name="Version")).to_have_value(str(auctions[1]["version"]))


def test_axe_finds_nothing_in_any_tab(browser: Browser, finished: Finished) -> None:
    with opened(browser, finished.server.base, viewport=PHONE) as page:
        open_analysis(page, finished.games[MINOS])
        for tab in TABS:
            page.get_by_role("tab", name=tab).click()
            expect(page.get_by_role("tabpanel", name=tab)).to_be_visible()
            assert_accessible(page, "dialog[open]")
            # only tables scroll sideways
            assert page.evaluate("document.querySelector('dialog[open]').scrollWidth") <= page.evaluate("innerWidth")
