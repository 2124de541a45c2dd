"""Fan-out of what is new, such as the new events of one game, to stream readers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, Protocol, TypeVar, cast

from projections.history import AnyViewer
from service.core.store.outage import is_outage
from service.play.cache import UnreadableGameError
from service.play.loaded import Loaded
from service.play.texts import Texts, line_of

_log = logging.getLogger(__name__)

AT_A_TIME = 64
"""Readers served before the event loop gets a turn, so that a command does not wait for thousands of readers."""

T = TypeVar("T")
K = TypeVar("K")


class Live(Protocol[T]):
    """A reader that has all events and waits for the next ones."""

    @property
    def goes_first(self) -> bool:
        """Whether it is served before those that only watch. It never changes."""
        ...

    def offer(self, relay: "Relay[T]", item: T) -> None:
        """Send what is new, or wake the reader to do it."""
        ...

    def wake(self) -> None:
        """Make the reader check for events."""
        ...


class Relay(Generic[T]):
    """Offers what is new to its readers. Readers that are sent the same share a frame."""

    def __init__(self, load: Callable[[], Awaitable[T]], on_end: Callable[["Relay[T]"], None]) -> None:
        self._load = load
        """Returns what is new: the current game, or the rows since the last call."""
        self._on_end = on_end
        self._players: set[Live[T]] = set()
        self._watchers: set[Live[T]] = set()
        self._frames: dict[Hashable, bytes] = {}
        self._kept: dict[Hashable, object] = {}
        self._moved = asyncio.Event()
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._end)

    @property
    def is_over(self) -> bool:
        """Whether the relay has stopped."""
        return self._task.done()

    def add(self, reader: Live[T]) -> None:
        """Add a reader that has all events."""
        self._among(reader).add(reader)

    def discard(self, reader: Live[T]) -> None:
        """Remove a reader. The relay stops with the last one."""
        self._among(reader).discard(reader)
        if not self._players and not self._watchers:
            self._task.cancel()
            self._on_end(self)

    def wake(self) -> None:
        """Report that there may be something new."""
        self._moved.set()

    def close(self) -> None:
        """Wake all readers for the shutdown."""
        for reader in [*self._players, *self._watchers]:
            reader.wake()

    def _among(self, reader: Live[T]) -> set[Live[T]]:
        return self._players if reader.goes_first else self._watchers

    def frame(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Return the frame of a key, made once per round."""
        found = self._frames.get(key)
        if found is None:
            found = self._frames[key] = make()
        return found

    def kept(self, key: Hashable, make: Callable[[], K]) -> K:
        """Return what readers of a key share, made once, from one round to the next."""
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = make()
        return cast("K", found)

    async def _run(self) -> None:
        while True:
            await self._moved.wait()
            self._moved.clear()
            item = await self._load()
            self._frames.clear()
            for number, reader in enumerate([*self._players, *self._watchers], 1):
                # it may have left during the turns of the event loop, for a relay that has other items
                if reader in self._among(reader):
                    reader.offer(self, item)
                if not number % AT_A_TIME:
                    await asyncio.sleep(0)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._on_end(self)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, UnreadableGameError) and not is_outage(error):
            _log.error("a relay stopped: its readers read the new events themselves", exc_info=error)
        # if the load failed, each reader loads the game itself and gets the error
        for reader in [*self._players, *self._watchers]:
            reader.wake()


def frame_of(
    loaded: Loaded, viewer: AnyViewer, after: int, end: int, *, as_sse: bool, texts: Texts | None = None
) -> bytes:
    """Return the events with versions in (after, end] as server-sent events or as lines of JSON.

    With `texts`, the events have their sentences.
    """
    lines = ((version, line_of(loaded, version, viewer, texts)) for version in range(after + 1, end + 1))
    if as_sse:
        return b"".join(b"id: %d\ndata: %b\n\n" % line for line in lines)
    return b"".join(line + b"\n" for _, line in lines)
