"""Follows the tables of activity and results, and queues deliveries, at positions that are stored with them."""

import asyncio
import logging
import time
from collections.abc import Callable

from msgspec import Struct

from service.core.store.retry import Backoff
from service.core.store.store import Store
from service.core.worker import Worker
from service.lists.reading import ReadModels
from service.lists.row_relay import PACE
from service.lists.tables.activity import Place
from service.news.planning import planned, queue
from service.news.queue.receivers import has_receivers
from service.news.sources import SOURCES, Source
from service.tournaments.round_rows import are_noted, locked_place, note_rounds

POLL_INTERVAL = 5.0
"""Seconds after which the tables are read without a notification."""

FIRST_RETRY, LAST_RETRY = 0.5, 10.0
"""Seconds before the next attempt after a failure."""

STORED_EVERY = 1.0
"""Seconds after which a place is stored although no deliveries follow from the rows before it."""

_log = logging.getLogger(__name__)


class _Step(Struct, frozen=True):
    """What came of one page: the place up to which the table was read, and the number of deliveries queued."""

    place: Place
    is_last: bool
    queued: int


class Follower:
    """Reads new rows. Every process follows; the stored place decides which of them queues the deliveries of a row."""

    def __init__(self, store: Store, models: ReadModels, now: Callable[[], str], queued: Callable[[], None]) -> None:
        """`queued` is called after deliveries were queued."""
        self._store = store
        self._models = models
        self._now = now
        self._queued = queued
        self._places: dict[str, Place] = {}
        self._stored: dict[str, tuple[Place, float]] = {}
        self._forgotten = 0
        """The number of calls of `forget`. The place of a read that began before the last call is discarded."""
        self._worker = Worker(
            self.step,
            every=POLL_INTERVAL,
            pace=PACE,
            retries=Backoff(FIRST_RETRY, LAST_RETRY),
            outage="notifications are queued later",
            failure="notifications cannot be queued",
            log=_log,
        )
        self.start, self.stop = self._worker.start, self._worker.stop
        self._is_idle = False
        """Whether there was no receiver. Then the next read of the tables does not follow commits, and can wait."""

    def wake(self, game: str = "") -> None:
        """Report a commit; the game is ignored."""
        del game
        if not self._is_idle:
            self._worker.wake()

    def receiver_made(self) -> None:
        """Report a new ping or webhook."""
        self._worker.wake()

    def forget(self) -> None:
        """Continue from the stored places.

        After a failover, rows that this process has read may be lost, and other rows may have their places.
        """
        self._forgotten += 1
        self._places.clear()
        self._stored.clear()
        self._worker.wake()

    async def step(self) -> None:
        """Queue what follows from all present rows."""
        while not await asyncio.to_thread(self._note_rounds):
            pass
        self._is_idle = not await self._models.ask(has_receivers)
        for source in SOURCES:
            await self._models.read_when_there(source.projections, lambda _: None)
            while not await self._step(source):
                pass

    def _note_rounds(self) -> bool:
        """Write rows of rounds that processes of an earlier release have published; returns whether all are written."""
        database = self._store.database
        with self._store.in_use():
            with database.reading() as cursor:
                if are_noted(cursor):
                    return True
            with database.writing() as cursor:
                return note_rounds(cursor)

    async def _step(self, source: Source) -> bool:
        """Read one page of a table; returns whether it was the last."""
        forgotten = self._forgotten
        done = await asyncio.to_thread(self._advance, source)
        if done.queued:
            self._queued()
        if forgotten != self._forgotten:
            self._stored.clear()
            return False
        self._places[source.name] = done.place
        return done.is_last

    def _advance(self, source: Source) -> _Step:
        with self._store.in_use():
            after = self._places.get(source.name)
            if after is not None:
                found = self._look(source, after)
                if found is not None:
                    return found
            return self._write(source)

    def _look(self, source: Source, after: Place) -> _Step | None:
        """Return the step if nothing has to be written; None otherwise."""
        with self._store.database.reading() as cursor:
            if not has_receivers(cursor):
                page_end, is_last, is_empty = max(after, source.last(cursor)), True, True
            else:
                page = source.read(cursor, after)
                page_end, is_last = page.upto, page.is_last
                is_empty = not planned(cursor, page.events, self._now())
        stored, stored_at = self._stored.get(source.name, (None, 0.0))
        if not is_empty or (page_end != stored and time.monotonic() - stored_at >= STORED_EVERY):
            return None
        return _Step(page_end, is_last, 0)

    def _write(self, source: Source) -> _Step:
        """Queue the deliveries of the page after the stored place, and store the place in the same transaction."""
        with self._store.database.writing() as cursor:
            stored = locked_place(cursor, source.name)
            now = self._now()
            if not has_receivers(cursor):
                place, is_last, queued = max(stored, source.last(cursor)), True, 0
            else:
                page = source.read(cursor, stored)
                place, is_last = page.upto, page.is_last
                queued = queue(cursor, planned(cursor, page.events, now), now)
            statement = "UPDATE followed_places SET position=?, place=? WHERE source=?"
            cursor.execute(statement, (*place, source.name))
        self._stored[source.name] = place, time.monotonic()
        return _Step(place, is_last, queued)
