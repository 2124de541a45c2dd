"""Clients that send slowly, or nothing, or do not read."""

import asyncio
import itertools
import select
import socket
import time
from collections.abc import Iterator

from tests.abuse.crowds.attack import Attack
from tests.abuse.crowds.wire import HEADERS, Line, Line1, Narrow, Request, block_of, frame

DROP = 1.0
"""Seconds between two bytes of a slow client."""

TINY = 2048
"""Bytes that the system keeps for a client that does not read."""

LENGTH = 60_000
"""Bytes of heads and bodies that never end."""

LARGEST = 1 << 14
"""Bytes of the largest frame of HTTP/2, unless the server allows more."""

POLLED = 0.5


async def slow_heads(attack: Attack) -> None:
    """Send the head of a request byte by byte, and never all of it."""
    await attack.all(_slow_head)


async def _slow_head(attack: Attack, number: int) -> None:
    line = await attack.open()
    if line is not None:
        # the settings of the server are acknowledged before the frame begins
        await line.changed(DROP)
        request = Request("GET", "/v1/games", {"X-Long": "a" * LENGTH})
        sent = (
            line.head(request, 0) if attack.target.http == 1 else frame(HEADERS, 0, 1, block_of(request, 0)[:LARGEST])
        )
        await _drip(attack, line, (sent[place : place + 1] for place in range(len(sent))))


async def slow_bodies(attack: Attack) -> None:
    """Send the body of a request byte by byte."""
    await attack.all(_slow_body)


async def _slow_body(attack: Attack, number: int) -> None:
    line = await attack.open()
    if line is not None:
        token = attack.target.tokens[number % len(attack.target.tokens)]
        fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        line.send(line.head(Request("POST", "/v1/games", fields), LENGTH))
        attack.requests += 1
        await _drip(attack, line, (line.part(b" ") for _ in itertools.count()))


async def _drip(attack: Attack, line: Line, drops: Iterator[bytes]) -> None:
    """Send drops until the server answers or closes the connection."""
    began = time.monotonic()
    while attack.left > 0 and not line.is_closed and not line.statuses:
        line.send(next(drops, b""))
        await line.changed(DROP)
    if line.statuses:
        attack.cut(str(line.statuses[0]), began)
    elif line.is_closed:
        attack.cut("closed", began)
    else:
        attack.ended["open"] += 1
    line.transport.abort()


async def idle(attack: Attack) -> None:
    """Ask once, and keep the connection."""
    await attack.all(_idle)


async def _idle(attack: Attack, number: int) -> None:
    line = await attack.open()
    if line is None:
        return
    line.ask(Request("GET", "/v1/rulesets"))
    attack.requests += 1
    began = time.monotonic()
    while attack.left > 0 and not line.is_closed:
        await line.changed(attack.left)
    if line.is_closed:
        attack.cut("closed", began)
    else:
        attack.ended["open"] += 1
        line.transport.abort()


async def unread(attack: Attack) -> None:
    """Ask for streams and long answers, and read nothing."""
    lines = [line for line in await asyncio.gather(*(_unread(attack, n) for n in range(attack.target.count))) if line]
    began = time.monotonic()
    poll = select.poll()
    by_file: dict[int, Line] = {}
    for line in lines:
        found: socket.socket = line.transport.get_extra_info("socket")
        by_file[found.fileno()] = line
        # errors and the end are reported without being asked for
        poll.register(found.fileno(), 0)
    while attack.left > 0 and by_file:
        await asyncio.sleep(POLLED)
        for file, _ in poll.poll(0):
            poll.unregister(file)
            by_file.pop(file)
            attack.cut("closed", began)
    attack.ended["open"] += len(by_file)
    for line in lines:
        line.transport.abort()


async def _unread(attack: Attack, number: int) -> Line | None:
    line = await attack.open(Line1 if attack.target.http == 1 else Narrow, receive_buffer=TINY)
    if line is not None:
        line.transport.pause_reading()
        game = f"/v1/games/{attack.target.game}"
        for path in (f"{game}/views", f"{game}/events?limit=1000", f"{game}/stream?after=0"):
            line.ask(Request("GET", path))
            attack.requests += 1
    return line
