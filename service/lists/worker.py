"""Projects the log in a process of its own, `ludolog worker`, for a database with several service processes."""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Generator

import psycopg
from eventsourcing.persistence import DataError, PersistenceError

from service.core.store.adapters.watched import connected
from service.core.store.errors import LaterReleaseError, StoreError
from service.core.store.outage import OUTAGE, report_store_error
from service.core.store.postgres_connection import CHANNEL
from service.core.store.retry import Backoff
from service.core.store.store import Store
from service.lists.projector import BATCH_DELAY, Projector
from service.lists.reading import ReadModels
from service.lists.worker_metrics import WorkerMetrics

_log = logging.getLogger(__name__)

POLL_INTERVAL = 1.0
"""Seconds between two reads of the log without a notification, because notifications may get lost."""

REPORT_INTERVAL = 1.0
"""Seconds between two reports of the lag under constant load."""

FIRST_RETRY, LAST_RETRY = 0.25, 5.0
"""Seconds before the next attempt to reach the database; each failure doubles them."""

WORKER_LOCK = 0x6C75646F_03
"""The advisory lock of the active worker. PostgreSQL releases it when the connection ends."""


class Worker:
    """Updates the tables until it is stopped, across restarts of the database.

    One worker is active, the others stand by. Should two be active for a moment, no event is written twice.
    """

    def __init__(self, database: str, report: Callable[[str], None], metrics: WorkerMetrics | None = None) -> None:
        self._database = database
        self._report = report
        self._metrics = metrics or WorkerMetrics()
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Request the end of `run`."""
        self._stopping.set()

    def run(self) -> None:
        """Update the tables until `stop` is called."""
        retries = Backoff(FIRST_RETRY, LAST_RETRY)
        is_superseded = False
        while not self._stopping.is_set():
            try:
                with Store(self._database) as store, self._connected() as connection:
                    models = ReadModels.of(store)
                    retries.reset()
                    self._report("ready")
                    is_superseded = False
                    self._follow(models, connection)
            except LaterReleaseError as error:
                # without its connections, and so without the lock: the worker of that release can follow
                self._metrics.clear()
                if not is_superseded:
                    _log.warning("this worker stands still: %s", error)
                is_superseded = True
                self._stopping.wait(LAST_RETRY)
            except (StoreError, PersistenceError, psycopg.Error, OSError) as error:
                self._metrics.clear()
                again = "the worker tries again every few seconds"
                report_store_error(_log, again, again, error)
                # a row that the database refuses is refused again
                self._stopping.wait(LAST_RETRY if isinstance(error, DataError) else retries.delay())

    @contextlib.contextmanager
    def _connected(self) -> Generator[psycopg.Connection]:
        with connected(self._database, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}".encode())
            yield connection

    def _follow(self, models: ReadModels, connection: psycopg.Connection) -> None:
        projector = Projector(models.registry, models.log)
        is_leading = is_reported = False
        while not self._stopping.is_set():
            if not is_leading:
                row = connection.execute("SELECT pg_try_advisory_lock(%s)", (WORKER_LOCK,)).fetchone()
                is_leading = bool(row and row[0])
            if is_leading:
                self._catch_up(projector, models, connection)
            if is_leading and not is_reported:
                # after the first step: a lock alone may be that of a server that has been replaced
                self._report("following")
                is_reported = True
            self._metrics.set_following(is_leading=is_leading)
            self._metrics.set_lags(models.lags())
            OUTAGE.over()
            # returns at the first notification, or after the poll interval
            for _ in connection.notifies(timeout=POLL_INTERVAL, stop_after=1):
                self._stopping.wait(BATCH_DELAY)

    def _catch_up(self, projector: Projector, models: ReadModels, connection: psycopg.Connection) -> None:
        """Process all present events. Under constant load this has no end."""
        reported_at = time.monotonic()
        while not self._stopping.is_set() and (events := projector.step()):
            self._metrics.add_events(events)
            self._metrics.set_following(is_leading=True)
            self._stopping.wait(BATCH_DELAY)
            # the next step reads the log anyway: pending notifications must not accumulate
            for _ in connection.notifies(timeout=0):
                pass
            if time.monotonic() >= reported_at + REPORT_INTERVAL:
                self._metrics.set_lags(models.lags())
                reported_at = time.monotonic()
