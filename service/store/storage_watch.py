"""Watches the file and the disk of a SQLite database, and the failures of a full PostgreSQL server."""

import asyncio
import logging
import time

from service.store.files.writable import room_problem
from service.store.store import Store

LOOK_EVERY = 1.0
"""Seconds between two looks at the file."""

GOOD_FOR = 1.0
"""Seconds for which what was found of the disk is answered again."""

_log = logging.getLogger(__name__)


class StorageWatch:
    """Tells why nothing can be stored; the log has a line whenever that changes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.lost: str | None = None
        """What has happened to the file of the database; None where it is there."""
        self._full: str | None = None
        self._until = 0.0

    async def run(self) -> None:
        """Look at the file every second, until this is cancelled."""
        while self._store.file is not None:
            await asyncio.to_thread(self.look)
            await asyncio.sleep(LOOK_EVERY)

    def look(self) -> None:
        """Look at the file once."""
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

    async def full(self) -> str | None:
        """Return why nothing more can be written; None where there is room, as far as is known."""
        if time.monotonic() >= self._until:
            before, self._full = self._full, await asyncio.to_thread(self._looked_at_disk)
            self._until = time.monotonic() + GOOD_FOR
            if self._full is not None and self._full != before:
                _log.error("the service is not ready: %s", self._full)
        return self._full

    def _looked_at_disk(self) -> str | None:
        if self._store.is_full:
            return "the disk is full: the last commit failed for want of space"
        return None if self._store.file is None else room_problem(self._store.file.path.parent)
