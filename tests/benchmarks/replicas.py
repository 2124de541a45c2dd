"""The share of a day's requests, and of the work of the database, that leaves the primary with a streaming replica.

`TESTS_POSTGRES_PROGRAMS=/usr/lib/postgresql/15/bin uv run --group bench python -m tests.benchmarks.replicas
[--games N] [--events N] [--requests N]`; the server needs the extension pg_stat_statements. Two processes of the
service and a worker run on a primary and a replica. All figures are ratios of counts.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec
import psycopg
from rich.console import Console
from rich.table import Table

from service.core.keys.opening import open_keys_of
from service.core.settings import Settings
from service.core.store.store import Store
from service.replicas.requests import SOURCES
from tests.benchmarks.load import await_port, reply, request
from tests.benchmarks.scale import day
from tests.benchmarks.scale.making import Size, ask, follow, make
from tests.postgres import Cluster, cluster
from tests.service.server import free_port

CONNECTIONS = 8
"""Simulated players who send requests at the same time."""

WATCHED: Mapping[str, int] = day.MIX | {"view": 25, "watched view": 20, "replay": 5}
"""The mix of a day with spectators: of its views, two fifths are of games that others play, a tenth are replays."""

MIXES = {"of a day": day.MIX, "of a day with spectators": WATCHED}

PATHS = {
    "my games": "/v1/me/games?status=running",
    "open games": "/v1/games?status=open",
    "results": "/v1/results?order=desc",
    "leaderboard": "/v1/leaderboards/minos",
}

_POSITION = re.compile(rb"(?im)^ludolog-position: (\d+)\.(\d+)")
_ETAG = re.compile(rb"(?im)^etag: (\S+)")
_SOURCE = re.compile(r'^ludolog_replica_requests_total\{source="(\w+)"\} ([\d.e+]+)', re.MULTILINE)


class Work(NamedTuple):
    """What a server has done: statements, blocks that they read from memory or disk, and their seconds."""

    statements: int
    blocks: int
    seconds: float


class Shares(NamedTuple):
    """What a mix has shown."""

    mix: str
    says_positions: bool
    requests: int
    failed: int
    sources: dict[str, float]
    primary: Work
    replica: Work

    def cells(self) -> tuple[str, ...]:
        """Return a line of the table."""
        left = self.sources["replicas"] / self.requests
        polled = self.sources["polled"] / self.requests
        works = zip(self.primary, self.replica, strict=True)
        return (
            self.mix,
            "with positions" if self.says_positions else "without",
            str(self.requests),
            str(self.failed),
            f"{left:.2f}",
            f"{polled:.2f}",
            f"{self.sources['primary'] / self.requests:.2f}",
            *(f"{there / (here + there):.2f}" for here, there in works),
        )


HEADINGS = (
    "mix", "clients", "requests", "failed", "left the primary", "polled", "fell back", "statements on the replica",
    "blocks", "time of statements",
)  # fmt: skip


class Games(NamedTuple):
    """Games that everyone may see."""

    running: list[str]
    ended: list[str]


class Players:
    """Simulated players, each of whom uses any process."""

    def __init__(self, ports: Sequence[int], seats: Sequence[day.Seat], games: Games, *, says: bool) -> None:
        """`says`: they say what they have seen."""
        self._ports = ports
        self._seats = seats
        self._games = games
        self._says = says
        self._rng = random.Random(1)
        self._seen: dict[str, tuple[int, int]] = {}
        self._tags: dict[str, str] = {}
        self.statuses: Counter[int] = Counter()

    async def run(self, mix: Mapping[str, int], number: int) -> None:
        """Send a number of requests of a mix; a turn is two."""
        kinds = self._rng.choices([*mix], [*mix.values()], k=number)
        await asyncio.gather(*(self._each(kinds[start::CONNECTIONS]) for start in range(CONNECTIONS)))

    async def _each(self, kinds: Sequence[str]) -> None:
        connections = [await asyncio.open_connection("127.0.0.1", port) for port in self._ports]
        for kind in kinds:
            await self._act(kind, self._rng.choice(self._seats), self._rng.choice(connections))
        for _, writer in connections:
            writer.close()

    async def _act(
        self, kind: str, seat: day.Seat, connection: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    ) -> None:
        path = f"/v1/games/{seat.game}"
        if kind == "turn":
            found = msgspec.json.decode(
                await self._ask(connection, f"{path}/decisions?as=seat:{seat.seat}", seat.token)
            )
            own = [item for item in found["items"] if item.get("choices")]
            if own:
                body = {"decision": own[0]["id"], "command": self._rng.choice(own[0]["choices"])["command"]}
                await self._ask(connection, f"{path}/commands", seat.token, body)
        elif kind == "view":
            await self._ask(connection, f"{path}/view?as=seat:{seat.seat}", seat.token)
        elif kind == "watched view":
            other = self._rng.choice(self._games.running)
            await self._ask(connection, f"/v1/games/{other}/view?as=public", seat.token)
        elif kind == "replay":
            await self._ask(connection, f"/v1/games/{self._rng.choice(self._games.ended)}/views", seat.token)
        else:
            await self._ask(connection, PATHS.get(kind, path), seat.token)

    async def _ask(
        self,
        connection: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        path: str,
        token: str,
        body: object = None,
    ) -> bytes:
        headers: list[str] = []
        if self._says and token in self._seen:
            headers.append("Ludolog-Position: {}.{}".format(*self._seen[token]))
        if body is None and path in self._tags and "/view" in path:
            headers.append(f"If-None-Match: {self._tags[path]}")
        reader, writer = connection
        writer.write(request("GET" if body is None else "POST", path, token, body, headers))
        status, head, content = await reply(reader)
        self.statuses[status] += 1
        if (found := _POSITION.search(head)) is not None:
            before = self._seen.get(token, (0, 0))
            self._seen[token] = max(before[0], int(found[1])), max(before[1], int(found[2]))
        if (tag := _ETAG.search(head)) is not None:
            self._tags[path] = tag[1].decode()
        return content


@contextlib.contextmanager
def running(*command: str, **settings: str) -> Generator[subprocess.Popen[bytes]]:
    """Run a command of the service until the block ends."""
    environment = {**os.environ, **{f"LUDOLOG_{name}": value for name, value in settings.items()}}
    with subprocess.Popen(
        [sys.executable, "-m", "service", *command],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def work_of(server: Cluster) -> Work:
    """Return what a server has done since the last `reset`."""
    asked = (
        "SELECT sum(calls)::bigint, sum(shared_blks_hit + shared_blks_read)::bigint, sum(total_exec_time) / 1000 "
        "FROM pg_stat_statements WHERE toplevel"
    )
    with psycopg.connect(server.url(), autocommit=True) as connection:
        row = connection.execute(asked).fetchone()
    assert row is not None
    return Work(*row)


def reset(server: Cluster) -> None:
    """Forget what a server has done."""
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("SELECT pg_stat_statements_reset()")


def sources_of(ports: Sequence[int]) -> dict[str, float]:
    """Return how many requests each source has answered at all processes."""
    found = dict.fromkeys(map(str, SOURCES), 0.0)
    for port in ports:
        text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        for source, value in _SOURCE.findall(text):
            found[source] += float(value)
    return found


def await_replica(ports: Sequence[int]) -> None:
    """Wait until each process reads from the replica."""
    used = re.compile(r"^ludolog_replica_used\{.*\} 1\.0", re.MULTILINE)
    for port in ports:
        while not used.search(httpx.get(f"http://127.0.0.1:{port}/metrics").text):
            time.sleep(0.2)


def measured(
    servers: tuple[Cluster, Cluster], ports: Sequence[int], found: tuple[list[day.Seat], Games], number: int
) -> list[Shares]:
    """Send each mix, by clients that say what they have seen and by others."""
    results: list[Shares] = []
    for name, mix in MIXES.items():
        for says in (True, False):
            players = Players(ports, *found, says=says)
            # the first reads fill the caches, and tell the players a position
            asyncio.run(players.run(mix, number // 4))
            players.statuses.clear()
            await_replica(ports)
            for server in servers:
                reset(server)
            before = sources_of(ports)
            asyncio.run(players.run(mix, number))
            after = sources_of(ports)
            failed = sum(count for status, count in players.statuses.items() if status not in day.EXPECTED)
            sources = {each: after[each] - before[each] for each in after}
            works = [work_of(server) for server in servers]
            results.append(Shares(name, says, players.statuses.total(), failed, sources, works[0], works[1]))
    return results


def shares(size: Size, number: int) -> list[Shares]:
    """Make a database, serve it by two processes, a worker, a primary and a replica, and send the mixes."""
    folder = Path(tempfile.mkdtemp(prefix="ludolog-pg-"))
    try:
        with (
            tempfile.TemporaryDirectory() as keys,
            cluster({}, shared_preload_libraries="pg_stat_statements") as primary,
            contextlib.ExitStack() as stack,
        ):
            key = f"{keys}/key"
            with psycopg.connect(primary.url(), autocommit=True) as connection:
                connection.execute("CREATE EXTENSION pg_stat_statements")
            with Store(primary.url()) as store:
                open_keys_of(store, Settings(database=primary.url(), key_file=key).key_path)
                make(store, size)
                follow(store)
                seats = day.seats_of(store)
                games = Games(_public(store, "running"), _public(store, "ended"))
            with psycopg.connect(primary.url(), autocommit=True) as connection:
                connection.execute("ANALYZE")
            replica = primary.replica(folder)
            stack.callback(replica.stop, "immediate")
            common = {"DATABASE": primary.url(), "KEY_FILE": key, "PUBLIC_CLOCK": "none"}
            limits = dict.fromkeys(("RATE_LIMIT", "RATE_LIMIT_PER_ACCOUNT", "RATE_LIMIT_PER_ADDRESS"), "0")
            stack.enter_context(running("worker", **common))
            ports = [free_port(), free_port()]
            for port in ports:
                own = {"PORT": str(port), "METRICS": "on", "REPLICAS": replica.url()}
                await_port(port, stack.enter_context(running("serve", **common, **limits, **own)))
            return measured((primary, replica), ports, (seats, games), number)
    finally:
        shutil.rmtree(folder)


def _public(store: Store, status: str) -> list[str]:
    """Return games that everyone may see."""
    found = "SELECT game FROM lobby WHERE status = ? AND visibility = 'public' AND started_at IS NOT NULL LIMIT 500"
    return [row["game"] for row in ask(store, found, (status,))]


def main() -> int:
    """Print the shares."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.replicas", description=__doc__)
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument("--events", type=int, default=60_000)
    parser.add_argument("--players", type=int, default=1_000)
    parser.add_argument("--requests", type=int, default=3_000)
    given = parser.parse_args()
    table = Table(*HEADINGS)
    for one in shares(Size(given.games, given.events, given.players), given.requests):
        table.add_row(*one.cells())
    Console(width=200).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
