"""Asks the tables: readers see what they wrote, and how far the tables are behind the log."""

import asyncio
import time
from collections.abc import Callable, Collection
from typing import TypeVar

from service.database import Cursor
from service.readmodels.log import Log
from service.readmodels.registry import Registry

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds that a reader waits for what was in the log when it asked; then it is answered with what is there."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.005, 0.1


class ReadModels:
    """The tables that follow the log, for those who ask."""

    def __init__(self, registry: Registry, log: Log) -> None:
        self._registry = registry
        self._log = log

    async def read(self, names: Collection[str], query: Callable[[Cursor], T], patience: float = PATIENCE) -> T:
        """Return what a query finds once these projections have taken in all that is in the log now."""
        upto = await asyncio.to_thread(self._log.last)
        deadline = time.monotonic() + patience
        pause = _FIRST_PAUSE
        while True:
            is_last = time.monotonic() + pause > deadline
            found = await asyncio.to_thread(self._attempt, names, query, None if is_last else upto)
            if found is not None:
                return found[0]
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _attempt(self, names: Collection[str], query: Callable[[Cursor], T], upto: int | None) -> tuple[T] | None:
        with self._registry.database.reading() as cursor:
            if upto is not None and any(each.position < upto for each in self._registry.standings(cursor, names)):
                return None
            return (query(cursor),)

    def lag(self) -> dict[str, int]:
        """Return for each projection how far it is behind the log, in positions of the log: about as many events."""
        with self._registry.database.reading() as cursor:
            standings = self._registry.standings(cursor)
        last = self._log.last()
        return {each.name: max(0, last - each.position) for each in standings}
