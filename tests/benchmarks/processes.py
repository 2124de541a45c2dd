"""Commands over HTTP on PostgreSQL through 1, 2 and 4 processes, and on SQLite through one, in the same rounds.

`python -m tests.benchmarks.processes PORT DATABASE KEY embedded|worker` is one of the processes.
"""

import asyncio
import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

import uvloop

from service.app import create_app
from service.core.keys.opening import open_keys_of
from service.core.settings import Settings
from service.core.store.store import Store
from service.people.accounts import Accounts
from tests.benchmarks.http import Moves, posts, prepared
from tests.benchmarks.load import Target, await_port, send, serving
from tests.benchmarks.rounds import Row
from tests.benchmarks.serving import SEATS, prepare, serve
from tests.postgres import Cluster, cluster, new_database
from tests.service.server import free_port

ROUNDS = 5
PROCESSES = (2, 4)


def rows() -> list[Row]:
    """Compare games that are played at once: PostgreSQL with SQLite, and several processes with one."""
    moves = prepared()
    with cluster() as server:
        rounds = [_round(server, moves) for _ in range(ROUNDS)]
    return [
        _row("commands, one process on PostgreSQL: on SQLite", ">= 0.6", rounds, "1", "sqlite"),
        _row("commands, one process on PostgreSQL: undecided, unstored", "for information", rounds, "1", "answering"),
        *(
            _row(f"commands on PostgreSQL, {count} processes: one process", goal, rounds, f"{count}", "1")
            for count, goal in zip(PROCESSES, (">= 1", "for information"), strict=True)
        ),
    ]


def _row(what: str, goal: str, rounds: Sequence[Mapping[str, float]], ours: str, other: str) -> Row:
    mine, theirs = [each[ours] for each in rounds], [each[other] for each in rounds]
    ratios = tuple(one / two for one, two in zip(mine, theirs, strict=True))
    return Row(what, statistics.median(mine), statistics.median(theirs), ratios, goal)


def _round(server: Cluster, moves: Moves) -> dict[str, float]:
    """Return commands a second of each way to serve."""
    found = {f"{count}": _commands(server, count, moves) for count in (1, *PROCESSES)}
    for name, kind in (("sqlite", "service"), ("answering", "answering")):
        with serving(kind) as target:
            found[name] = _rate([target], moves)
    return found


def _commands(server: Cluster, count: int, moves: Moves) -> float:
    with new_database(server.url()) as url, tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        with Store(url) as store:
            # creates the key file, which is refused once there are games
            open_keys_of(store, Path(folder, "key"))
            made = [Accounts(store.database).sign_up(f"Player {seat}") for seat in range(SEATS)]
            asyncio.run(prepare(store, [one.token.player for one in made]))
        # one process follows the tables, as the one on SQLite does
        roles = ("embedded", *("worker",) * (count - 1))
        ports = [stack.enter_context(_process(url, f"{folder}/key", role)) for role in roles]
        return _rate([Target(port, [one.secret for one in made]) for port in ports], moves)


def _rate(targets: Sequence[Target], moves: Moves) -> float:
    """Return commands a second, the games spread over the processes."""
    requests = [posts(target.tokens, moves)[number :: len(targets)] for number, target in enumerate(targets)]

    async def run() -> float:
        began = time.perf_counter()
        games = ((target.port, game) for target, games in zip(targets, requests, strict=True) for game in games)
        await asyncio.gather(*(send(port, game, 201) for port, game in games))
        return sum(map(len, moves)) / (time.perf_counter() - began)

    return asyncio.run(run())


@contextlib.contextmanager
def _process(database: str, key: str, projections: str) -> Generator[int]:
    port = free_port()
    command = [sys.executable, "-m", "tests.benchmarks.processes", str(port), database, key, projections]
    with subprocess.Popen(command) as process:
        try:
            await_port(port, process)
            yield port
        finally:
            process.kill()


if __name__ == "__main__":
    _, port_number, url, key_file, role = sys.argv
    projections = "embedded" if role == "embedded" else "worker"
    app = create_app(
        Settings(database=url, key_file=key_file, rate_limit=0, public_clock="none", projections=projections)
    )
    uvloop.run(serve(app, int(port_number)))
