"""The replay in the browser: the time of a step, from the press to the laid out page."""

import statistics
import tempfile
from pathlib import Path

from tests.benchmarks.rounds import Row
from tests.service.imported import import_golden
from tests.service.server import serving
from tests.web.browser import CHROMIUM, launched, opened

GAMES = {
    "giganten": "giganten-1-kurz-4-careful-0.2.0",
    "siberia": "siberia-1-busy-2",
    "minos": "minos-1-advanced-2-random",
}
"""Games of about a thousand events."""
MILLISECONDS = 16
"""A frame of a screen."""
ROUNDS = 3
STEPS = 200

STEPPED = """async ([offset, steps]) => {
  const replay = document.querySelector('ludo-replay');
  const {first, last} = replay.history;
  const times = [];
  for (let step = 0; step < steps; step += 1) {
    const version = first + (offset + step) % (last - first);
    const began = performance.now();
    replay.scrub(version);
    // elements render in microtasks
    for (let turn = 0; turn < 8; turn += 1) await null;
    document.querySelector('ludo-table').getBoundingClientRect();
    times.push(performance.now() - began);
    await new Promise(requestAnimationFrame);
  }
  return times;
}"""
"""Steps through a game event by event, and returns the milliseconds of each step, with its layout."""


def rows() -> list[Row]:
    """Compare the 99th percentile of the steps through a game of each title with a frame; no rows without a browser."""
    if CHROMIUM is None:
        return []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        games = import_golden(folder, GAMES.values())
        with serving(folder / "games.db") as server:
            return [_of(server.base, title, games[name]) for title, name in GAMES.items()]


def _of(base: str, title: str, game: str) -> Row:
    found: list[float] = []
    for browser in launched():
        with opened(browser, base) as page:
            page.goto(f"/games/{game}?at=0&as=full")
            page.locator(".replay-slider").wait_for()
            times = [page.evaluate(STEPPED, [turn * STEPS, STEPS]) for turn in range(1 + ROUNDS)]
            # the first round compiles the code
            found = [statistics.quantiles(one, n=100)[-1] for one in times[1:]]
    budget = tuple(MILLISECONDS / one for one in found)
    return Row(f"{title}: 99th of 100 replay steps, 16 ms", statistics.median(found), MILLISECONDS, budget, ">= 1")
