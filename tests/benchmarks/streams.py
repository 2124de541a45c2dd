"""A thousand streams on one game, against a bare ASGI application that sends the same bytes to as many."""

import asyncio
import statistics
import time
from collections.abc import Callable

import msgspec

from tests.benchmarks.http import prepared
from tests.benchmarks.load import Target, once, reply, request, serving
from tests.benchmarks.rounds import Row
from tests.benchmarks.serving import game_id

GAME = f"/v1/games/{game_id(0)}"
READERS = 1000
ROUNDS = 3
COMMANDS = 40
KEPT = 16_384
"""Bytes in which a mark is looked for."""

GAP = 0.1
"""Seconds between two commands while latency is measured."""


class Reading(asyncio.Protocol):
    """A reader of a stream: tells when it has come to a mark."""

    def __init__(self) -> None:
        self._last = b""
        self._mark = b""
        self.reached: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        """Look for the mark, wherever the data are cut."""
        self._last = (self._last + data)[-KEPT:]
        self._look()

    def expect(self, mark: bytes) -> asyncio.Future[float]:
        """Return what is done when the mark was read, which may have happened already."""
        self.reached = asyncio.get_running_loop().create_future()
        self._mark = mark
        self._look()
        return self.reached

    def _look(self) -> None:
        if self._mark and self._mark in self._last:
            self._mark = b""
            self.reached.set_result(time.perf_counter())


async def _measured(
    port: int, path: str, publish: Callable[[int], bytes], mark: Callable[[bytes, int], bytes]
) -> tuple[float, float]:
    """Return deliveries a second when events come as fast as they can, and the p99 of their way, in seconds.

    `mark` tells by the answer to a publication, and its number, with what the published frame begins.
    """
    loop = asyncio.get_running_loop()
    readers: list[Reading] = []
    for _ in range(READERS):
        transport, protocol = await loop.create_connection(Reading, "127.0.0.1", port)
        transport.write(request("GET", path))
        readers.append(protocol)
    await asyncio.sleep(2)
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
    ways.sort()
    return READERS * len(first) / seconds, ways[int(len(ways) * 0.99)]


def _service(moves: list[tuple[int, object]]) -> tuple[float, float]:
    with serving("service") as target:
        return asyncio.run(_measured(target.port, f"{GAME}/stream?as=public&after=16", _command(target, moves), _sent))


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
            frames.append(once(target.port, request("GET", path))[2].partition(b"\n\n")[2])
            version = moved
    return frames


def _bare(frames: list[bytes]) -> tuple[float, float]:
    def publish(number: int) -> bytes:
        frame = frames[number]
        head = f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(frame)}\r\n\r\n".encode()
        return head + frame

    with serving("fan") as target:
        return asyncio.run(_measured(target.port, "/", publish, lambda _, number: frames[number][:12]))


def rows() -> list[Row]:
    """Compare deliveries a second, and the time until 99 of 100 readers have an event."""
    (moves, *_) = prepared()
    frames = _frames(moves)
    ours: list[tuple[float, float]] = []
    others: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        ours.append(_service(moves))
        others.append(_bare(frames))
    return [
        Row(
            f"{READERS} streams, commands delivered: bare ASGI",
            statistics.median(one[0] for one in ours),
            statistics.median(one[0] for one in others),
            tuple(mine[0] / theirs[0] for mine, theirs in zip(ours, others, strict=True)),
            ">= 0.9",
        ),
        Row(
            f"{READERS} streams, 1/p99 of the way: bare ASGI",
            statistics.median(1 / one[1] for one in ours),
            statistics.median(1 / one[1] for one in others),
            tuple(theirs[1] / mine[1] for mine, theirs in zip(ours, others, strict=True)),
            "for information",
        ),
    ]
