"""Follows the log in a process of its own: `ludolog worker`, for a database that several service processes share."""

import contextlib
import threading
import time
from collections.abc import Callable, Generator

import psycopg
from eventsourcing.persistence import PersistenceError

from service.readmodels.following import GATHER, Follower
from service.readmodels.reading import ReadModels
from service.readmodels.worker_metrics import WorkerMetrics
from service.store.errors import StoreError
from service.store.outage import OUTAGE
from service.store.postgres import CHANNEL, parameters_of
from service.store.retry import Backoff
from service.store.store import Store

POLL = 1.0
"""Seconds between two looks at the log when nothing was told: a message may get lost, the log does not."""

TOLD_EVERY = 1.0
"""Seconds after which a worker that is never done tells how far it is."""

FIRST_RETRY, LAST_RETRY = 0.25, 5.0
"""Seconds before the next attempt to reach the database; each failure doubles them."""

LEADING = 0x6C75646F_03
"""The advisory lock of the worker that follows; it is given free with the connection, however that ends."""


class Worker:
    """Brings the tables forward until it is told to stop, through restarts of the database.

    Of several workers one follows, and the others stand by. Should two ever follow at once, nothing is written twice.
    """

    def __init__(self, database: str, report: Callable[[str], None], measured: WorkerMetrics | None = None) -> None:
        self._database = database
        self._report = report
        self._measured = measured or WorkerMetrics()
        self._stopping = threading.Event()

    def stop(self) -> None:
        """End soon."""
        self._stopping.set()

    def run(self) -> None:
        """Follow until told to stop."""
        retries = Backoff(FIRST_RETRY, LAST_RETRY)
        while not self._stopping.is_set():
            try:
                with Store(self._database) as store, self._connected() as connection:
                    models = ReadModels.of(store)
                    retries.reset()
                    OUTAGE.over()
                    self._report("ready")
                    self._follow(models, connection)
            except (StoreError, PersistenceError, psycopg.Error, OSError) as error:
                self._measured.lost()
                OUTAGE.report("the worker tries again every few seconds", error)
                self._stopping.wait(retries.delay())

    @contextlib.contextmanager
    def _connected(self) -> Generator[psycopg.Connection]:
        with psycopg.connect(**parameters_of(self._database), autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}".encode())
            yield connection

    def _follow(self, models: ReadModels, connection: psycopg.Connection) -> None:
        follower = Follower(models.registry, models.log)
        is_leading = False
        while not self._stopping.is_set():
            if not is_leading:
                row = connection.execute("SELECT pg_try_advisory_lock(%s)", (LEADING,)).fetchone()
                is_leading = bool(row and row[0])
                if is_leading:
                    self._report("following")
            self._measured.follows(is_leading=is_leading)
            if is_leading:
                self._catch_up(follower, models, connection)
            self._measured.looked(models.lags())
            # what was told since the last look is looked at now, and once a second all the same
            for _ in connection.notifies(timeout=POLL, stop_after=1):
                self._stopping.wait(GATHER)

    def _catch_up(self, follower: Follower, models: ReadModels, connection: psycopg.Connection) -> None:
        """Take in what there is; where commits never cease, this has no end."""
        told_at = time.monotonic()
        while not self._stopping.is_set() and (events := follower.step()):
            self._measured.took(events)
            self._stopping.wait(GATHER)
            # the next step looks at the log anyway: what was told until now must not pile up
            for _ in connection.notifies(timeout=0):
                pass
            if time.monotonic() >= told_at + TOLD_EVERY:
                self._measured.looked(models.lags())
                told_at = time.monotonic()
