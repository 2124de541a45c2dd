"""What connected people cost a process of the service: an action at a pace, streams without events, memory.

Linux only: the figures are those of the kernel, of `/proc`.
"""

import asyncio
import contextlib
import os
import statistics
import time
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

from tests.benchmarks.http import IN_TURN, Moves, posts, prepared
from tests.benchmarks.load import Target, read_all, reply, request, serving, stream
from tests.benchmarks.rounds import Row
from tests.benchmarks.serving import GAMES, OPEN_GAMES, game_id

ROUNDS = 5
SECONDS = 15.0
SETTLED = 3.0
"""Seconds until what the start and new connections have left to do is done."""

ACTION, IDLE = 0.002, 0.01
"""The limits: seconds of processor time of an action at `PACE`, and the share of a core without any."""
PACE, FAST_PACE = 20, 100
"""Actions a second."""
STREAM, CROWD = 20.0, 200.0
"""The limits: KiB of memory of a stream, and MiB of a process with open games and spectators."""
FEW, MANY = 200, 2_000
"""Streams, each of another game as long as there are any."""
OPENED_AT_ONCE = 100

_TICKS = os.sysconf("SC_CLK_TCK")


def rows() -> list[Row]:
    """Compare with the limits, and a stream with that of an application without framework and games."""
    moves = prepared()
    at_pace = [_action(moves, PACE) for _ in range(ROUNDS)]
    fast = [_action(moves, FAST_PACE) for _ in range(ROUNDS)]
    ours, bare = zip(*((_stream("service"), _stream("fan")) for _ in range(ROUNDS)), strict=True)
    idle, crowd = zip(*(_crowd() for _ in range(ROUNDS)), strict=True)
    return [
        _row(f"processor time of an action, {PACE}/s", at_pace, ACTION, 1_000, " ms"),
        _row(f"the same, {FAST_PACE}/s", fast, ACTION, 1_000, " ms"),
        _row(f"idle with {OPEN_GAMES} games and {FEW} streams", idle, IDLE, 100, " % of a core"),
        _row("memory of a stream", ours, STREAM, 1, " KiB"),
        Row(
            "the same: a bare ASGI application",
            statistics.median(ours),
            statistics.median(bare),
            tuple(other / mine for mine, other in zip(ours, bare, strict=True)),
            "for information",
            " KiB",
        ),
        _row(f"memory with {OPEN_GAMES} games and {MANY} streams", crowd, CROWD, 1, " MiB"),
    ]


def _row(what: str, found: Sequence[float], limit: float, scale: float, unit: str) -> Row:
    """Return how many times what was found fits into its limit."""
    ratios = tuple(limit / each for each in found)
    return Row(f"{what}: the limit", statistics.median(found) * scale, limit * scale, ratios, ">= 1", unit)


def _action(moves: Moves, pace: int) -> float:
    """Return the seconds of processor time of an action, while each player reads the stream of each game."""

    async def run(target: Target) -> float:
        games = range(IN_TURN, GAMES)
        asked = [_stream_of(number, token) for number in games for token in target.tokens]
        async with _reading(target.port, asked):
            sent = [iter(requests) for requests in posts(target.tokens, moves)[IN_TURN:]]
            connections = [await asyncio.open_connection("127.0.0.1", target.port) for _ in sent]
            number = min(int(pace * SECONDS), sum(map(len, moves[IN_TURN:])))
            await asyncio.sleep(SETTLED)
            before, began = _processor_time(target), time.monotonic()
            for done in range(number):
                await asyncio.sleep(max(0.0, began + done / pace - time.monotonic()))
                reader, writer = connections[done % len(sent)]
                writer.write(next(sent[done % len(sent)]))
                status, _, body = await reply(reader)
                assert status == 201, body
            return (_processor_time(target) - before) / number

    with serving("service") as target:
        return asyncio.run(run(target))


def _stream(kind: str) -> float:
    """Return the KiB of memory of a stream."""

    async def run(target: Target) -> float:
        asked = [_stream_of(0)] * (MANY // 2)
        async with _reading(target.port, asked[:OPENED_AT_ONCE]):
            await asyncio.sleep(SETTLED)
            before = _memory(target)
            async with _reading(target.port, asked):
                await asyncio.sleep(SETTLED)
                return (_memory(target) - before) / len(asked)

    with serving(kind) as target:
        return asyncio.run(run(target))


def _crowd() -> tuple[float, float]:
    """Return the share of a core that few streams take, and the MiB of a process with many, of open games."""

    async def run(target: Target) -> tuple[float, float]:
        asked = [_stream_of(number % OPEN_GAMES) for number in range(MANY)]
        async with _reading(target.port, asked[:FEW]):
            await asyncio.sleep(SETTLED)
            before, began = _processor_time(target), time.monotonic()
            await asyncio.sleep(SECONDS)
            share = (_processor_time(target) - before) / (time.monotonic() - began)
            async with _reading(target.port, asked[FEW:]):
                await asyncio.sleep(SETTLED)
                return share, _memory(target) / 1024

    with serving("crowded") as target:
        return asyncio.run(run(target))


def _stream_of(number: int, token: str | None = None) -> bytes:
    return request("GET", f"/v1/games/{game_id(number)}/stream", token, headers=["Accept: text/event-stream"])


@contextlib.asynccontextmanager
async def _reading(port: int, asked: Sequence[bytes]) -> AsyncGenerator[None]:
    """Read streams until the block ends."""
    opened: list[asyncio.StreamReader] = []
    for first in range(0, len(asked), OPENED_AT_ONCE):
        opened += await asyncio.gather(*(stream(port, each) for each in asked[first : first + OPENED_AT_ONCE]))
    reading = [asyncio.create_task(read_all(reader)) for reader in opened]
    yield
    for each in reading:
        # a stream that has ended before has cost less
        assert not each.done()
        each.cancel()


def _processor_time(target: Target) -> float:
    """Return the seconds of processor time that the process of a server has taken."""
    fields = Path(f"/proc/{target.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _memory(target: Target) -> float:
    """Return the KiB of memory that the process of a server uses."""
    lines = Path(f"/proc/{target.pid}/status").read_text().splitlines()
    return float(next(line for line in lines if line.startswith("VmRSS")).split()[1])
