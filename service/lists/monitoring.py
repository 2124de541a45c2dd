"""Checks for the operator of a site: the number of games, and whether a worker updates the tables."""

import contextlib
import logging
import time
from typing import get_args

from eventsourcing.persistence import PersistenceError

from domain.game.game import Status
from service.core.store.database import Cursor
from service.core.store.errors import StoreError
from service.lists.reading import ReadModels
from service.lists.worker import WORKER_LOCK

COUNT_TTL = 60.0
"""Seconds for which the counts are cached. Each count scans all games."""

CHECK_INTERVAL = 15.0
"""Seconds between two checks. A worker that restarts is back before the second one."""

LOG_INTERVAL = 600.0
"""Seconds between two warnings about the same problem."""

MISSING = (
    "no worker updates the tables of this database: lists, results and ratings show old data, and no process continues "
    "the bots of a process that has ended. Start `ludolog worker`, or set LUDOLOG_PROJECTIONS=embedded for the service"
)

_log = logging.getLogger(__name__)

_FOLLOWS = (
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = ? AND objid = ? "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def has_worker(cursor: Cursor) -> bool:
    """Return whether a worker updates the tables of this PostgreSQL database."""
    return cursor.one(_FOLLOWS, (WORKER_LOCK >> 32, WORKER_LOCK & 0xFFFFFFFF)) is not None


class GameCounts:
    """The number of games by status, from the list of games."""

    def __init__(self, models: ReadModels) -> None:
        self._models = models
        self._counts: dict[str, int] = {}
        self._until = 0.0

    async def by_status(self) -> dict[str, int]:
        """Return the counts; empty for a while after a failure.

        Raises StoreError, PersistenceError, TimeoutError.
        """
        if time.monotonic() >= self._until:
            # a slow or failing count is not repeated for each caller
            self._until = time.monotonic() + COUNT_TTL
            try:
                self._counts = await self._models.ask(_count)
            except (StoreError, PersistenceError, TimeoutError):
                self._counts = {}
                raise
        return self._counts


def _count(cursor: Cursor) -> dict[str, int]:
    rows = cursor.all("SELECT status, count(*) AS number FROM lobby GROUP BY status")
    return dict.fromkeys(get_args(Status), 0) | {row["status"]: row["number"] for row in rows}


class WorkerWatch:
    """Checks periodically whether a worker updates the tables, and logs a warning if none does."""

    def __init__(self, models: ReadModels, *, is_needed: bool) -> None:
        self._models = models
        self.is_needed = is_needed
        """Whether a worker is required."""
        self._missed = 0
        self._logged_at: float | None = None

    @property
    def is_missing(self) -> bool:
        """Whether the last two checks found no worker: a single one may fall into a restart."""
        return self._missed > 1

    async def check(self) -> None:
        """Check once."""
        # an outage is logged elsewhere
        with contextlib.suppress(StoreError, PersistenceError, TimeoutError):
            self._set_present(is_present=await self._models.ask(has_worker))

    def _set_present(self, *, is_present: bool) -> None:
        if is_present:
            if self._logged_at is not None:
                _log.info("a worker keeps the tables again")
            self._missed, self._logged_at = 0, None
            return
        self._missed += 1
        now = time.monotonic()
        if self.is_missing and (self._logged_at is None or now > self._logged_at + LOG_INTERVAL):
            self._logged_at = now
            _log.warning(MISSING)
