"""Logs an outage of the database at most once per minute, whatever the number of failures."""

import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Generator

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError, PersistenceError
from psycopg.errors import DiskFull

from service.core.store.errors import FileLostError, StoreError, VersionConflictError

LOG_INTERVAL = 60.0
"""Seconds between two log lines about an outage."""

QUIET = 3.0
"""Seconds without a failure before an outage can be over.

Some connections of a PostgreSQL server that is stopped answer for a while, and on an almost full disk some commits of
SQLite do not fail.
"""

_log = logging.getLogger(__name__)


class Outage:
    """The outage state of this process; thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._logged_at: float | None = None
        self._failed_at = 0.0
        self._failures = 0
        self._is_held = False
        self.held: str | None = None
        """The last reason that was not logged."""

    def hold(self) -> None:
        """Log nothing until `release`: the error that prevents a start is printed as the only line."""
        self._is_held = True

    def release(self) -> None:
        """Start to log."""
        self._is_held = False

    def report(self, what: str, error: object) -> None:
        """Log a failed action and its reason, at most once per interval."""
        if isinstance(error, FileLostError):
            # service/core/store/storage_watch.py checks the file every second and logs its loss
            return
        kind = f"{type(error).__name__}: " if isinstance(error, BaseException) else ""
        reason = " ".join(f"{kind}{error}".split())
        with self._lock:
            if self._is_held:
                self.held = reason
                return
            now = self._failed_at = self._clock()
            self._failures += 1
            if self._logged_at is not None and now < self._logged_at + LOG_INTERVAL:
                return
            self._logged_at, failures, self._failures = now, self._failures, 0
        line = "the database does not answer: %s: %s (failures since the last such line: %d)"
        _log.error(line, what, reason, failures)

    @property
    def may_be_over(self) -> bool:
        """Whether an outage is logged and nothing has failed for a while."""
        return self._logged_at is not None and self._clock() >= self._failed_at + QUIET

    def over(self) -> None:
        """Log the end of an outage if its beginning was logged, and nothing has failed for a while.

        To be called again and again while the database answers.
        """
        with self._lock:
            if not self.may_be_over:
                return
            self._logged_at, self._failures = None, 0
        _log.info("the database answers again")


STORE_ERRORS = (StoreError, VersionConflictError, PersistenceError, TimeoutError)
"""The errors of the store after which a background task tries again."""

OUTAGE = Outage()
"""The instance of this process."""


@contextlib.contextmanager
def survived(log: logging.Logger, outage: str, otherwise: str) -> Generator[None]:
    """Log an error of a background task instead of ending the task: of the store as an outage, others with a trace."""
    try:
        yield
    except STORE_ERRORS as error:
        OUTAGE.report(outage, error)
    except Exception:
        log.exception(otherwise)


def is_outage(error: BaseException) -> bool:
    """Return whether an error means that the database is unreachable or unusable."""
    return isinstance(
        error, StoreError | OperationalError | InterfaceError | psycopg.OperationalError | TimeoutError | OSError
    )


def report_store_error(log: logging.Logger, outage: str, failure: str, error: Exception) -> None:
    """Log an error of a background task in the store: as an outage, or as a warning with the failure and the error."""
    if is_outage(error):
        OUTAGE.report(outage, error)
    else:
        log.warning("%s: %s: %s", failure, type(error).__name__, error)


def report_pool_message(record: logging.LogRecord) -> bool:
    """Report a log message of the connection pool as an outage; returns False to suppress the message itself."""
    OUTAGE.report("no connection", record.getMessage())
    return False


def is_disk_full(error: BaseException | None) -> bool:
    """Return whether an error or one of its causes is a full disk."""
    while error is not None:
        code = getattr(error, "sqlite_errorcode", None)
        if isinstance(error, DiskFull) or code == sqlite3.SQLITE_FULL:
            return True
        error = error.__cause__
    return False
