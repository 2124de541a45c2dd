"""What whoever runs a site wants to know of the tables: how many games there are, and whether anybody keeps them."""

import asyncio
import contextlib
import logging
import time
from typing import get_args

from eventsourcing.persistence import PersistenceError

from domain.game.game import Status
from service.readmodels.reading import ReadModels
from service.readmodels.worker import LEADING
from service.store.database import Cursor
from service.store.errors import StoreError

COUNTED_EVERY = 60.0
"""Seconds for which a number of games is good: it is counted over all of them."""

LOOK_EVERY = 15.0
"""Seconds between two looks for a worker; one that was started again is back before the second."""

REMIND_EVERY = 600.0
"""Seconds after which is said again what nobody has mended."""

MISSING = (
    "no worker keeps the tables of this database: lists, results and ratings show the past, and nobody takes up the "
    "bots of a process that has ended. Start `ludolog worker`, or set LUDOLOG_PROJECTIONS=embedded for the service"
)

_log = logging.getLogger(__name__)

_FOLLOWS = (
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = ? AND objid = ? "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def has_worker(cursor: Cursor) -> bool:
    """Whether a worker follows the log of this PostgreSQL database."""
    return cursor.one(_FOLLOWS, (LEADING >> 32, LEADING & 0xFFFFFFFF)) is not None


class GameNumbers:
    """How many games there are of each status, as the list of games knows them."""

    def __init__(self, models: ReadModels) -> None:
        self._models = models
        self._counted: dict[str, int] = {}
        self._until = 0.0

    async def by_status(self) -> dict[str, int]:
        """Return their numbers, none for a while after they could not be counted.

        Raises StoreError, PersistenceError, TimeoutError.
        """
        if time.monotonic() >= self._until:
            # what takes too long, or fails, is not tried again for every who asks
            self._until = time.monotonic() + COUNTED_EVERY
            try:
                self._counted = await self._models.ask(_count)
            except (StoreError, PersistenceError, TimeoutError):
                self._counted = {}
                raise
        return self._counted


def _count(cursor: Cursor) -> dict[str, int]:
    rows = cursor.all("SELECT status, count(*) AS number FROM lobby GROUP BY status")
    return dict.fromkeys(get_args(Status), 0) | {row["status"]: row["number"] for row in rows}


class WorkerWatch:
    """Looks from time to time whether a worker keeps the tables, and says in the log what to do when none does."""

    def __init__(self, models: ReadModels, *, is_needed: bool, every: float = LOOK_EVERY) -> None:
        self._models = models
        self.is_needed = is_needed
        """Whether it is a worker that has to keep the tables."""
        self._every = every
        self._missed = 0
        self._said_at: float | None = None

    @property
    def is_missing(self) -> bool:
        """Whether there was no worker at the last looks; one of them may fall between its end and its next start."""
        return self._missed > 1

    async def run(self) -> None:
        """Look, until this is cancelled."""
        while self.is_needed:
            await self.look()
            await asyncio.sleep(self._every)

    async def look(self) -> None:
        """Look once."""
        # a database that does not answer is told of elsewhere
        with contextlib.suppress(StoreError, PersistenceError, TimeoutError):
            self._take(is_there=await self._models.ask(has_worker))

    def _take(self, *, is_there: bool) -> None:
        if is_there:
            if self._said_at is not None:
                _log.info("a worker keeps the tables again")
            self._missed, self._said_at = 0, None
            return
        self._missed += 1
        now = time.monotonic()
        if self.is_missing and (self._said_at is None or now > self._said_at + REMIND_EVERY):
            self._said_at = now
            _log.warning(MISSING)
