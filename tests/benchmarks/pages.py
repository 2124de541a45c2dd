"""Pages in the browser: the first paint of what matters, the bytes of a first visit, and a move on another screen."""

import json
import statistics
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import httpx
from playwright.sync_api import Browser, Page

from tests.benchmarks.rounds import Row
from tests.service.imported import import_golden
from tests.service.kit import first_choice, own_decision, started_game
from tests.service.server import Server, serving
from tests.web.browser import CHROMIUM, launched, opened

GOLDEN = "siberia-1-busy-2"
PAINTED, THROTTLING = 1_000, 4
"""Milliseconds to the first meaningful paint, with a processor that is slower by a factor."""
FIRST_VISIT = 200_000
"""Bytes of a page with all that it loads, with an empty cache."""
LINE = 1_000_000
REACHED = 300
"""Milliseconds from the request of a move to its event on the screens of others."""
ROUNDS = 5
MOVES = 60

PAGES: Mapping[str, tuple[str, str]] = {
    "lobby": ("/", "main .card"),
    "table": ("/games/{running}", ".ludolog-board .piece"),
    "replay": ("/games/{ended}?at=200", ".ludolog-board .piece"),
    "rule book": ("/rules/minos", "main h2"),
}
"""The address of each page, and what is meaningful on it."""

_PAINT = """(wanted) => {
  window.painted = null;
  const look = () => {
    if (!document.querySelector(wanted)) return requestAnimationFrame(look);
    // the frame that shows it ends before the next one begins
    requestAnimationFrame(() => { window.painted = performance.now(); });
  };
  requestAnimationFrame(look);
}"""

_PAINTED = (
    "() => new Promise((done) => { (function look() { window.painted ? done(painted) : setTimeout(look, 5); })(); })"
)

_SEEN = """() => {
  window.seen = {};
  const state = document.querySelector('ludo-table').state;
  state.addEventListener('change', () => requestAnimationFrame(() => { window.seen[state.version] ??= Date.now(); }));
}"""

_SHOWN = """(wanted) => new Promise((done) => {
  (function look() {
    const [, at] = Object.entries(window.seen).find(([version]) => Number(version) >= wanted) ?? [];
    at ? done(at) : setTimeout(look, 5);
  })();
})"""


def rows() -> list[Row]:
    """Compare each page with its goals; no rows without a browser."""
    if CHROMIUM is None:
        return []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        games = import_golden(folder, [GOLDEN])
        with serving(folder / "games.db") as server:
            running = started_game(server.player("Ada"), ruleset="siberia", seats=4)
            addresses = {"running": running, "ended": games[GOLDEN]}
            return [
                row
                for browser in launched()
                for row in (*_visits(browser, server.base, addresses), _moves(browser, server))
            ]


def _visits(browser: Browser, base: str, games: Mapping[str, str]) -> list[Row]:
    found: list[Row] = []
    for name, (address, wanted) in PAGES.items():
        visits = [visit(browser, base, address.format(**games), wanted, THROTTLING) for _ in range(1 + ROUNDS)]
        # the first visit makes what the service keeps in memory
        times = [milliseconds for milliseconds, _ in visits[1:]]
        weight = max(weight for _, weight in visits)
        budget = tuple(PAINTED / each for each in times)
        what = f"{name}: first meaningful paint, 1 s at {THROTTLING} x throttling"
        found.append(Row(what, 1000 / statistics.median(times), 1000 / PAINTED, budget, ">= 1"))
        what = f"{name}: {weight:,} bytes of a first visit, as visits over a line of 1 MB/s"
        found.append(Row(what, LINE / weight, LINE / FIRST_VISIT, (FIRST_VISIT / weight,), ">= 1"))
    return found


def visit(browser: Browser, base: str, address: str, wanted: str, throttling: float = 1) -> tuple[float, int]:
    """Open a page with an empty cache; return the milliseconds to its first meaningful paint, and its bytes."""
    with opened(browser, base, first_visit=True) as page:
        network = cast("Any", page.context.new_cdp_session(page))
        network.send("Network.enable")
        weights: list[int] = []

        def count(event: dict[str, Any]) -> None:
            weights.append(int(event["encodedDataLength"]))

        network.on("Network.loadingFinished", count)
        _throttle(network, throttling)
        page.add_init_script(f"({_PAINT})({json.dumps(wanted)})")
        page.goto(address)
        painted = float(page.evaluate(_PAINTED))
        _throttle(network, 1)
        page.wait_for_load_state("load")
    return painted, sum(weights)


def _throttle(session: Any, rate: float) -> None:
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})


def _moves(browser: Browser, server: Server) -> Row:
    """Return how long moves take to the screen of a spectator."""
    player = server.player("Mover")
    game = started_game(player, ruleset="giganten", seats=3)
    with opened(browser, server.base) as page:
        page.goto(f"/games/{game}")
        page.locator("ludo-board .piece").first.wait_for()
        page.evaluate(_SEEN)
        times = sorted(each for _ in range(MOVES) if (each := _move(player, game, page)) is not None)
    late = statistics.quantiles(times, n=20)[-1]
    what = f"a move on the screen of a spectator, {len(times)} moves: p95 {late:.0f} ms of {REACHED}"
    return Row(what, 1000 / statistics.median(times), 1000 / REACHED, (REACHED / late,), ">= 1")


def _move(player: httpx.Client, game: str, page: Page) -> float | None:
    """Answer a decision; return the milliseconds until the spectator's screen shows it, None after the end."""
    decision = own_decision(player, game)
    if decision is None:
        return None
    body = first_choice(decision)
    began = time.time() * 1000
    reply: dict[str, Any] = player.post(f"/v1/games/{game}/commands", json=body).json()
    return float(page.evaluate(_SHOWN, reply["receipt"]["version"])) - began
