"""Queries of the tables, which wait until the tables contain all events that precede the query."""

import asyncio
import math
import time
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import Protocol, Self, TypeVar

from eventsourcing.persistence import PersistenceError

from service.core.store.database import Cursor
from service.core.store.freshness import FRESHNESS
from service.core.store.retry import Backoff
from service.core.store.store import Store
from service.core.store.timeouts import CATCH_UP_TIMEOUT, QUERY_TIMEOUT
from service.lists.log import Log
from service.lists.registry import Registry

T = TypeVar("T")


class Elsewhere(Protocol):
    """Asks another server."""

    async def __call__(
        self, names: Collection[str], query: Callable[[Cursor], T], flush: Callable[[], None], /
    ) -> tuple[T] | None:
        """Return the result of a query of the tables of these projections; None: only this database can answer."""
        ...


_FIRST_RETRY, _LAST_RETRY, _RETRY_AFTER_ERROR = 0.005, 0.1, 1.0
"""Seconds between two checks of the position of the tables, and after an error of the database."""


class ReadModels:
    """The tables of lists and results, for readers."""

    def __init__(self, registry: Registry, log: Log, in_use: Callable[[], AbstractContextManager[None]]) -> None:
        self.registry = registry
        self.log = log
        self._in_use = in_use
        self.flush: Callable[[], None] = _no_flush
        """Called when a reader waits for the tables, to end the debounce interval."""
        self.elsewhere: Elsewhere = _nowhere
        """Asked first for the result of a query."""

    @classmethod
    def of(cls, store: Store) -> Self:
        """Return the tables in the database of a store; missing ones are created."""
        registry = Registry(store.database)
        registry.create()
        return cls(registry, Log(store.application), store.in_use)

    async def read(self, names: Collection[str], query: Callable[[Cursor], T], timeout: float | None = None) -> T:
        """Return the result of a query after these projections have processed all present events.

        After the timeout, CATCH_UP_TIMEOUT unless given, it is run anyway: readers are served even if the tables lag
        behind.
        """
        if (found := await self.elsewhere(names, query, self.flush)) is not None:
            return found[0]
        upto = await self._in_thread(self.log.last)
        deadline = time.monotonic() + (CATCH_UP_TIMEOUT if timeout is None else timeout)
        retries = Backoff(_FIRST_RETRY, _LAST_RETRY)
        while True:
            delay = retries.delay()
            is_last = time.monotonic() + delay > deadline
            needed = 0 if is_last else upto
            found = await self._in_thread(lambda needed=needed: self._attempt(names, query, needed))
            if found is not None:
                return found[0]
            self.flush()
            await asyncio.sleep(delay)

    async def read_when_there(self, names: Collection[str], query: Callable[[Cursor], T]) -> T:
        """Return the result of a query after these projections have processed all present events, without timeout."""
        while True:
            try:
                return await self.read(names, query, math.inf)
            except (PersistenceError, TimeoutError):
                await asyncio.sleep(_RETRY_AFTER_ERROR)

    async def have_reached(self, names: Collection[str], position: int) -> bool:
        """Whether these projections have processed all events up to a position. If not, ends the debounce interval."""
        reached = await self._in_thread(lambda: self._attempt(names, lambda _: True, position))
        if reached is None:
            self.flush()
        return reached is not None

    async def lag(self) -> dict[str, int]:
        """Return the number of log positions, roughly events, by which each projection lags behind the log."""
        return await self._in_thread(self.lags)

    def lags(self) -> dict[str, int]:
        """Return the same as `lag`, blocking."""
        with self.registry.database.reading() as cursor:
            states = self.registry.states(cursor)
        last = self.log.last()
        return {each.name: max(0, last - each.position) for each in states}

    async def ask(self, query: Callable[[Cursor], T]) -> T:
        """Return the result of a query at once, even if the tables lag behind."""
        return await self._in_thread(lambda: self._found(query))

    async def _in_thread(self, ask: Callable[[], T]) -> T:
        def asked() -> T:
            with self._in_use():
                return ask()

        async with asyncio.timeout(QUERY_TIMEOUT):
            return await asyncio.to_thread(asked)

    def _attempt(self, names: Collection[str], query: Callable[[Cursor], T], needed: int) -> tuple[T] | None:
        with self.registry.database.reading() as cursor:
            freshness = FRESHNESS.get()
            if needed or freshness is not None:
                reached = min(each.position for each in self.registry.states(cursor, names))
                if reached < needed:
                    return None
                if freshness is not None:
                    freshness.note_log(reached)
            return (query(cursor),)

    def _found(self, query: Callable[[Cursor], T]) -> T:
        with self.registry.database.reading() as cursor:
            return query(cursor)


async def _nowhere(_names: Collection[str], _query: Callable[[Cursor], T], _flush: Callable[[], None]) -> None:
    """Do nothing: there is no other server."""


def _no_flush() -> None:
    """Do nothing: another process updates the tables."""
