"""Durable commands over HTTP against peers in the same rounds: boardgame.io, a bare ASGI application, raw sqlite3.

They come from 16 games at once: alone, with the players' streams open, and in lists of a player's next ones.

boardgame.io (a server of Node.js that shares games by WebSocket) plays a game that has almost no rules, without tokens,
receipts and watchers; once in memory, once with its file store. Its load comes from Node.js too.
"""

import asyncio
import contextlib
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec

from tests.benchmarks.http import COMMANDS, IN_TURN, Moves, posts, prepared
from tests.benchmarks.load import Target, rate, reply, request, serving
from tests.benchmarks.rounds import Row
from tests.benchmarks.serving import GAMES, SEATS, game_id
from tests.contract.generators.toolchain import NODE, ToolError, node_modules
from tests.service.server import free_port

HERE = Path(__file__).with_name("boardgame_io")
ROUNDS = 5
INSERTS = 1000

LIST = 4
"""The most commands of a player in one request."""


class Compared(NamedTuple):
    """What is compared with what, and the goal of the ratio."""

    ours: str
    other: str
    goal: str


ALONE, CONNECTED, LISTS = "commands", "commands, players connected", "decisions in lists"
MEMORY, MEMORY_CONNECTED = "boardgame.io in memory", "boardgame.io in memory, players connected"
COMPARED = (
    Compared(ALONE, MEMORY, ">= 0.8"),
    Compared(ALONE, "boardgame.io, file store", "for information"),
    Compared(CONNECTED, MEMORY_CONNECTED, ">= 0.9"),
    Compared(CONNECTED, ALONE, ">= 0.85"),
    Compared(LISTS, MEMORY, ">= 1.5"),
    Compared(LISTS, ALONE, "for information"),
    Compared(ALONE, "a bare ASGI app", "for information"),
    Compared(ALONE, "raw sqlite3, a row a commit", "for information"),
)


def rows() -> list[Row]:
    """Compare commands of sixteen games at once in interleaved rounds."""
    moves = prepared()
    work: dict[str, Callable[[], float]] = {
        ALONE: lambda: _commands("service", moves, 201),
        CONNECTED: lambda: _connected(moves),
        LISTS: lambda: _lists(moves),
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
            work[MEMORY] = lambda: _boardgame(folder)
            work[MEMORY_CONNECTED] = lambda: _boardgame(folder, readers=SEATS - 1)
            work["boardgame.io, file store"] = lambda: _boardgame(folder, "--file")
        found: dict[str, list[float]] = {name: [] for name in work}
        for _ in range(ROUNDS):
            for name, rates in found.items():
                rates.append(work[name]())
    return [
        Row(
            f"{each.ours}: {each.other}",
            statistics.median(found[each.ours]),
            statistics.median(found[each.other]),
            tuple(mine / theirs for mine, theirs in zip(found[each.ours], found[each.other], strict=True)),
            each.goal,
        )
        for each in COMPARED
        if each.other in found
    ]


def _commands(kind: str, moves: Moves, expected: int) -> float:
    with serving(kind) as target:
        return rate(target.port, posts(target.tokens or ["nobody's"] * SEATS, moves)[IN_TURN:], expected)


def _connected(moves: Moves) -> float:
    """Return commands a second while each player reads the stream of each game."""
    with serving("service") as target:
        streams = [
            request("GET", f"/v1/games/{game_id(number)}/stream", token, headers=["Accept: text/event-stream"])
            for number in range(IN_TURN, GAMES)
            for token in target.tokens
        ]
        return rate(target.port, posts(target.tokens, moves)[IN_TURN:], 201, streams=streams)


def _lists(moves: Moves) -> float:
    """Return decisions a second if each player sends the next ones in a list of up to four, in one request."""
    played = dict(list(enumerate(moves))[IN_TURN:])

    async def run(target: Target) -> float:
        began = time.perf_counter()
        await asyncio.gather(*(_send_lists(target, number, game) for number, game in played.items()))
        return sum(map(len, played.values())) / (time.perf_counter() - began)

    with serving("service") as target:
        return asyncio.run(run(target))


async def _send_lists(target: Target, number: int, moves: Sequence[tuple[int, object]]) -> None:
    """Send the moves of a game. A list ends before the move of another player, and where the service stops it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", target.port)
    done = 0
    while done < len(moves):
        seat, following = next(groupby(moves[done : done + LIST], key=lambda move: move[0]))
        commands = [body for _, body in following]
        path = f"/v1/games/{game_id(number)}/turns"
        writer.write(request("POST", path, target.tokens[seat], {"commands": commands}))
        status, _, body = await reply(reader)
        assert status == 201, body
        # what is drawn or disclosed comes before the next decision
        done += msgspec.json.decode(body, type=_Turn).accepted
    writer.close()


class _Turn(msgspec.Struct):
    accepted: int


def _boardgame(folder: str, *options: str, readers: int = 0) -> float:
    """Return moves a second of a new server, with as many games and moves as the service has.

    `readers` are the further players of each game who are connected.
    """
    with tempfile.TemporaryDirectory(prefix="ludolog-flat-") as store, _node_server(folder, store, *options) as port:
        command = [NODE, "load.cjs", str(port), str(GAMES - IN_TURN), str(COMMANDS), str(readers)]
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
