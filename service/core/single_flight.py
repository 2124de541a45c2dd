"""A cache of slow results that runs one computation per key: concurrent callers wait for the same one."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SingleFlight(Generic[K, V]):
    """Results by key, least recently used, and the computations that are running."""

    def __init__(self, max_size: int) -> None:
        self._results: LRUCache[K, V] = LRUCache(max_size)
        self._running: dict[K, asyncio.Future[V]] = {}

    async def get(self, key: K, compute: Callable[[], Awaitable[V]]) -> V:
        """Return the result of a key. Calls `compute` unless it is cached or running; all callers get its exception."""
        if key in self._results:
            return self._results[key]
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.ensure_future(self._compute(key, compute))
            task.add_done_callback(_retrieve_exception)
        # a cancelled caller must not cancel the computation of the others
        return await asyncio.shield(task)

    async def _compute(self, key: K, compute: Callable[[], Awaitable[V]]) -> V:
        try:
            result = self._results[key] = await compute()
            return result
        finally:
            del self._running[key]


def _retrieve_exception(task: asyncio.Future[Any]) -> None:
    """Mark an exception as retrieved, for the case that all callers were cancelled."""
    if not task.cancelled():
        task.exception()
