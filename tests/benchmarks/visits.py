"""How soon a page can be used on a cheap phone: slow 4G, a processor that is four times slower, an empty cache.

`uv run python -m tests.benchmarks.visits [--checkout] [--visits N] [--profile FOLDER] [PAGE …]` measures the pages of a
wheel, which load bundles, or those of the checkout. It prints medians, and exits with 1 if a goal is missed. A machine
that does other work gives larger times. `--profile` writes a CPU profile of a visit of each page, which the developer
tools of Chromium open.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

import httpx
from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table

from tests.service.kit import next_decision, started_game
from tests.service.server import Server, StartedServer, running
from tests.web.browser import PHONE, launched, sign_in
from tests.web.release import serving_wheel, unpacked_wheel

VISITS = 5

NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6 * 1024 * 1024 / 8,
    "uploadThroughput": 750 * 1024 / 8,
}
"""Slow 4G as Lighthouse and the developer tools of Chromium define it: 150 ms, 1.6 Mbit/s, 750 kbit/s."""

SLOWER = 4
"""How many times slower the processor is."""

SETTLED = 3.0
"""Seconds after which a page that is ready has loaded what it loads later."""

TABLES = ("giganten", "siberia", "minos")
HOME = "home"

READY = {
    **dict.fromkeys(TABLES, "ludo-question :is(.choice, button.die)"),
    # the games of the person, of which one waits for a decision
    HOME: "ludo-lobby .card",
}
"""What makes a page ready: the own decision can be pressed; the own games are listed."""


class Goals(NamedTuple):
    """What a page may take: requests until it is ready, and times in milliseconds."""

    requests: int | None
    ready: int
    tbt: int
    lcp: int


TABLE_GOALS = Goals(12, 2_000, 300, 2_000)
GOALS: Mapping[str, Goals] = {**dict.fromkeys(TABLES, TABLE_GOALS), HOME: Goals(None, 1_500, 300, 1_500)}

OBSERVER = """(ready) => {
  const found = {ready: 0, lcp: 0, tasks: [], shift: 0, paint: 0};
  window.visit = found;
  const see = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take))
    .observe({type, buffered: true});
  see('largest-contentful-paint', ({startTime}) => { found.lcp = startTime; });
  see('longtask', ({startTime, duration}) => found.tasks.push([startTime, duration]));
  see('layout-shift', ({value, hadRecentInput}) => { if (!hadRecentInput) found.shift += value; });
  see('paint', ({name, startTime}) => { if (name === 'first-contentful-paint') found.paint = startTime; });
  const look = () => {
    if (found.ready) return;
    if (document.querySelector(ready)?.getClientRects().length) found.ready = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}"""


class Visit(NamedTuple):
    """What one visit took: requests until the page was ready and in all, milliseconds, bytes, the layout shift."""

    requests: float
    all_requests: float
    ready: float
    tbt: float
    lcp: float
    paint: float
    kilobytes: float
    shift: float


def visited(browser: Browser, server: Server, token: str, page_name: str, path: str, profile: Path | None) -> Visit:
    """Return what a visit with an empty cache takes."""
    context = browser.new_context(base_url=server.base, viewport=PHONE, has_touch=True, is_mobile=True, locale="en")
    try:
        sign_in(context, server.base, token)
        page = context.new_page()
        page.add_init_script(f"({OBSERVER})({json.dumps(READY[page_name])})")
        asked: list[float] = []
        session = cast("Any", context.new_cdp_session(page))
        received: list[int] = []

        def finish(event: dict[str, Any]) -> None:
            received.append(int(event["encodedDataLength"]))

        def ask(event: dict[str, Any]) -> None:
            asked.append(float(event["wallTime"]) * 1000)

        session.on("Network.loadingFinished", finish)
        session.on("Network.requestWillBeSent", ask)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", NETWORK)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        if profile is not None:
            session.send("Profiler.enable")
            session.send("Profiler.start")
        page.goto(path, wait_until="commit")
        page.wait_for_function("() => window.visit?.ready", timeout=120_000)
        if profile is not None:
            made = session.send("Profiler.stop")["profile"]
            (profile / f"{page_name}.cpuprofile").write_text(json.dumps(made))
        _settle(page)
        found: Any = page.evaluate("window.visit")
        ready_at = float(page.evaluate("performance.timeOrigin")) + found["ready"]
        return Visit(
            sum(moment <= ready_at for moment in asked),
            len(asked),
            found["ready"],
            sum(max(0, length - 50) for begin, length in found["tasks"] if begin + length > found["paint"]),
            found["lcp"],
            found["paint"],
            sum(received) / 1000,
            found["shift"],
        )
    finally:
        context.close()


def _settle(page: Page) -> None:
    began = time.monotonic()
    while time.monotonic() - began < SETTLED:
        page.wait_for_timeout(100)


def games_of(player: httpx.Client) -> dict[str, str]:
    """Start a game of each title in which the player is asked, and return the paths of all pages by name."""
    paths = {HOME: "/"}
    for title in TABLES:
        game = started_game(player, seats=3, ruleset=title)
        next_decision(player, game)
        paths[title] = f"/games/{game}"
    return paths


@contextmanager
def service(folder: Path, *, is_checkout: bool) -> Generator[Server]:
    """Serve the checkout, or a wheel that is built of it."""
    if is_checkout:
        with running(StartedServer(folder / "games.db")) as server:
            yield server
        return
    with serving_wheel(unpacked_wheel(folder), folder / "games.db") as server:
        yield server


def measured(names: list[str], visits: int, *, is_checkout: bool, profile: Path | None) -> dict[str, list[Visit]]:
    """Return the visits of each page, made in turn."""
    found: dict[str, list[Visit]] = {name: [] for name in names}
    with (
        tempfile.TemporaryDirectory(prefix="ludolog-visits-") as folder,
        service(Path(folder), is_checkout=is_checkout) as server,
    ):
        player = server.player("Ada visits")
        token = player.headers["Authorization"].removeprefix("Bearer ")
        paths = games_of(player)
        for browser in launched():
            for _ in range(visits):
                for name in names:
                    found[name].append(visited(browser, server, token, name, paths[name], None))
            # a profile costs time, so these visits do not count
            for name in names if profile is not None else ():
                visited(browser, server, token, name, paths[name], profile)
    return found


def main() -> int:
    """Measure pages and print medians; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pages", nargs="*", choices=[*GOALS, []], metavar="PAGE", help=", ".join(GOALS))
    parser.add_argument("--checkout", action="store_true", help="measure modules in place of bundles")
    parser.add_argument("--visits", type=int, default=VISITS, help="visits of each page")
    parser.add_argument("--profile", type=Path, help="a folder for CPU profiles")
    options = parser.parse_args()
    names = options.pages or list(GOALS)
    found = measured(names, options.visits, is_checkout=options.checkout, profile=options.profile)
    table = Table("page", "requests", "in all", "ready, ms", "TBT, ms", "LCP, ms", "paint", "kB", "CLS", "goals")
    is_missed = False
    for name, visits in found.items():
        middle = Visit(*(statistics.median(one[part] for one in visits) for part in range(len(Visit._fields))))
        goals = GOALS[name]
        missed = [part for part, goal in goals._asdict().items() if goal is not None and getattr(middle, part) > goal]
        is_missed = is_missed or bool(missed)
        times = [f"{value:,.0f}" for value in (middle.ready, middle.tbt, middle.lcp, middle.paint, middle.kilobytes)]
        least, most = min(one.ready for one in visits), max(one.ready for one in visits)
        times[0] += f" ({least:,.0f} to {most:,.0f})"
        told = "missed: " + ", ".join(missed) if missed else "met"
        table.add_row(name, f"{middle.requests:.0f}", f"{middle.all_requests:.0f}", *times, f"{middle.shift:.3f}", told)
    Console(width=160).print(table)
    return int(is_missed)


if __name__ == "__main__":
    sys.exit(main())
