"""No request holds the interpreter lock for long: what it calls in native code would stop all other requests.

A thread beside the service ticks. The processor time of the process between two of its ticks is the time for which
another thread kept the lock: the interpreter takes the lock from Python code after each switch interval, and from
native code never. Unlike the wall clock, processor time does not count what other processes of the machine do. What
remains of them is measured beside a thread of plain Python.
"""

import asyncio
import contextlib
import gc
import gzip
import os
import sys
import threading
import time
from collections.abc import AsyncGenerator, Generator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from service.app import create_app
from service.core.settings import Settings
from service.features import FEATURES
from service.openapi.document import document, document_bytes, lines_of
from tests.games.golden_games import FOLDER
from tests.service.imported import import_golden

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

MOST = 0.005
"""Seconds of processor time for which the lock may be held, more than beside plain Python."""

SWITCHING = 0.0005
"""The switch interval in seconds: the time for which Python code holds the lock."""

TRIES = 5
"""How often a request may be sent. Native code that holds the lock holds it each time, at the same part of the work."""

PARTS = 20
"""The parts of the work of a request, by processor time. Other processes make ticks late in any of them."""

FIRST, APART = 60, 11
"""The versions that are asked for: of the first try, and how far apart those of the tries are."""

GAMES = {
    "giganten": "giganten-1-inflation-on",
    "minos": "minos-1-directed-voyages",
    "siberia": "siberia-1-money_public-False",
}

LINES = {"Content-Type": "application/x-ndjson"}


class Ask(NamedTuple):
    """A request that costs more than others; `{}` is another version in each try, so that no cache has the answer."""

    path: str
    method: str = "GET"
    body: bytes = b""


REQUESTS = [
    Ask("/openapi.json"),
    *(
        Ask(path)
        for path in ("/rules", "/docs/SPEC.md", "/v1/rulesets", "/v1/games?limit=200", "/v1/results?limit=200")
    ),
    *(Ask(f"/rules/{title}") for title in GAMES),
    *(Ask(f"/v1/rulesets/{title}/board.svg") for title in GAMES),
    *(
        Ask(path.replace("GAME", title))
        for title in GAMES
        for path in (
            "/v1/games/GAME/views?as=full&lang=de",
            "/v1/games/GAME/views?as=seat:1&lang=it",
            "/v1/games/GAME/views?from={}",
            "/v1/games/GAME/analysis",
            "/v1/games/GAME/verification",
            "/v1/games/GAME/bundle",
            "/v1/games/GAME/result",
            "/v1/games/GAME/events?limit=1000&lang=de",
            "/embed/games/GAME/picture.svg?at={}",
            "/embed/games/GAME/picture.png?at={}",
            "/embed/games/GAME",
            "/games/GAME?at={}",
        )
    ),
    Ask("/v1/verifications", "POST", b"x" * (8 << 20)),
    Ask("/v1/verifications", "POST", b'{"a":1}\n' * (1 << 17)),
    *(
        Ask("/v1/verifications", "POST", gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()))
        for name in GAMES.values()
    ),
]


class Ticking(threading.Thread):
    """Notes the processor time of the process at each tick."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._ticks = [time.process_time()]
        self._ends = False

    def run(self) -> None:
        with contextlib.suppress(PermissionError):
            # a tick is late because of the lock, and not because of other processes
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), -20)
        while not self._ends:
            time.sleep(SWITCHING)
            self._ticks.append(time.process_time())

    def end(self) -> list[float]:
        """Stop; returns the most seconds for which the lock was held in each part of the work.

        A part has those of its neighbours, too: the same work ends a little earlier or later.
        """
        self._ends = True
        self.join()
        first, last = self._ticks[0], self._ticks[-1]
        most = [0.0] * PARTS
        for before, now in pairwise(self._ticks):
            part = min(PARTS - 1, int((now - first) / (last - first) * PARTS))
            for near in range(max(0, part - 1), min(PARTS, part + 2)):
                most[near] = max(most[near], now - before)
        return most


@contextlib.contextmanager
def switching_often() -> Generator[None]:
    """Let threads of Python code switch often, without the garbage collector, which the service freezes."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCHING)
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        sys.setswitchinterval(before)


@contextlib.asynccontextmanager
async def served(folder: Path, player: str) -> AsyncGenerator[httpx.AsyncClient]:
    """Serve the games of a folder in this process, to a player."""
    app: Any = create_app(Settings(database=f"sqlite:///{folder}/games.db", rate_limit=0))
    transport = httpx.ASGITransport(app)
    async with (
        app.lifespan(),
        httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60) as client,
    ):
        made = await client.post("/v1/players", json={"name": player})
        assert made.status_code == 201, made.text
        client.headers["Authorization"] = f"Bearer {made.json()['token']}"
        yield client


def beside_plain_python() -> float:
    """Return the seconds for which plain Python seems to hold the lock."""
    ticking, until = Ticking(), time.process_time() + 0.3
    ticking.start()
    while time.process_time() < until:
        pass
    return max(ticking.end())


async def held(client: httpx.AsyncClient, ask: Ask, version: int) -> list[float]:
    """Return the seconds for which a request held the lock, in each part of its work."""
    ticking = Ticking()
    ticking.start()
    headers = LINES if ask.body else {}
    reply = await client.request(ask.method, ask.path.replace("{}", f"{version}"), content=ask.body, headers=headers)
    most = ticking.end()
    assert reply.status_code == 200, f"{ask.path}: {reply.text[:500]}"
    return most


async def longest(folder: Path, games: dict[str, str]) -> dict[str, float]:
    """Return the least seconds of all tries for which each request held the lock, more than plain Python."""
    found: dict[str, list[float]] = {}
    asks = REQUESTS
    for number in range(TRIES):
        plain = beside_plain_python()
        document_bytes.cache_clear()
        async with served(folder, f"Ada {number}") as client:
            for ask in asks:
                path = ask.path
                for title, name in GAMES.items():
                    path = path.replace(f"games/{title}", f"games/{games[name]}")
                name = f"{ask.method} {ask.path} {ask.body[:8]!r}"
                parts = await held(client, ask._replace(path=path), FIRST + APART * number)
                least = found.get(name, [1.0] * PARTS)
                found[name] = [min(before, part - plain) for before, part in zip(least, parts, strict=True)]
        asks = [ask for ask in asks if max(found[f"{ask.method} {ask.path} {ask.body[:8]!r}"]) > MOST]
    return {name: max(parts) for name, parts in found.items()}


def test_no_request_holds_the_interpreter_lock(tmp_path: Path) -> None:
    games = import_golden(tmp_path, GAMES.values())
    with switching_often():
        found = asyncio.run(longest(tmp_path, games))

    assert {path: f"{seconds * 1000:.1f} ms" for path, seconds in found.items() if seconds > MOST} == {}


def test_the_document_is_freed_while_it_is_written() -> None:
    made = document(FEATURES)

    written = b"".join(lines_of(made, 0)) + b"\n"

    # freeing all of it at once would hold the lock for some milliseconds
    assert made == {}
    assert written == document_bytes(FEATURES)
