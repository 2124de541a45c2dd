"""A thousand streams on one game, against a bare ASGI application that sends the same bytes to as many."""

import asyncio
import statistics
import time
from collections.abc import Callable

from tests.benchmarks.http import prepared
from tests.benchmarks.load import Target, reply, request, serving
from tests.benchmarks.rounds import Row
from tests.benchmarks.serving import game_id

READERS = 1000
ROUNDS = 3
COMMANDS = 40
GAP = 0.1
"""Seconds between two commands while latency is measured."""


class Reading(asyncio.Protocol):
    """A reader of a stream: counts bytes, and tells when it has so many."""

    def __init__(self) -> None:
        self.read = 0
        self.goal = 0
        self.reached: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        """Count."""
        self.read += len(data)
        if self.goal and self.read >= self.goal and not self.reached.done():
            self.reached.set_result(time.perf_counter())

    def expect(self, size: int) -> None:
        """Wait for so many bytes more than there are."""
        self.reached = asyncio.get_running_loop().create_future()
        self.goal = self.read + size


async def _measured(port: int, path: str, publish: Callable[[int], bytes], status: int) -> tuple[float, float]:
    """Return deliveries a second when events come as fast as they can, and the p99 of their way, in seconds."""
    loop = asyncio.get_running_loop()
    readers: list[Reading] = []
    for _ in range(READERS):
        transport, protocol = await loop.create_connection(Reading, "127.0.0.1", port)
        transport.write(request("GET", path))
        readers.append(protocol)
    await asyncio.sleep(2)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def publish_one(number: int) -> None:
        writer.write(publish(number))
        answered, _, body = await reply(reader)
        assert answered == status, body

    # what one event weighs on the wire is told by the first few
    before = readers[0].read
    began = time.perf_counter()
    for number in range(COMMANDS // 2):
        await publish_one(number)
    while len({one.read for one in readers}) > 1 or readers[0].read == before:
        await asyncio.sleep(0.001)
    seconds = time.perf_counter() - began
    ways: list[float] = []
    for number in range(COMMANDS // 2, COMMANDS):
        for one in readers:
            one.expect(1)
        sent = time.perf_counter()
        await publish_one(number)
        reached = await asyncio.gather(*(one.reached for one in readers))
        ways += [at - sent for at in reached]
        await asyncio.sleep(GAP)
    ways.sort()
    return READERS * (COMMANDS // 2) / seconds, ways[int(len(ways) * 0.99)]


def _service(moves: list[tuple[int, object]]) -> tuple[float, float]:
    with serving("service") as target:
        path = f"/v1/games/{game_id(0)}"

        def publish(number: int) -> bytes:
            seat, body = moves[number]
            return request("POST", f"{path}/commands", target.tokens[seat], body)

        return asyncio.run(_measured(target.port, f"{path}/stream?as=public&after=16", publish, 201))


def _bare(frames: list[bytes]) -> tuple[float, float]:
    with serving("fan") as served:
        target = Target(served.port, [])

        def publish(number: int) -> bytes:
            frame = frames[number]
            head = f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(frame)}\r\n\r\n".encode()
            return head + frame

        return asyncio.run(_measured(target.port, "/", publish, 200))


def rows() -> list[Row]:
    """Compare deliveries a second, and the time until 99 of 100 readers have an event."""
    (moves, *_) = prepared()
    frames = [b"id: %d\ndata: %b\n\n" % (number, b"x" * 420) for number in range(COMMANDS)]
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
