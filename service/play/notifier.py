"""Notifies long polls, streams and listeners of this process about new events."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from service.play.feed import Feed
from service.play.loaded import Loaded

Load: TypeAlias = Callable[[str], Awaitable[Loaded]]
"""Returns the current game."""


class Notifier:
    """Wakes the waiters of a game. Listeners are called for every batch that this process appended."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Future[None]]] = {}
        self._feeds: dict[str, Feed[Loaded]] = {}
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
        for feed in list(self._feeds.values()):
            feed.close()

    def wake_all(self) -> None:
        """Wake the waiters and the feeds of all games."""
        for game in [*self._waiting, *self._feeds]:
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

    def feed(self, game: str, load: Load) -> Feed[Loaded]:
        """Return the feed of a game, which stops with its last reader."""
        feed = self._feeds.get(game)
        if feed is None or feed.is_over:
            feed = self._feeds[game] = Feed(partial(load, game), partial(self._forget, game))
        return feed

    def _forget(self, game: str, feed: Feed[Loaded]) -> None:
        if self._feeds.get(game) is feed:
            del self._feeds[game]

    def wake(self, game: str) -> None:
        """Wake the waiters and the feed of a game."""
        for waiter in self._waiting.pop(game, ()):
            if not waiter.done():
                waiter.set_result(None)
        feed = self._feeds.get(game)
        if feed is not None:
            feed.wake()
