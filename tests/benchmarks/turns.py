"""Slow answers beside hostile clients: 8 addresses that have 32 requests for slow computations in flight each.

A client of another address asks for answers that are cached, and for some that are not. The ratio is the limit to the
time within which 99 of 100 were answered. The same client alone, in the same run, shows what the machine does.
`python -m tests.benchmarks.turns PORT SECONDS GAME…` are the hostile clients, in a process of their own.
"""

import asyncio
import itertools
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.load import reply, request
from tests.benchmarks.rounds import Row
from tests.service.imported import import_golden
from tests.service.server import StartedServer, running

ADDRESSES, IN_FLIGHT = 8, 32
SECONDS = 12.0
ROUNDS = 3
CACHED_WITHIN, UNCACHED_WITHIN = 0.1, 2.0
"""The limits in seconds."""

PACE, UNCACHED_PACE = 0.05, 2.0
"""Seconds between two requests of the client."""

WARM_UP = 3.0
"""Seconds until the hostile clients have begun."""

GAMES = (
    *("giganten-1-inflation-on", "giganten-1-clocked-18", "giganten-1-goblins-2006-3-random"),
    *("siberia-1-money_public-False", "minos-1-clocked-4", "minos-1-directed-voyages"),
)
LANGUAGES = ("", "&lang=en", "&lang=de", "&lang=it")
FIRST, LAST = 60, 100
"""Versions between the start and the end of every game."""


class Times(NamedTuple):
    """The seconds of the answers of a client, cached and not."""

    cached: Sequence[float]
    uncached: Sequence[float]


def rows() -> list[Row]:
    """Compare the times of another client with the limits, and with its times on the same service alone."""
    settings = {"LUDOLOG_TRUSTED_PROXIES": "127.0.0.1", "LUDOLOG_RATE_LIMIT": "0"}
    with tempfile.TemporaryDirectory(prefix="ludolog-") as name:
        games = list(import_golden(Path(name), GAMES).values())
        with running(StartedServer(Path(name) / "games.db", {}, **settings)) as server:
            wanted = _uncached(games)
            rounds = [_round(server.port, games, wanted) for _ in range(ROUNDS)]
    return [
        *_rows("cached", CACHED_WITHIN, [(alone.cached, crowded.cached) for alone, crowded in rounds]),
        *_rows("uncached", UNCACHED_WITHIN, [(alone.uncached, crowded.uncached) for alone, crowded in rounds]),
    ]


def _round(port: int, games: Sequence[str], wanted: Iterator[str]) -> tuple[Times, Times]:
    """Return the times of the client alone, and beside the hostile clients."""
    alone = asyncio.run(_times(port, games, wanted, SECONDS / 2))
    command = [sys.executable, "-m", "tests.benchmarks.turns", f"{port}", f"{SECONDS + WARM_UP}", *games]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as hostile:
        time.sleep(WARM_UP)
        crowded = asyncio.run(_times(port, games, wanted, SECONDS))
        answers, _ = hostile.communicate()
    print(f"load average {os.getloadavg()[0]:.1f}; answers to the hostile clients by status: {answers.strip()}")
    return alone, crowded


def _rows(what: str, limit: float, rounds: Sequence[tuple[Sequence[float], Sequence[float]]]) -> list[Row]:
    alone, ours = [_p99(each) for each, _ in rounds], [_p99(each) for _, each in rounds]
    name, rate = f"{what} answers, p99 of {len(rounds[0][1])}", 1 / statistics.median(ours)
    idle = tuple(one / other for one, other in zip(alone, ours, strict=True))
    return [
        Row(f"{name}: {limit * 1000:.0f} ms", rate, 1 / limit, tuple(limit / each for each in ours), ">= 1"),
        Row(f"{name}: alone", rate, 1 / statistics.median(alone), idle, "for information"),
    ]


def _p99(times: Sequence[float]) -> float:
    return sorted(times)[math.ceil(0.99 * len(times)) - 1]


async def _times(port: int, games: Sequence[str], wanted: Iterator[str], seconds: float) -> Times:
    """Return the times of a client that asks at an even pace."""
    kept = [f"/v1/games/{game}/{path}" for game in games for path in ("views", "analysis")]
    # so that they are cached
    for path in kept:
        await _time(port, path)
    until = time.monotonic() + seconds
    both = (_paced(port, itertools.cycle(kept), PACE, until), _paced(port, wanted, UNCACHED_PACE, until))
    cached, uncached = await asyncio.gather(*both)
    return Times(cached, uncached)


def _uncached(games: Sequence[str]) -> Iterator[str]:
    """Return paths of answers that are not cached: views from another version, and pictures."""
    for at in range(FIRST, LAST):
        for number, game in enumerate(games):
            if (at + number) % 2:
                yield f"/v1/games/{game}/views?as=full&from={at}{LANGUAGES[at % 4]}"
            else:
                yield f"/embed/games/{game}/picture.png?at={at}&lang=de"


async def _paced(port: int, paths: Iterator[str], pace: float, until: float) -> list[float]:
    """Ask for one path after another; those that come due meanwhile are asked for at once."""
    asked: list[asyncio.Task[float]] = []
    due = time.monotonic()
    while due < until:
        asked.append(asyncio.create_task(_time(port, next(paths))))
        due += pace
        await asyncio.sleep(max(0.0, due - time.monotonic()))
    return list(await asyncio.gather(*asked))


async def _time(port: int, path: str) -> float:
    began = time.perf_counter()
    status = await _status(port, path, "198.51.100.1")
    assert status == 200, f"{status}: {path}"
    return time.perf_counter() - began


async def _status(port: int, path: str, address: str) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request("GET", path, headers=(f"X-Forwarded-For: {address}", "Accept-Encoding: gzip")))
    status, _, _ = await reply(reader)
    writer.close()
    return status


async def _attack(port: int, seconds: float, games: Sequence[str]) -> Counter[int]:
    """Keep the requests of all hostile addresses in flight; returns how many were answered, by status."""
    answers, rng, until = Counter[int](), random.Random(1), time.monotonic() + seconds

    async def ask(address: str) -> None:
        while time.monotonic() < until:
            game, at, lang = rng.choice(games), rng.randrange(FIRST, LAST), rng.choice(LANGUAGES)
            path = rng.choice(
                (
                    f"/v1/games/{game}/views?from={at}{lang}",
                    f"/v1/games/{game}/views?from={at}&to={at + rng.randrange(9)}{lang}",
                    f"/embed/games/{game}/picture.png?at={at}{lang}",
                    f"/v1/games/{game}/analysis",
                )
            )
            answers[await _status(port, path, address)] += 1

    clients = [ask(f"203.0.113.{number}") for number in range(ADDRESSES) for _ in range(IN_FLIGHT)]
    try:
        async with asyncio.timeout(seconds):
            await asyncio.gather(*clients)
    except TimeoutError:
        # the last answers are not awaited
        pass
    return answers


if __name__ == "__main__":
    _, number, length, *attacked = sys.argv
    print(dict(asyncio.run(_attack(int(number), float(length), attacked))))
