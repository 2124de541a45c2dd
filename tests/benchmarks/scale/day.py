"""A day of simulated players: reads, streams and commands at given rates, against a service on a large database.

Requests come at times of chance, as those of independent players do. A latency counts from the moment at which a
request should have been sent, so that a slow answer delays no other request out of the figures.
"""

import asyncio
import contextlib
import os
import random
import statistics
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.values import Value
from service.core.store.store import Store
from tests.benchmarks.load import await_port, reply, request
from tests.benchmarks.scale.games import player_id
from tests.benchmarks.scale.making import ask, token_of
from tests.benchmarks.scale.measures import processor_seconds
from tests.service.server import free_port

CONNECTIONS = 64
"""Connections for requests. A request that finds none free waits, and the wait counts."""

GAMES = 2_000
"""Running games that are watched and played."""

MIX = {
    "view": 50,
    "turn": 20,
    "my games": 12,
    "open games": 8,
    "results": 4,
    "leaderboard": 3,
    "game": 3,
}
"""Of 100 requests, how many are of a kind. A turn is two requests: the decisions, then a command if one is open."""

EXPECTED = frozenset({200, 201, 304, 409})
"""409 answers a command that came too late: the seats of a game are played at the same time."""


class Load(Value, frozen=True):
    """Requests a second, for so many seconds, while so many streams are open."""

    rate: float
    seconds: float
    streams: int = 0
    seed: int = 1


class _Choice(Value, frozen=True):
    command: msgspec.Raw


class _Decision(Value, frozen=True):
    id: str
    choices: tuple[_Choice, ...] = ()


class _Decisions(Value, frozen=True):
    items: tuple[_Decision, ...]


class Seat(NamedTuple):
    """A seat of a running game, and the token of its player."""

    game: str
    seat: int
    token: str


class Measured(NamedTuple):
    """What a load has shown. Times in seconds."""

    load: Load
    served: float
    """Requests a second that were answered."""
    p50: float
    p99: float
    processor: float
    """The share of one processor that the service used."""
    driver: float
    """The share of one processor that the driver used."""
    failed: int
    """Answers with another status than those of `EXPECTED`."""
    refused: dict[str, int]
    """These answers by kind and status."""
    delivered: int
    """Bytes that streams have delivered."""
    kinds: dict[str, float]
    """The median of each kind of request."""


def seats_of(store: Store) -> list[Seat]:
    """Return seats of running games whose players have open decisions."""
    numbers = {player_id(number): number for number in range(100_000)}
    rows = ask(
        store,
        "SELECT player, game, seat FROM seats WHERE status = 'running' AND decision IS NOT NULL LIMIT ?",
        (GAMES,),
    )
    return [Seat(row["game"], row["seat"], token_of(numbers[row["player"]])) for row in rows]


@contextlib.contextmanager
def service(database: str, key_file: str) -> Generator[tuple[int, int]]:
    """Serve a database without limits of rates until the block ends; yields the port and the id of the process."""
    port = free_port()
    settings = {
        "DATABASE": database, "KEY_FILE": key_file, "PORT": str(port), "PUBLIC_CLOCK": "none", "RATE_LIMIT": "0",
        "RATE_LIMIT_PER_ACCOUNT": "0", "RATE_LIMIT_PER_ADDRESS": "0", "STREAMS": "0", "CONNECTIONS_PER_ADDRESS": "0",
        "PROJECTIONS": "embedded",
    }  # fmt: skip
    environment = {**os.environ, **{f"LUDOLOG_{name}": value for name, value in settings.items()}}
    command = [sys.executable, "-m", "service", "serve"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            await_port(port, process)
            yield port, process.pid
        finally:
            process.kill()


class Day:
    """Simulated players of a service."""

    def __init__(self, port: int, seats: Sequence[Seat], load: Load) -> None:
        self._port = port
        self._seats = seats
        self._load = load
        self._rng = random.Random(load.seed)
        self._tags: dict[str, str] = {}
        self._free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        self.statuses: Counter[int] = Counter()
        self.refused: Counter[str] = Counter()
        self.delivered = 0

    async def run(self) -> float:
        """Send the load; returns the seconds until the last answer."""
        for _ in range(CONNECTIONS):
            self._free.put_nowait(await asyncio.open_connection("127.0.0.1", self._port))
        streams = [asyncio.create_task(self._stream(number)) for number in range(self._load.streams)]
        began = time.perf_counter()
        at = began
        tasks: list[asyncio.Task[None]] = []
        kinds = self._rng.choices([*MIX], [*MIX.values()], k=int(self._load.rate * self._load.seconds))
        for kind in kinds:
            at += self._rng.expovariate(self._load.rate)
            if (wait := at - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            tasks.append(asyncio.create_task(self._act(kind, at, self._rng.choice(self._seats))))
        await asyncio.gather(*tasks)
        seconds = time.perf_counter() - began
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        while not self._free.empty():
            await _close(self._free.get_nowait()[1])
        return seconds

    async def _act(self, kind: str, at: float, seat: Seat) -> None:
        path = f"/v1/games/{seat.game}"
        if kind == "turn":
            sent = request("GET", f"{path}/decisions?as=seat:{seat.seat}", seat.token)
            body = await self._ask("decisions", at, sent)
            own = [item for item in msgspec.json.decode(body, type=_Decisions).items if item.choices] if body else []
            if own:
                answer = {"decision": own[0].id, "command": self._rng.choice(own[0].choices).command}
                sent = request("POST", f"{path}/commands", seat.token, answer)
                await self._ask("command", time.perf_counter(), sent)
        elif kind == "view":
            known = self._tags.get(seat.game)
            headers = [] if known is None else [f"If-None-Match: {known}"]
            await self._ask(
                kind, at, request("GET", f"{path}/view?as=seat:{seat.seat}", seat.token, headers=headers), seat.game
            )
        else:
            paths = {
                "my games": "/v1/me/games?status=running",
                "open games": "/v1/games?status=open",
                "results": "/v1/results?order=desc",
                "leaderboard": "/v1/leaderboards/minos",
                "game": path,
            }
            await self._ask(kind, at, request("GET", paths[kind], seat.token))

    async def _ask(self, kind: str, at: float, sent: bytes, tagged: str = "") -> bytes:
        connection = await self._free.get()
        try:
            reader, writer = connection
            writer.write(sent)
            status, head, body = await reply(reader)
        except (OSError, asyncio.IncompleteReadError):
            connection[1].close()
            connection = await asyncio.open_connection("127.0.0.1", self._port)
            status, head, body = 0, b"", b""
        finally:
            self._free.put_nowait(connection)
        self.times[kind].append(time.perf_counter() - at)
        self.statuses[status] += 1
        if status not in EXPECTED:
            self.refused[f"{kind}: {status}"] += 1
        if tagged and status == 200:
            lines = head.decode().splitlines()
            self._tags[tagged] = next((line[6:] for line in lines if line.lower().startswith("etag: ")), "")
        return body if status in {200, 201} else b""

    async def _stream(self, number: int) -> None:
        seat = self._seats[number % len(self._seats)]
        path = f"/v1/games/{seat.game}/stream?as=seat:{seat.seat}" if number % 4 else "/v1/me/stream"
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(request("GET", path, seat.token))
        try:
            while data := await reader.read(65_536):
                self.delivered += len(data)
        finally:
            await _close(writer)


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


def measured(port: int, pid: int, seats: Sequence[Seat], load: Load) -> Measured:
    """Send a load to a service, and return what it has shown."""
    day = Day(port, seats, load)
    used, own = processor_seconds(pid), time.process_time()
    seconds = asyncio.run(day.run())
    times = sorted(each for kind in day.times.values() for each in kind)
    return Measured(
        load,
        served=len(times) / seconds,
        p50=times[len(times) // 2],
        p99=times[int(len(times) * 0.99)],
        processor=(processor_seconds(pid) - used) / seconds,
        driver=(time.process_time() - own) / seconds,
        failed=sum(day.refused.values()),
        refused=dict(day.refused),
        delivered=day.delivered,
        kinds={kind: statistics.median(each) for kind, each in sorted(day.times.items())},
    )


def days(database: str, key_file: str, loads: Sequence[Load]) -> list[Measured]:
    """Send loads to a service, one after another."""
    with Store(database) as store:
        seats = seats_of(store)
    with service(database, key_file) as (port, pid):
        # the first reads fill the caches
        measured(port, pid, seats, Load(50, 4, 0, 99))
        return [measured(port, pid, seats, load) for load in loads]


def cells(one: Measured) -> tuple[Any, ...]:
    """Return a line of the table of a day."""
    per_request = one.processor / one.served * 1000
    return (
        f"{one.load.rate:,.0f}/s", f"{one.load.streams:,}", f"{one.served:,.0f}/s", f"{one.p50 * 1000:,.0f} ms",
        f"{one.p99 * 1000:,.0f} ms", f"{one.processor:.2f}", f"{per_request:.2f} ms", f"{one.driver:.2f}",
        str(one.failed),
    )  # fmt: skip


HEADINGS = ("asked", "streams", "served", "p50", "p99", "processors", "each request", "driver", "failed")
