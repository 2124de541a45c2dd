"""A step of the board in the browser: a new view with its targets, rendered and painted, against a frame of 16 ms."""

import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.benchmarks.rounds import Row
from tests.service.server import serving
from tests.web.boards import GAMES, devtools, show_board, views_of
from tests.web.browser import launched, opened

FRAME = 0.016
STEPS = 240
"""Steps in a row from the middle of a game, where most pieces are on the board."""

WARM = 30
"""Steps before them, while the browser compiles the code."""

_PREPARE = """
(views) => {
  const board = document.querySelector('ludo-board');
  const places = [...board.querySelectorAll('[data-kind]')].map((node) => node.id);
  const EVERY = Math.ceil(places.length / 20);
  window.step = (number) => new Promise((done) => {
    board.view = views[number];
    board.targets = places.filter((_, place) => (place + number) % EVERY === 0);
    board.changed = new Map([[places[number % places.length], number % 3]]);
    requestAnimationFrame(() => requestAnimationFrame(done));
  });
  return board.querySelectorAll('.ludolog-board *, [role=gridcell]').length;
}
"""


def rows() -> list[Row]:
    """Return for each title how many times the 99th percentile of a step fits into a frame."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "board.db") as server:
        return [_row(title, server.base) for title in GAMES]


def _row(title: str, base: str) -> Row:
    views = views_of(title)
    start = max(0, len(views) // 2 - STEPS // 2)
    for browser in launched():
        with opened(browser, base) as page:
            show_board(page, title, views[start])
            elements = page.evaluate(_PREPARE, views[start : start + STEPS])
            times = _times(page)
            last = sorted(times)[int(len(times) * 0.99)]
            what = (
                f"step of the board of {title}: steps, {elements} elements, p99 {last * 1000:.1f} ms of a frame of 16"
            )
            return Row(what, 1 / statistics.median(times), 1 / FRAME, (FRAME / last,), ">= 1")
    raise AssertionError("there is no browser")


def _times(page: Page) -> Sequence[float]:
    """Return the processor time of the page's main thread in each step: scripts, style, layout and paint."""
    send = devtools(page)
    send("Performance.enable", {"timeDomain": "threadTicks"})

    def used() -> float:
        metrics: list[dict[str, Any]] = send("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    for step in range(WARM):
        page.evaluate(f"step({step})")
    times: list[float] = []
    for step in range(STEPS):
        before = used()
        page.evaluate(f"step({step})")
        times.append(used() - before)
    return times
