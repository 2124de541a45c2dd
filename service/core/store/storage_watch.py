"""Watches the SQLite file and its disk, and PostgreSQL's errors of a full disk."""

import asyncio
import logging
import time

from service.core.store.files.writable import room_problem
from service.core.store.outage import OUTAGE, STORE_ERRORS
from service.core.store.store import Store

CHECK_INTERVAL = 1.0
"""Seconds between two checks of the file."""

DISK_CHECK_TTL = 1.0
"""Seconds for which the check of the disk is cached."""

_log = logging.getLogger(__name__)


class StorageWatch:
    """Reports why nothing can be stored, and logs each change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.lost: str | None = None
        """What has happened to the database file; None if it is intact."""
        self._full: str | None = None
        self._until = 0.0

    async def look(self) -> None:
        """Check the file of a SQLite database, and log the end of an outage.

        On PostgreSQL, those who follow the log notice when it answers again.
        """
        await asyncio.to_thread(self.check)
        if self.lost is None and OUTAGE.may_be_over:
            await asyncio.to_thread(self._try)

    def check(self) -> None:
        """Check the file once."""
        file = self._store.file
        before, self.lost = self.lost, None if file is None else file.problem()
        if file is not None and self.lost is not None and self.lost != before:
            _log.critical(
                "the database file %s %s: nothing is stored, and requests are answered 503: stop the service, and "
                "put the file or a backup back",
                file.path,
                self.lost,
            )
        elif before is not None and self.lost is None:
            _log.info("the database file is back")

    def _try(self) -> None:
        """Log the end of an outage if there is space and a transaction that writes can be opened."""
        if self._check_disk() is not None:
            return
        try:
            with self._store.database.writing():
                pass
        except STORE_ERRORS as error:
            OUTAGE.report("the database is tried again", error)
        else:
            OUTAGE.over()

    async def full(self) -> str | None:
        """Return why nothing can be written; None if there is space, as far as is known."""
        if time.monotonic() >= self._until:
            before, self._full = self._full, await asyncio.to_thread(self._check_disk)
            self._until = time.monotonic() + DISK_CHECK_TTL
            if self._full is not None and self._full != before:
                _log.error("the service is not ready: %s", self._full)
        return self._full

    def _check_disk(self) -> str | None:
        if self._store.is_full:
            return "the disk is full: the last commit failed for lack of space"
        return None if self._store.file is None else room_problem(self._store.file.path.parent)
