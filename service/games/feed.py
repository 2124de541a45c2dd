"""The readers of a game who have all that has happened: what happens next is handed to all of them in one go."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from projections.history import Sight
from service.games.loaded import Loaded

AT_A_TIME = 64
"""Readers that are served before others may act: a command's answer does not wait for a thousand readers."""

Load: TypeAlias = Callable[[str], Awaitable[Loaded]]
"""Returns a game as it stands."""


class Live(Protocol):
    """A reader who waits for what happens next."""

    def offer(self, feed: "Feed", loaded: Loaded) -> None:
        """Take what has happened, or at least hear that there is something."""
        ...

    def wake(self) -> None:
        """Hear that there may be something."""
        ...


class Feed:
    """Hands a game's events to its readers; each frame is made once for all who look alike and stand alike."""

    def __init__(self, game: str, load: Load, on_end: Callable[["Feed"], None]) -> None:
        self.game = game
        self._load = load
        self._on_end = on_end
        self._readers: set[Live] = set()
        self._frames: dict[tuple[Sight, bool, int, int], bytes] = {}
        self._moved = asyncio.Event()
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._end)

    @property
    def is_over(self) -> bool:
        """Whether it serves nobody any more."""
        return self._task.done()

    def add(self, reader: Live) -> None:
        """Serve a reader, who has everything up to now."""
        self._readers.add(reader)

    def discard(self, reader: Live) -> None:
        """Serve a reader no longer."""
        self._readers.discard(reader)
        if not self._readers:
            self._task.cancel()
            self._on_end(self)

    def wake(self) -> None:
        """Say that the game has moved on."""
        self._moved.set()

    def frame(self, loaded: Loaded, sight: Sight, after: int, end: int, *, as_sse: bool) -> bytes:
        """Return the events of these versions as they are sent, made once a round."""
        key = (sight, as_sse, after, end)
        found = self._frames.get(key)
        if found is None:
            found = self._frames[key] = frame_of(loaded, sight, after, end, as_sse=as_sse)
        return found

    async def _run(self) -> None:
        while True:
            await self._moved.wait()
            self._moved.clear()
            loaded = await self._load(self.game)
            self._frames.clear()
            for number, reader in enumerate(list(self._readers), 1):
                reader.offer(self, loaded)
                if not number % AT_A_TIME:
                    await asyncio.sleep(0)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._on_end(self)
        if not task.cancelled():
            task.exception()
        # if the game could not be read, each reader meets the error itself
        for reader in list(self._readers):
            reader.wake()


def frame_of(loaded: Loaded, sight: Sight, after: int, end: int, *, as_sse: bool) -> bytes:
    """Return the events above a version, up to another one, as server-sent events or as lines of JSON."""
    lines = ((version, loaded.line(version, sight)) for version in range(after + 1, end + 1))
    if as_sse:
        return b"".join(b"id: %d\ndata: %b\n\n" % line for line in lines)
    return b"".join(line + b"\n" for _, line in lines)
