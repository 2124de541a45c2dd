"""Answers that take long to find, found once for all who ask meanwhile, and kept for those who come after."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Shared(Generic[K, V]):
    """The answers found last, by what was asked, and those that are being looked for."""

    def __init__(self, kept: int) -> None:
        self._found: LRUCache[K, V] = LRUCache(kept)
        self._sought: dict[K, asyncio.Future[V]] = {}

    async def get(self, asked: K, find: Callable[[], Awaitable[V]]) -> V:
        """Return the answer; `find` is called where nobody has found it or looks for it, and raises to all."""
        if asked in self._found:
            return self._found[asked]
        seeking = self._sought.get(asked)
        if seeking is None:
            seeking = self._sought[asked] = asyncio.ensure_future(self._seek(asked, find))
            seeking.add_done_callback(_heard)
        # whoever hangs up does not take the answer from the others
        return await asyncio.shield(seeking)

    async def _seek(self, asked: K, find: Callable[[], Awaitable[V]]) -> V:
        try:
            found = self._found[asked] = await find()
            return found
        finally:
            del self._sought[asked]


def _heard(seeking: asyncio.Future[Any]) -> None:
    """Take note of an error that nobody waits for any more."""
    if not seeking.cancelled():
        seeking.exception()
