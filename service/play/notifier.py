"""Notifies long polls, streams and listeners of this process about new events."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from service.play.loaded import Loaded
from service.play.relay import Relay

Load: TypeAlias = Callable[[str], Awaitable[Loaded]]
"""Returns the current game."""


class Notifier:
    """Wakes the waiters of a game. Listeners are called for every batch that this process appended."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Future[None]]] = {}
        self._relays: dict[str, Relay[Loaded]] = {}
        self.listeners: list[Callable[[str], None]] = []
        self.is_closing = False
        self.streams = 0
        """The number of open streams."""

    def publish(self, game: str) -> None:
        """Wake the waiters of a game, and call the listeners with its id."""
        self.wake(game)
        for listener in self.listeners:
            listener(game)

    def close(self) -> None:
        """Wake all waiters for the shutdown. Later calls of `wait` return at once."""
        self.is_closing = True
        for game in list(self._waiting):
            self.wake(game)
        for relay in list(self._relays.values()):
            relay.close()

    def wake_all(self) -> None:
        """Wake the waiters and the relays of all games."""
        for game in [*self._waiting, *self._relays]:
            self.wake(game)

    async def wait(self, game: str, seconds: float) -> bool:
        """Wait for new events of a game, for `seconds` at most. Return False on timeout."""
        if self.is_closing:
            return True
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
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

    def relay(self, game: str, load: Load) -> Relay[Loaded]:
        """Return the relay of a game, which stops with its last reader."""
        relay = self._relays.get(game)
        if relay is None or relay.is_over:
            relay = self._relays[game] = Relay(partial(load, game), partial(self._forget, game))
        return relay

    def _forget(self, game: str, relay: Relay[Loaded]) -> None:
        if self._relays.get(game) is relay:
            del self._relays[game]

    def wake(self, game: str) -> None:
        """Wake the waiters and the relay of a game."""
        for waiter in self._waiting.pop(game, ()):
            if not waiter.done():
                waiter.set_result(None)
        relay = self._relays.get(game)
        if relay is not None:
            relay.wake()
