"""Asks the tables: readers see what they wrote, and how far the tables are behind the log."""

import asyncio
import math
import time
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import Self, TypeVar

from eventsourcing.persistence import PersistenceError

from service.readmodels.log import Log
from service.readmodels.registry import Registry
from service.store.database import Cursor
from service.store.retry import Backoff
from service.store.store import Store
from service.store.timeouts import CATCH_UP_TIMEOUT, QUERY_TIMEOUT

T = TypeVar("T")

_FIRST_RETRY, _LAST_RETRY, _RETRY_AFTER_ERROR = 0.005, 0.1, 1.0
"""Seconds between two looks at the position of the tables, and after an error of the database."""


class ReadModels:
    """The tables that follow the log, for those who ask."""

    def __init__(self, registry: Registry, log: Log, in_use: Callable[[], AbstractContextManager[None]]) -> None:
        self.registry = registry
        self.log = log
        self._in_use = in_use
        self.hurry: Callable[[], None] = _nobody
        """Hears that somebody waits for the tables to catch up with the log."""

    @classmethod
    def of(cls, store: Store) -> Self:
        """Return the tables beside the log of a store; those that are missing are made."""
        registry = Registry(store.database)
        registry.create()
        return cls(registry, Log(store.application.recorder, store.application.mapper), store.in_use)

    async def read(self, names: Collection[str], query: Callable[[Cursor], T], timeout: float = CATCH_UP_TIMEOUT) -> T:
        """Return what a query finds once these projections have taken in all that is in the log now.

        After a while it is asked anyway: who reads is not kept from reading when the tables lag behind.
        """
        upto = await self._in_thread(self.log.last)
        deadline = time.monotonic() + timeout
        retries = Backoff(_FIRST_RETRY, _LAST_RETRY)
        while True:
            delay = retries.delay()
            is_last = time.monotonic() + delay > deadline
            needed = 0 if is_last else upto
            found = await self._in_thread(lambda needed=needed: self._attempt(names, query, needed))
            if found is not None:
                return found[0]
            self.hurry()
            await asyncio.sleep(delay)

    async def read_when_there(self, names: Collection[str], query: Callable[[Cursor], T]) -> T:
        """Return what a query finds once these projections have taken in all that is in the log now, however long."""
        while True:
            try:
                return await self.read(names, query, math.inf)
            except (PersistenceError, TimeoutError):
                await asyncio.sleep(_RETRY_AFTER_ERROR)

    async def lag(self) -> dict[str, int]:
        """Return for each projection how far it is behind the log, in positions of the log: about as many events."""
        return await self._in_thread(self.lags)

    def lags(self) -> dict[str, int]:
        """Return what `lag` does, to a thread that may wait for the database."""
        with self.registry.database.reading() as cursor:
            standings = self.registry.standings(cursor)
        last = self.log.last()
        return {each.name: max(0, last - each.position) for each in standings}

    async def ask(self, query: Callable[[Cursor], T]) -> T:
        """Return what a query finds now, however far the tables have come."""
        return await self._in_thread(lambda: self._found(query))

    async def _in_thread(self, ask: Callable[[], T]) -> T:
        def asked() -> T:
            with self._in_use():
                return ask()

        async with asyncio.timeout(QUERY_TIMEOUT):
            return await asyncio.to_thread(asked)

    def _attempt(self, names: Collection[str], query: Callable[[Cursor], T], needed: int) -> tuple[T] | None:
        with self.registry.database.reading() as cursor:
            if needed and any(each.position < needed for each in self.registry.standings(cursor, names)):
                return None
            return (query(cursor),)

    def _found(self, query: Callable[[Cursor], T]) -> T:
        with self.registry.database.reading() as cursor:
            return query(cursor)


def _nobody() -> None:
    """Whoever keeps the tables, it is not this process."""
