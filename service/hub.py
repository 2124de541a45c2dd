"""Who waits for a game to move on, in this process."""

import asyncio
from collections.abc import Callable


class Hub:
    """Wakes those who wait for a game; listeners hear of every batch that became durable."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Future[int]]] = {}
        self.listeners: list[Callable[[str], None]] = []

    def publish(self, game: str, version: int) -> None:
        """Say that a game stands at this version now."""
        for waiter in self._waiting.pop(game, ()):
            if not waiter.done():
                waiter.set_result(version)
        for listener in self.listeners:
            listener(game)

    async def wait(self, game: str, seconds: float) -> bool:
        """Wait until the game moves on, or the time is over; returns whether it moved."""
        waiter: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        waiters = self._waiting.setdefault(game, set())
        waiters.add(waiter)
        try:
            await asyncio.wait_for(waiter, seconds)
        except TimeoutError:
            return False
        finally:
            waiters.discard(waiter)
            if not waiters and self._waiting.get(game) is waiters:
                del self._waiting[game]
        return True
