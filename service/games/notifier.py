"""Who waits for a game to move on, in this process."""

import asyncio
from collections.abc import Callable

from service.games.feed import Feed, Load


class Hub:
    """Wakes those who wait for a game; listeners hear of every batch that this process added."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Future[None]]] = {}
        self._feeds: dict[str, Feed] = {}
        self.listeners: list[Callable[[str], None]] = []
        self.is_closing = False
        self.streams = 0
        """How many streams are open."""

    def publish(self, game: str) -> None:
        """Say that a batch of this process was added to a game."""
        self.wake(game)
        for listener in self.listeners:
            listener(game)

    def close(self) -> None:
        """Wake everybody: the service stops, and those who would wait again are not kept any more."""
        self.is_closing = True
        for game in [*self._waiting, *self._feeds]:
            self.wake(game)

    async def wait(self, game: str, seconds: float) -> bool:
        """Wait until the game moves on, or the time is over; returns whether anything happened."""
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

    def feed(self, game: str, load: Load) -> Feed:
        """Return the feed of a game, which lives for as long as anybody reads it."""
        feed = self._feeds.get(game)
        if feed is None or feed.is_over:
            feed = self._feeds[game] = Feed(game, load, self._forget)
        return feed

    def _forget(self, feed: Feed) -> None:
        if self._feeds.get(feed.game) is feed:
            del self._feeds[feed.game]

    def wake(self, game: str) -> None:
        """Say that a game has moved on, to those who wait for that."""
        for waiter in self._waiting.pop(game, ()):
            if not waiter.done():
                waiter.set_result(None)
        feed = self._feeds.get(game)
        if feed is not None:
            feed.wake()
