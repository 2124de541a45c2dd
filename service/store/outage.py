"""One line a minute for a database that does not answer, however many requests and tasks notice it."""

import logging
import threading
import time
from collections.abc import Callable

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError

from service.store.errors import FileLostError, StoreError

SAID_EVERY = 60.0
"""Seconds between two lines about the same outage."""

_log = logging.getLogger(__name__)


class Outage:
    """Whether the database answers, as the log of this process tells it; safe for threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._said_at: float | None = None
        self._failures = 0
        self._is_held = False
        self.held: str | None = None
        """The last reason that was held back."""

    def hold(self) -> None:
        """Log nothing until `release`: what keeps a process from starting is its last line, and the only one."""
        self._is_held = True

    def release(self) -> None:
        """Log from now on."""
        self._is_held = False

    def report(self, what: str, error: object) -> None:
        """Log what could not be done and why, unless a line within the last minute has told of the outage."""
        if isinstance(error, FileLostError):
            # service/store/storage_watch.py looks at the file every second, and tells of it
            return
        kind = f"{type(error).__name__}: " if isinstance(error, BaseException) else ""
        reason = " ".join(f"{kind}{error}".split())
        with self._lock:
            if self._is_held:
                self.held = reason
                return
            now = self._clock()
            self._failures += 1
            if self._said_at is not None and now < self._said_at + SAID_EVERY:
                return
            self._said_at, failures, self._failures = now, self._failures, 0
        line = "the database does not answer: %s: %s (failures since the last such line: %d)"
        _log.error(line, what, reason, failures)

    def over(self) -> None:
        """Log that the database answers again, where an outage was told of."""
        if self._said_at is None:
            return
        with self._lock:
            self._said_at, self._failures = None, 0
        _log.info("the database answers again")


OUTAGE = Outage()
"""That of this process."""


def is_outage(error: BaseException) -> bool:
    """Return whether an error means that the database cannot be reached or used now."""
    return isinstance(
        error, StoreError | OperationalError | InterfaceError | psycopg.OperationalError | TimeoutError | OSError
    )


def pool_complains(record: logging.LogRecord) -> bool:
    """Report what the pool of connections logs; returns False, so that its own line is left out."""
    OUTAGE.report("no connection", record.getMessage())
    return False
