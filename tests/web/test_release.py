"""The pages of a release: what an installed wheel serves. They load bundles, and work as those of a checkout do."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.benchmarks.visits import OBSERVER
from tests.replies import ok
from tests.service.kit import next_decision, open_game, started_game
from tests.service.server import Server
from tests.structure.documents import ROOT
from tests.web.boards import GAMES
from tests.web.browser import PHONE, REQUIRED, opened
from tests.web.release import CAN_BUNDLE, WHY_NOT, serving_wheel, unpacked_wheel

MOST = 12
"""Requests of a table until the person who is asked can decide, with an empty cache."""

OWN_DECISION = "ludo-question :is(.choice, button.die)"

PAGES = (
    *("/", "/new", "/players", "/leaderboards/minos", "/results", "/account", "/account/notifications"),
    *("/account/tokens/new", "/account/reports", "/verify", "/rules", "/rules/minos", "/tournaments"),
    *("/tournaments/new", "/transparency", "/bots", "/about", "/offline", "/embed/results"),
)


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not CAN_BUNDLE and not REQUIRED:
        pytest.skip(WHY_NOT)
    folder: Path = tmp_path_factory.mktemp("release")
    with serving_wheel(unpacked_wheel(folder), folder / "games.db") as server:
        yield server


@pytest.fixture(scope="module")
def ada(release: Server) -> httpx.Client:
    return release.player("Ada installs")


def secret_of(player: httpx.Client) -> str:
    return player.headers["Authorization"].removeprefix("Bearer ")


def paths_of(page: Page) -> list[str]:
    """Return a list to which the requests of a page are added."""
    found: list[str] = []
    page.on("request", lambda request: found.append(urlsplit(request.url).path))
    return found


def modules_in(paths: list[str]) -> list[str]:
    return [path for path in paths if path.endswith(".js")]


@pytest.mark.parametrize("title", GAMES)
def test_a_table_is_ready_after_few_requests(browser: Browser, release: Server, ada: httpx.Client, title: str) -> None:
    game = started_game(ada, ruleset=title)
    # bots may decide first
    next_decision(ada, game)
    with opened(browser, release.base, token=secret_of(ada), viewport=PHONE, first_visit=True) as page:
        sent: list[tuple[float, str]] = []
        session = cast("Any", page.context.new_cdp_session(page))

        def note(event: dict[str, Any]) -> None:
            sent.append((float(event["wallTime"]) * 1000, urlsplit(str(event["request"]["url"])).path))

        session.on("Network.requestWillBeSent", note)
        session.send("Network.enable")
        page.add_init_script(f"({OBSERVER})({json.dumps(OWN_DECISION)})")
        page.goto(f"/games/{game}")
        page.wait_for_function("() => window.visit?.ready")
        ready = float(page.evaluate("performance.timeOrigin + window.visit.ready"))
        asked = [path for moment, path in sent if moment <= ready]
        assert len(asked) <= MOST, asked
        assert all("/bundles/" in path for path in modules_in(asked)), asked
        assert len(modules_in(asked)) == len(set(modules_in(asked))) <= 3
        assert len([path for path in asked if path.endswith(".css")]) == 1


def test_a_decision_is_made_at_a_table_of_a_release(browser: Browser, release: Server, ada: httpx.Client) -> None:
    game = started_game(ada, ruleset="siberia")
    before = next_decision(ada, game)["id"]
    with opened(browser, release.base, token=secret_of(ada)) as page:
        page.goto(f"/games/{game}")
        page.locator(".choice").first.click()
        page.locator(".confirm").click()
        expect(page.locator("ludo-board .piece").first).to_be_attached()
        page.wait_for_function("() => !document.querySelector('.confirm')")
    assert next_decision(ada, game)["id"] != before


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_a_release_loads_its_bundles(
    browser: Browser, release: Server, ada: httpx.Client, path: str
) -> None:
    with opened(browser, release.base, token=secret_of(ada), locale="de") as page:
        paths = paths_of(page)
        page.goto(path)
        expect(page.locator(".loading, .skeleton")).to_have_count(0)
        page.wait_for_load_state("load")
        assert all("/bundles/" in each for each in modules_in(paths)), paths
        # each script is defined: an element of the page has rendered
        undefined = "[...document.querySelectorAll(':not(:defined)')].map(({localName}) => localName)"
        page.wait_for_function(f"() => {undefined}.length === 0")


@pytest.mark.parametrize("address", ["/games/{game}?at=1", "/embed/games/{game}", "/games/{open}"])
def test_pages_of_games_load_their_bundles(browser: Browser, release: Server, ada: httpx.Client, address: str) -> None:
    games = {"game": started_game(ada, ruleset="minos"), "open": open_game(ada, ruleset="minos")}
    with opened(browser, release.base, token=secret_of(ada)) as page:
        paths = paths_of(page)
        page.goto(address.format(**games))
        wanted = "ludo-opening button" if "{open}" in address else "ludo-board .piece"
        page.locator(wanted).first.wait_for(state="attached")
        page.wait_for_load_state("load")
        assert all("/bundles/" in each for each in modules_in(paths)), paths
        page.wait_for_function("() => !document.querySelector(':not(:defined)')")


def test_an_embed_does_not_load_the_table(browser: Browser, release: Server, ada: httpx.Client) -> None:
    game = started_game(ada, ruleset="minos")
    with opened(browser, release.base) as page:
        paths = paths_of(page)
        page.goto(f"/embed/games/{game}")
        page.locator("ludo-board .piece").first.wait_for(state="attached")
        assert not [path for path in paths if path.endswith("/table.js")]


def test_bundles_never_change_and_name_their_sources(release: Server) -> None:
    client = release.client()
    page = ok(client.get("/")).text
    scripts = re.findall(r'<script type="module" src="([^"]+)"', page)
    assert len(scripts) == 3
    for script in scripts:
        reply = ok(client.get(script))
        assert reply.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert reply.headers["content-type"].startswith("text/javascript")
        name = re.search(r"//# sourceMappingURL=(\S+)$", reply.text.strip())
        assert name
        sources = json.loads(ok(client.get(script.rpartition("/")[0] + "/" + name[1])).content)
        assert any(source.endswith(".js") for source in sources["sources"])
        assert all(sources["sourcesContent"])
        assert str(ROOT) not in json.dumps(sources["sources"])
    (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    assert ok(client.get(sheet)).headers["cache-control"] == "public, max-age=31536000, immutable"
    # the sources stay what a checkout serves
    module = ok(client.get(re.sub(r"bundles/.*", "js/table/table.js", scripts[0]))).text
    assert "import {TableState} from './state.js';" in module
