"""Slow computations in a thread, one at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from service.games.loaded import Loaded

T = TypeVar("T")


class OneAtATime:
    """Runs slow computations in a thread, one at a time.

    A caller that is cancelled leaves the queue. A computation in progress continues then, and keeps the turn: a thread
    cannot be cancelled, and clients that disconnect must not occupy one thread after another.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)
        self._running: set[asyncio.Task[Any]] = set()
        """The computation in progress. The event loop itself has no strong reference to a task."""

    async def run(self, work: Callable[[], T]) -> T:
        """Return the result of a function, which a thread calls."""
        return await self._in_turn(lambda: asyncio.to_thread(work))

    async def shown(self, loaded: Loaded, form: str, prepare: Callable[[], Callable[[], bytes]]) -> bytes:
        """Return the cached representation of a game, computed once.

        `prepare` reads the game, and returns the function that a thread calls.
        """

        async def compute() -> bytes:
            found = loaded.found(form)
            made = await asyncio.to_thread(prepare()) if found is None else found
            return loaded.shown(form, lambda: made)

        return await self._in_turn(compute)

    async def _in_turn(self, compute: Callable[[], Awaitable[T]]) -> T:
        await self._turn.acquire()
        task = asyncio.create_task(self._finish(compute))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _finish(self, compute: Callable[[], Awaitable[T]]) -> T:
        try:
            return await compute()
        finally:
            self._turn.release()
