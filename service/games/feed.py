"""Fan-out of the new events of one game to its stream readers."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

import msgspec

from projections.history import AnyViewer
from service.games.loaded import Loaded
from service.games.texts import Texts, line_of

AT_A_TIME = 64
"""Readers served before the event loop gets a turn, so that a command does not wait for thousands of readers."""

Load: TypeAlias = Callable[[str], Awaitable[Loaded]]
"""Returns the current game."""


# not a Value: the texts hold a function, so the garbage collector has to see the record
class Form(msgspec.Struct, frozen=True):
    """The form in which a reader gets events."""

    as_sse: bool
    """Whether to send server-sent events; otherwise lines of JSON."""
    texts: Texts | None = None
    """The sentences of the events; None: without."""


class Live(Protocol):
    """A reader that has all events and waits for the next ones."""

    def offer(self, feed: "Feed", loaded: Loaded) -> None:
        """Send the new events, or wake the reader to do it."""
        ...

    def wake(self) -> None:
        """Make the reader check for events."""
        ...


class Feed:
    """Sends the events of a game to its readers. Readers with the same viewer, version and format share a frame."""

    def __init__(self, game: str, load: Load, on_end: Callable[["Feed"], None]) -> None:
        self.game = game
        self._load = load
        self._on_end = on_end
        self._readers: set[Live] = set()
        self._frames: dict[tuple[AnyViewer, bool, str | None, int, int], bytes] = {}
        self._moved = asyncio.Event()
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._end)

    @property
    def is_over(self) -> bool:
        """Whether the feed has stopped."""
        return self._task.done()

    def add(self, reader: Live) -> None:
        """Add a reader that has all events."""
        self._readers.add(reader)

    def discard(self, reader: Live) -> None:
        """Remove a reader. The feed stops with the last one."""
        self._readers.discard(reader)
        if not self._readers:
            self._task.cancel()
            self._on_end(self)

    def wake(self) -> None:
        """Report new events of the game."""
        self._moved.set()

    def frame(self, loaded: Loaded, viewer: AnyViewer, after: int, end: int, form: Form) -> bytes:
        """Return the frame with the events of these versions, encoded once per round."""
        key = (viewer, form.as_sse, form.texts and form.texts.language, after, end)
        found = self._frames.get(key)
        if found is None:
            found = self._frames[key] = frame_of(loaded, viewer, after, end, form)
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
        # if the load failed, each reader loads the game itself and gets the error
        for reader in list(self._readers):
            reader.wake()


def frame_of(loaded: Loaded, viewer: AnyViewer, after: int, end: int, form: Form) -> bytes:
    """Return the events with versions in (after, end] as server-sent events or as lines of JSON."""
    lines = ((version, line_of(loaded, version, viewer, form.texts)) for version in range(after + 1, end + 1))
    if form.as_sse:
        return b"".join(b"id: %d\ndata: %b\n\n" % line for line in lines)
    return b"".join(line + b"\n" for _, line in lines)
