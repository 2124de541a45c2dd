"""The first visit of a page: what its head names, what it asks the API for, what it weighs, and what it shows first."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.service.imported import import_golden
from tests.service.kit import started_game
from tests.service.server import Server, serving
from tests.web.browser import opened

LONG = "siberia-1-busy-2"
"""A game of more than a thousand events."""
HEAVIEST, HEAVIEST_REPLAY = 200_000, 225_000
"""Bytes of a page with all that it loads, with an empty cache. A replay has the pieces of each version."""

PAGES = {
    "lobby": ("/", "main .card"),
    "table": ("/games/{running}", "ludo-board .piece"),
    "end": ("/games/{ended}", "ludo-board .piece"),
    "replay": ("/games/{ended}?at=200", "ludo-board .piece"),
    "private": ("/games/{private}", "ludo-board .piece"),
}
"""Pages by name: the address, and what a visitor waits for."""

NOTHING_LATER = """const soon = window.setTimeout;
window.setTimeout = (run, delay = 0, ...rest) => (delay < 500 ? soon(run, delay, ...rest) : 0);"""
"""A script for a page: what it plans to do half a second later is no part of a visit, however slow the machine is.

Half a second after its table, a page follows what others want of the player. Seconds later, pages keep what is needed
without connection, and a question loads the button that sends its answer.
"""


class Site(NamedTuple):
    """A server with games, by what is in the addresses of the pages."""

    server: Server
    games: dict[str, str]
    player: httpx.Client

    @property
    def token(self) -> str:
        """The token of the player."""
        return self.player.headers["Authorization"].removeprefix("Bearer ")


class Visit:
    """The requests of a page."""

    def __init__(self, page: Page) -> None:
        self.paths: list[str] = []
        self.named: list[str] = []
        """The addresses of the modules that the page names."""
        self.bytes = 0
        page.on("request", lambda request: self.paths.append(_path(request.url)))
        network = cast("Any", page.context.new_cdp_session(page))
        network.send("Network.enable")
        network.on("Network.loadingFinished", self._loaded)

    def _loaded(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])

    @property
    def modules(self) -> set[str]:
        """The modules that were loaded."""
        return {path for path in self.paths if path.endswith(".js")}

    @property
    def asked(self) -> list[str]:
        """The requests to the API."""
        return [path for path in self.paths if path.startswith("/v1/")]


def _path(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("first")
    imported = import_golden(folder, [LONG])
    with serving(folder / "games.db") as server:
        ada = server.player("Ada comes first")
        made = {
            "running": started_game(ada, ruleset="siberia", seats=4),
            "private": started_game(ada, ruleset="minos", seats=2, visibility="private"),
            "ended": imported[LONG],
        }
        yield Site(server, made, ada)


@pytest.fixture(scope="module")
def visits(browser: Browser, games: Site) -> dict[str, Visit]:
    """One visit of each page."""
    return {name: visited(browser, games, name) for name in PAGES}


def visited(browser: Browser, site: Site, name: str) -> Visit:
    """Return the first visit of a page, up to when it shows what matters."""
    address, wanted = PAGES[name]
    with opened(browser, site.server.base, token=site.token, first_visit=True) as page:
        visit = Visit(page)
        page.add_init_script(NOTHING_LATER)
        page.goto(address.format(**site.games))
        page.locator(wanted).first.wait_for()
        page.wait_for_load_state()
        visit.named = page.evaluate(
            """[document, ...[...document.querySelectorAll('template')].map(({content}) => content)]
                .flatMap((part) => [...part.querySelectorAll('[rel=modulepreload], script')])
                .map((one) => one.href ?? one.src)"""
        )
        expect(page.locator(".loading, .skeleton")).to_have_count(0)
    return visit


@pytest.mark.parametrize("name", ["lobby", "table", "end", "replay"])
def test_a_page_names_the_modules_that_it_loads_and_no_others(visits: dict[str, Visit], name: str) -> None:
    visit = visits[name]
    # they watch an open stream: no page waits for them
    loaded = {path for path in visit.modules if not re.search(r"/js/core/(silence|waiting)", path)}
    assert loaded == {_path(url) for url in visit.named if url}
    assert len(loaded) == len(visit.named)


@pytest.mark.parametrize("name", ["table", "end", "replay", "private"])
def test_a_table_asks_for_each_thing_once(visits: dict[str, Visit], name: str) -> None:
    asked = visits[name].asked
    assert len(asked) == len(set(asked))
    parts = [re.sub(r"/v1/games/[^/?]+", "", path).split("?")[0] for path in asked]
    # the page of a running game has them for its players
    is_given = name in {"table", "private"}
    assert ("/view" in parts) != is_given
    assert ("/views" in parts) == (name == "replay")
    assert ("/events" in parts) == (name == "end")
    assert "/decisions" not in parts


@pytest.mark.parametrize("name", ["lobby", "table", "end", "replay"])
def test_a_first_visit_weighs_at_most_so_many_bytes(visits: dict[str, Visit], name: str) -> None:
    assert 20_000 < visits[name].bytes <= (HEAVIEST_REPLAY if name == "replay" else HEAVIEST)


def test_the_head_of_a_private_game_says_nothing_of_it(games: Site) -> None:
    found = [client.get(f"/games/{games.games['private']}").text for client in (games.server.client(), games.player)]
    assert found[0] == found[1]
    assert "minos" not in found[0].replace("/leaderboards/minos", "")


@pytest.mark.parametrize("name", ["running", "ended"])
def test_nothing_of_the_present_shows_while_the_past_is_loaded(browser: Browser, games: Site, name: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with opened(browser, games.server.base, token=games.token) as page:
        page.route("**/views*", hold)
        page.goto(f"/games/{games.games[name]}?at=7")
        side, last = page.locator("ludo-table > .side"), page.locator("ludo-table > .stage .round")
        expect(side).to_have_text("Loading the replay…")
        # the page has the board of that version; its modules show neither this one nor that of the present
        expect(page.locator(".first .ludolog-board")).to_be_visible()
        expect(
            page.locator(":is(ludo-board, .first ~ *) :is(.piece, .player, .event, ludo-question, .finished)")
        ).to_have_count(0)
        expect(last).to_have_count(0)
        held[0].continue_()
        expect(page.locator(".board-past")).to_contain_text("Version 7 of")
        expect(page.get_by_role("button", name="Back to the present")).to_be_visible()
        expect(page.locator("ludo-question")).to_have_count(0)
        assert len(held) == 1
