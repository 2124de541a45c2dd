"""Commands over HTTP on PostgreSQL through 1, 2 and 4 processes, against as many that neither decide nor store.

`python -m tests.benchmarks.processes PORT DATABASE KEY` is one of the processes.
"""

import asyncio
import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence

import uvloop

from service.accounts.accounts import Accounts
from service.app import create_app
from service.settings import Settings
from service.store.store import Store
from tests.benchmarks.http import Moves, posts, prepared
from tests.benchmarks.load import Target, await_port, send, serving
from tests.benchmarks.rounds import Row
from tests.benchmarks.serving import SEATS, prepare, serve
from tests.postgres import Cluster, cluster, new_database
from tests.service.server import free_port

ROUNDS = 3
PROCESSES = (1, 2, 4)


def rows() -> list[Row]:
    """Compare sixteen and more games that are played at once."""
    moves = prepared()
    found: list[Row] = []
    with cluster() as server:
        for count in PROCESSES:
            pairs = [(_commands(server, count, moves), _answers(count, moves)) for _ in range(ROUNDS)]
            found.append(
                Row(
                    f"commands on PostgreSQL, {count} processes: as many, undecided, unstored",
                    statistics.median(pair[0] for pair in pairs),
                    statistics.median(pair[1] for pair in pairs),
                    tuple(ours / other for ours, other in pairs),
                    ">= 0.6",
                )
            )
    return found


def _commands(server: Cluster, count: int, moves: Moves) -> float:
    with new_database(server.url()) as url, tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        with Store(url) as store:
            made = [Accounts(store.database).sign_up(f"Player {seat}") for seat in range(SEATS)]
            asyncio.run(prepare(store, [one.token.player for one in made]))
        ports = [stack.enter_context(_process(url, f"{folder}/key")) for _ in range(count)]
        return _rate([Target(port, [one.secret for one in made]) for port in ports], moves)


def _answers(count: int, moves: Moves) -> float:
    with contextlib.ExitStack() as stack:
        return _rate([stack.enter_context(serving("answering")) for _ in range(count)], moves)


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
def _process(database: str, key: str) -> Generator[int]:
    port = free_port()
    command = [sys.executable, "-m", "tests.benchmarks.processes", str(port), database, key]
    with subprocess.Popen(command) as process:
        try:
            await_port(port)
            yield port
        finally:
            process.kill()


if __name__ == "__main__":
    _, port_number, url, key_file = sys.argv
    app = create_app(Settings(database=url, key_file=key_file, rate_limit=0, public_clock="none"))
    uvloop.run(serve(app, int(port_number)))
