"""Reads every few seconds what an operator has to look after. A failure removes the values instead of keeping them."""

import asyncio
import contextlib
import logging
import math
import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from domain.kernel.values import Value
from service.analysis.rows import jobs_waiting
from service.core.settings import Settings
from service.core.store.database import Cursor, Database
from service.core.store.url import is_postgres, sqlite_path
from service.monitoring.upkeep.backups import latest_backup
from service.monitoring.upkeep.certificate import Certificate
from service.monitoring.upkeep.standbys import Archive, Standbys, archive, standbys
from service.reports.rows import cases_waiting, oldest_case

EVERY = 15.0
"""Seconds between two readings."""

CERTIFICATE_EVERY = 3600.0
"""Seconds between two readings of the certificate."""

VALID = 4 * EVERY
"""Seconds after which a reading no longer counts: the next ones have failed, or hang."""

_log = logging.getLogger(__name__)


class Reading(Value, frozen=True):
    """What the database says."""

    queues: Mapping[str, int]
    """How many items wait in each queue."""
    oldest_report: str | None
    """Since when the oldest report of a player waits for an answer; None: none waits."""
    standbys: Standbys | None
    """None on SQLite."""
    archive: Archive | None


class Upkeep:
    """The last readings."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._database = database
        self._backups = None if settings.backups is None else Path(settings.backups)
        origin = settings.site_origin or ""
        self.certificate = Certificate(origin) if origin.startswith("https:") else None
        self._folders = _folders(settings)
        self.queues: dict[str, Callable[[Cursor], int]] = {
            "analysis": lambda cursor: len(jobs_waiting(cursor)),
            "reports": cases_waiting,
        }
        """Count what waits in the database, by the names of the queues. Features add theirs."""
        self._read: tuple[float, Reading] | None = None
        self._free: dict[str, int] = {}
        self._backup: float | None = None
        """The time of the latest backup; minus infinity: there is none, or none that can be read; None: not known."""
        self._is_unreadable = False

    @property
    def reading(self) -> Reading | None:
        """The last reading of the database; None: it has not answered for a while."""
        if self._read is None or time.monotonic() > self._read[0] + VALID:
            return None
        return self._read[1]

    @property
    def free(self) -> Mapping[str, int]:
        """The bytes that are free for the service on the disk of each folder."""
        return self._free

    @property
    def backup_age(self) -> float | None:
        """Seconds since the latest backup, infinity without one that can be read; None: not read yet, or no setting."""
        return None if self._backup is None else max(0.0, time.time() - self._backup)

    async def step(self) -> None:
        """Read what changes quickly."""
        await asyncio.to_thread(self.read)

    def read(self) -> None:
        """Read disks, backups and database. Raises the errors of the database."""
        self._read_files()
        with self._database.reading() as cursor:
            reading = Reading(
                {name: count(cursor) for name, count in self.queues.items()},
                oldest_case(cursor),
                standbys(cursor) if cursor.is_postgres else None,
                archive(cursor) if cursor.is_postgres else None,
            )
        self._read = time.monotonic(), reading

    def _read_files(self) -> None:
        """Read what file systems say, which may hang if they are on other machines."""
        free: dict[str, int] = {}
        for name, folder in self._folders.items():
            with contextlib.suppress(OSError):
                free[name] = shutil.disk_usage(folder).free
        # a scrape meanwhile sees what was read before
        self._free, self._backup = free, self._latest_backup()

    def _latest_backup(self) -> float | None:
        """Return the time of the latest backup, and log once why it cannot be read: nobody knows then of one."""
        if self._backups is None:
            return None
        try:
            latest = latest_backup(self._backups)
        except OSError as error:
            if not self._is_unreadable:
                _log.warning("the backups at %s cannot be read, and count as missing: %s", self._backups, error)
            self._is_unreadable = True
            return -math.inf
        self._is_unreadable = False
        return -math.inf if latest is None else latest

    async def read_certificate(self) -> None:
        """Read the certificate, and log why it cannot be read."""
        if self.certificate is None:
            return
        try:
            await asyncio.to_thread(self.certificate.read)
        except (OSError, ValueError) as error:
            _log.warning("the certificate of %s cannot be read: %s", self.certificate.host, error)


def _folders(settings: Settings) -> dict[str, Path]:
    """Return the folders whose disks must not fill up."""
    found = {"dumps": settings.dump_path, "uploads": settings.upload_folder}
    if not is_postgres(settings.database):
        found["database"] = Path(sqlite_path(settings.database)).resolve().parent
    return {name: Path(folder) for name, folder in found.items() if folder is not None}
