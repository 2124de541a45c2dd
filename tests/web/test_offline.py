"""Without connection: a page of one's own, and the last state of the own games, until the person signs out."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.kit import started_game
from tests.service.server import Server, serving
from tests.waiting import until
from tests.web.accessibility import assert_accessible
from tests.web.browser import opened, sign_in

CACHES = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) => [
  name, (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname)])))"""

WITHIN = 60
"""Seconds in which a page keeps a game, or deletes what is kept."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "games.db") as running:
        yield running


def secret_of(player: httpx.Client) -> str:
    return player.headers["Authorization"].removeprefix("Bearer ")


def kept_in(page: Page) -> dict[str, list[str]]:
    """Return the addresses in the caches of the site, by the name of the cache."""
    found: Any = page.evaluate(CACHES)
    return found


def visit(page: Page, path: str) -> None:
    """Follow a link. `goto` would take the request that is sent while the worker starts for the page itself."""
    page.evaluate("(path) => location.assign(path)", path)


def await_caches(page: Page, is_there: Callable[[list[str]], bool]) -> None:
    """Wait until the names and addresses of what is kept are as wanted. `wait_for_function` awaits no promise."""
    deadline = time.monotonic() + WITHIN
    while not is_there([part for name, paths in kept_in(page).items() for part in (name, *paths)]):
        assert time.monotonic() < deadline, kept_in(page)
        page.wait_for_timeout(100)


def await_kept(page: Page, game: str) -> None:
    """Wait until a game can be read without connection."""
    await_caches(page, lambda kept: {"/offline", f"/offline/games/{game}"} <= set(kept))
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")


def await_forgotten(page: Page) -> None:
    """Wait until nothing of a person is kept."""
    # only the names: to open a cache while it is being deleted makes it again
    until(lambda: not any(name.startswith("own-") for name in page.evaluate("caches.keys()")))


def test_the_last_state_of_an_own_game_is_read_without_connection(browser: Browser, server: Server) -> None:
    ada = server.player("Ada travels")
    game, unnamed = started_game(ada, ruleset="minos", name="By train"), started_game(ada, ruleset="siberia")
    with opened(browser, server.base, token=secret_of(ada), lost=True) as page:
        for one in (unnamed, game):
            page.goto(f"/games/{one}")
            await_kept(page, one)
        server.stop()
        visit(page, f"/games/{game}")
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        expect(page.get_by_role("heading", name="By train")).to_be_visible()
        expect(page.get_by_text("It may have changed since.")).to_be_visible()
        expect(page.locator("ludo-board .piece").first).to_be_attached()
        assert_accessible(page)
        # any other page of the site, too
        visit(page, "/tournaments")
        expect(page.get_by_role("button", name="By train")).to_be_visible()
        expect(page.get_by_role("button", name="Siberia")).to_be_visible()
        server.restart()
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading", name="Tournaments", exact=True)).to_be_visible()


def test_nothing_of_a_person_stays_after_signing_out(browser: Browser, server: Server) -> None:
    ada = server.player("Ada leaves")
    game = started_game(ada, ruleset="minos")
    with opened(browser, server.base, token=secret_of(ada), lost=True, refused=("/stream",)) as page:
        page.goto(f"/games/{game}")
        await_kept(page, game)
        # the same person in another page of the browser, which goes on
        other = page.context.new_page()
        other.goto("/account")
        other.get_by_role("button", name="Sign out").click()
        other.wait_for_url("**/")
        await_forgotten(page)
        page.wait_for_timeout(1_500)
        assert not [name for name in kept_in(other) if name.startswith("own-")]
        server.stop()
        visit(other, f"/games/{game}")
        expect(other.get_by_role("heading", name="No connection")).to_be_visible()
        expect(other.locator("ludo-board")).to_have_count(0)


def test_a_session_that_ended_elsewhere_leaves_nothing(browser: Browser, server: Server) -> None:
    ada = server.player("Ada is robbed")
    game = started_game(ada, ruleset="siberia")
    with opened(browser, server.base, token=secret_of(ada)) as page:
        page.goto(f"/games/{game}")
        await_kept(page, game)
        page.context.clear_cookies()
        page.goto("/about")
        await_forgotten(page)


def test_a_visitor_keeps_nothing(browser: Browser, server: Server) -> None:
    ada = server.player("Ada is watched")
    game = started_game(ada, ruleset="minos")
    with opened(browser, server.base) as page:
        page.goto(f"/games/{game}")
        page.locator("ludo-board .piece").first.wait_for(state="attached")
        page.wait_for_timeout(4_000)
        assert kept_in(page) == {}
        assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0


def test_another_person_who_signs_in_finds_nothing(browser: Browser, server: Server) -> None:
    """The first person's session ended elsewhere, and the page of the game is still open in this browser."""
    ada, ben = server.player("Ada is away"), server.player("Ben borrows")
    game = started_game(ada, ruleset="minos")
    with opened(browser, server.base, token=secret_of(ada), lost=True, refused=("/stream",)) as page:
        page.goto(f"/games/{game}")
        await_kept(page, game)
        page.context.clear_cookies()
        sign_in(page.context, server.base, secret_of(ben))
        other = page.context.new_page()
        other.goto("/about")
        await_forgotten(page)
        # the game goes on in the page of the first person, which keeps it no more
        page.evaluate(
            """() => {
              const {state} = document.querySelector('ludo-table');
              state.events = state.events.slice(0, -1);
              state.dispatchEvent(new Event('change'));
            }"""
        )
        page.wait_for_timeout(2_500)
        assert not [name for name in kept_in(other) if name.startswith("own-")]
