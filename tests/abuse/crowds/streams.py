"""Clients that follow a game, all of them, and read everything."""

import asyncio

from tests.abuse.crowds.attack import Attack
from tests.abuse.crowds.wire import Line, Request

ON_A_CONNECTION = 100
"""Streams on a connection of HTTP/2."""


async def live_streams(attack: Attack) -> None:
    """Follow the game on so many streams until the end."""
    each = 1 if attack.target.http == 1 else ON_A_CONNECTION
    numbers = range(0, attack.target.count, each)
    lines = await asyncio.gather(*(_follow(attack, min(each, attack.target.count - first)) for first in numbers))
    while attack.left > 0:
        await asyncio.sleep(min(attack.left, 1.0))
    for line in lines:
        if line is not None:
            attack.ended["closed" if line.is_closed else "open"] += each
            line.transport.abort()


async def _follow(attack: Attack, streams: int) -> Line | None:
    line = await attack.open()
    if line is not None:
        for _ in range(streams):
            line.ask(Request("GET", f"/v1/games/{attack.target.game}/stream", {"Accept": "text/event-stream"}))
            attack.requests += 1
        while len(line.statuses) < streams and not line.is_closed and attack.left > 0:
            await line.changed(attack.left)
        for status in line.statuses:
            attack.ended[f"stream {status}"] += 1
    return line
