"""Durable commands over HTTP against peers in the same rounds: boardgame.io, a bare ASGI application, raw sqlite3.

boardgame.io (a server of Node.js that shares games by WebSocket) plays a game that has almost no rules, without tokens,
receipts and watchers; once in memory, once with its file store. Its load comes from Node.js too.
"""

import contextlib
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Mapping
from pathlib import Path

from tests.benchmarks.http import COMMANDS, IN_TURN, Moves, posts, prepared
from tests.benchmarks.load import rate, serving
from tests.benchmarks.rounds import Row
from tests.benchmarks.serving import GAMES, SEATS
from tests.contract.generators.toolchain import NODE, ToolError, node_modules
from tests.service.server import free_port

HERE = Path(__file__).with_name("boardgame_io")
ROUNDS = 5
INSERTS = 1000

SERVICE = "service"
GOALS: Mapping[str, str] = {
    "boardgame.io in memory": ">= 1.5",
    "boardgame.io, file store": ">= 5",
    "a bare ASGI app": ">= 0.2",
    "raw sqlite3, a row a commit": "for information",
}


def rows() -> list[Row]:
    """Compare commands of sixteen games at once in interleaved rounds."""
    moves = prepared()
    work: dict[str, Callable[[], float]] = {
        SERVICE: lambda: _commands("service", moves, 201),
        "a bare ASGI app": lambda: _commands("bare", moves, 200),
        "raw sqlite3, a row a commit": _inserts,
    }
    with tempfile.TemporaryDirectory(prefix="ludolog-peer-") as folder:
        try:
            packages = node_modules(HERE)
        except (OSError, ToolError) as error:
            sys.stderr.write(f"boardgame.io is left out: {error}\n")
        else:
            for name in ("server.cjs", "load.cjs"):
                shutil.copy(HERE / name, folder)
            Path(folder, "node_modules").symlink_to(packages)
            work["boardgame.io in memory"] = lambda: _boardgame(folder)
            work["boardgame.io, file store"] = lambda: _boardgame(folder, "--file")
        found: dict[str, list[float]] = {name: [] for name in work}
        for _ in range(ROUNDS):
            for name, rates in found.items():
                rates.append(work[name]())
    ours = found[SERVICE]
    return [
        Row(
            f"commands, 16 games at once: {name}",
            statistics.median(ours),
            statistics.median(found[name]),
            tuple(mine / theirs for mine, theirs in zip(ours, found[name], strict=True)),
            goal,
        )
        for name, goal in GOALS.items()
        if name in found
    ]


def _commands(kind: str, moves: Moves, expected: int) -> float:
    with serving(kind) as target:
        return rate(target.port, posts(target.tokens or ["nobody's"] * SEATS, moves)[IN_TURN:], expected)


def _boardgame(folder: str, *options: str) -> float:
    """Return moves a second of a new server, with as many games and moves as the service has."""
    with tempfile.TemporaryDirectory(prefix="ludolog-flat-") as store, _node_server(folder, store, *options) as port:
        command = [NODE, "load.cjs", str(port), str(GAMES - IN_TURN), str(COMMANDS)]
        return float(subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout)


@contextlib.contextmanager
def _node_server(folder: str, store: str, *options: str) -> Generator[int]:
    port = free_port()
    command = [NODE, "server.cjs", str(port), *([store] if options else [])]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            yield port
        finally:
            process.kill()


def _inserts() -> float:
    """Return inserts a second of one thread, each durable, with the settings of the service."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.closing(sqlite3.connect(Path(folder) / "raw.db", isolation_level=None)) as raw,
    ):
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("PRAGMA synchronous=FULL")
        raw.execute("CREATE TABLE events (rowid INTEGER PRIMARY KEY AUTOINCREMENT, state BLOB NOT NULL)")
        state = bytes(700)
        began = time.perf_counter()
        for _ in range(INSERTS):
            raw.execute("INSERT INTO events (state) VALUES (?)", (state,))
        return INSERTS / (time.perf_counter() - began)
