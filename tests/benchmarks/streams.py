"""1,000 and 10,000 streams of one game, against a bare ASGI application that sends the same bytes to as many."""

import asyncio
import statistics
import time
import urllib.request
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tests.benchmarks.http import prepared
from tests.benchmarks.load import Target, once, reply, request, serving
from tests.benchmarks.rounds import Row
from tests.benchmarks.serving import game_id

GAME = f"/v1/games/{game_id(0)}"
READERS = (1_000, 10_000)
ROUNDS = 5
COMMANDS = 40
KEPT = 16_384
"""Bytes in which a mark is looked for."""

GAP = 0.1
"""Seconds between two commands while latency is measured."""


class Reading(asyncio.Protocol):
    """A reader of a stream, which waits for a mark in its bytes."""

    def __init__(self) -> None:
        self._last = b""
        self._mark = b""
        self.reached: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        """Look for the mark, wherever the data are cut."""
        self._last = (self._last + data)[-KEPT:]
        self._look()

    def expect(self, mark: bytes) -> asyncio.Future[float]:
        """Return a future that is done when the mark was read, which may have happened already."""
        self.reached = asyncio.get_running_loop().create_future()
        self._mark = mark
        self._look()
        return self.reached

    def _look(self) -> None:
        if self._mark and self._mark in self._last:
            self._mark = b""
            self.reached.set_result(time.perf_counter())


class Source(NamedTuple):
    """A server of streams: its port, the path of the stream, and how an event is published.

    `mark` returns the beginning of the published frame, from the answer to the publication and its number.
    """

    port: int
    path: str
    publish: Callable[[int], bytes]
    mark: Callable[[bytes, int], bytes]


async def _measured(source: Source, count: int) -> tuple[float, float]:
    """Return deliveries a second when events come as fast as they can, and the p99 of their latency, in seconds."""
    port, path, publish, mark = source
    loop = asyncio.get_running_loop()
    readers: list[Reading] = []
    transports: list[asyncio.Transport] = []
    for _ in range(count):
        transport, protocol = await loop.create_connection(Reading, "127.0.0.1", port)
        transport.write(request("GET", path))
        transports.append(transport)
        readers.append(protocol)
    await asyncio.gather(*(one.expect(b"retry: ") for one in readers))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def publish_one(number: int) -> bytes:
        writer.write(publish(number))
        status, _, body = await reply(reader)
        assert status in {200, 201}, body
        return mark(body, number)

    first, last = range(COMMANDS // 2), range(COMMANDS // 2, COMMANDS)
    began = time.perf_counter()
    marks = [await publish_one(number) for number in first]
    await asyncio.gather(*(one.expect(marks[-1]) for one in readers))
    seconds = time.perf_counter() - began
    ways: list[float] = []
    for number in last:
        sent = time.perf_counter()
        its_mark = await publish_one(number)
        ways += [at - sent for at in await asyncio.gather(*(one.expect(its_mark) for one in readers))]
        await asyncio.sleep(GAP)
    for transport in transports:
        transport.abort()
    await asyncio.sleep(0)
    ways.sort()
    return count * len(first) / seconds, ways[int(len(ways) * 0.99)]


def _service(moves: list[tuple[int, object]], count: int) -> tuple[float, float]:
    with serving("service") as target:
        source = Source(target.port, f"{GAME}/stream?as=public&after=16", _command(target, moves), _sent)
        return asyncio.run(_measured(source, count))


def _command(target: Target, moves: list[tuple[int, object]]) -> Callable[[int], bytes]:
    def publish(number: int) -> bytes:
        seat, body = moves[number]
        return request("POST", f"{GAME}/commands", target.tokens[seat], body)

    return publish


def _sent(answer: bytes, number: int) -> bytes:
    """Return with what the frame of the last event of a command begins."""
    return b"id: %d\n" % _version(answer)


def _version(answer: bytes) -> int:
    return msgspec.json.decode(answer)["receipt"]["version"]


def _frames(moves: list[tuple[int, object]]) -> list[bytes]:
    """Return what the service sends of each command, so that the other sends the same bytes."""
    frames: list[bytes] = []
    with serving("service") as target:
        publish = _command(target, moves)
        version = 16
        for number in range(COMMANDS):
            moved = _version(once(target.port, publish(number))[2])
            path = f"{GAME}/stream?as=public&follow=false&after={version}"
            # events and open decisions, without the reconnect delay
            with urllib.request.urlopen(f"http://127.0.0.1:{target.port}{path}") as stream:
                sent: bytes = stream.read()
            frames.append(sent.partition(b"\n\n")[2])
            assert frames[-1].startswith(b"id: ")
            version = moved
    return frames


def _bare(frames: list[bytes], count: int) -> tuple[float, float]:
    def publish(number: int) -> bytes:
        frame = frames[number]
        head = f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(frame)}\r\n\r\n".encode()
        return head + frame

    def mark(_: bytes, number: int) -> bytes:
        return frames[number].partition(b"\n")[0] + b"\n"

    with serving("fan") as target:
        return asyncio.run(_measured(Source(target.port, "/", publish, mark), count))


def rows() -> list[Row]:
    """Compare deliveries a second, and the time until 99 of 100 readers have an event."""
    (moves, *_) = prepared()
    frames = _frames(moves)
    return [row for count in READERS for row in _rows(moves, frames, count)]


def _rows(moves: list[tuple[int, object]], frames: list[bytes], count: int) -> list[Row]:
    rounds = [(_service(moves, count), _bare(frames, count)) for _ in range(ROUNDS)]
    return [
        Row(
            f"{count:,} streams, commands delivered: bare ASGI",
            statistics.median(ours[0] for ours, _ in rounds),
            statistics.median(other[0] for _, other in rounds),
            tuple(ours[0] / other[0] for ours, other in rounds),
            ">= 0.95",
        ),
        Row(
            f"{count:,} streams, 1/p99 of the latency: bare ASGI",
            statistics.median(1 / ours[1] for ours, _ in rounds),
            statistics.median(1 / other[1] for _, other in rounds),
            tuple(other[1] / ours[1] for ours, other in rounds),
            "for information",
        ),
    ]
