"""Projects the log in a thread of the service: the default if one process owns the database."""

import logging
import threading
import time
from pathlib import Path
from typing import Self

from service.core.store.errors import LaterReleaseError
from service.core.store.outage import OUTAGE, is_outage
from service.core.store.retry import Backoff
from service.lists.log import Log
from service.lists.projector import BATCH_DELAY, Projector
from service.lists.reading import ReadModels
from service.lists.rebuild.rebuild import Rebuild
from service.lists.rebuild.request import take_request
from service.lists.registry import Registry

DEBOUNCE = 0.25
"""Seconds to wait for more commits before a transaction, in addition to the batch delay, unless a reader waits.

Two transactions are at least a batch delay apart, however many readers wait.
"""

FIRST_RETRY, LAST_RETRY = 0.05, 5.0
"""Seconds before the next attempt after a failure; each failure doubles them."""

POLL_INTERVAL = 1.0
"""Seconds after which the log is read without a notification."""

SMALL_PAGE = 500
"""Events per transaction of a rebuild. It is small because games continue in the meantime."""

_log = logging.getLogger(__name__)


class EmbeddedProjector:
    """A thread that updates the tables, and rebuilds them on request."""

    def __init__(self, registry: Registry, log: Log, requests: Path | None = None) -> None:
        self._registry = registry
        self._log = log
        self._requests = requests
        self._woken = threading.Event()
        self._flushed = threading.Event()
        self._is_stopping = False
        self._is_superseded = False
        """Whether a later release has migrated the tables."""
        self._projector = Projector(registry, log)
        self._retries = Backoff(FIRST_RETRY, LAST_RETRY)
        self._thread = threading.Thread(target=self._run, name="ludolog-projections", daemon=True)

    @classmethod
    def of(cls, models: ReadModels, requests: Path | None) -> Self:
        """Return the projector of these tables; `requests` is the file of rebuild requests."""
        return cls(models.registry, models.log, requests)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self, game: str = "") -> None:
        """Notify the thread of a commit; the game is ignored."""
        del game
        # the thread clears the event before it reads the log, so a set event covers this commit as well
        if not self._woken.is_set():
            self._woken.set()

    def flush(self) -> None:
        """End the debounce interval: a reader waits for the tables."""
        self._flushed.set()

    @property
    def is_running(self) -> bool:
        """Whether the tables are updated."""
        return self._thread.is_alive() and not self._is_stopping

    def stop(self) -> None:
        """Stop the thread and wait for its end. Remaining events are processed after the next start."""
        self._is_stopping = True
        self._woken.set()
        self._flushed.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._is_stopping:
            delay = self.attempt()
            if delay is not None:
                self._woken.clear()
                self._woken.wait(delay)
            else:
                last = time.monotonic()
                if self._woken.wait(POLL_INTERVAL):
                    self._flushed.wait(BATCH_DELAY + DEBOUNCE)
                    time.sleep(max(0.0, last + BATCH_DELAY - time.monotonic()))
                self._woken.clear()
                self._flushed.clear()

    def attempt(self) -> float | None:
        """Update the tables, and rebuild them if asked to; returns the delay before a retry, None if all went well."""
        try:
            self._catch_up(self._projector)
            self._rebuild(self._projector)
        except LaterReleaseError as error:
            # said once: another process updates the tables from now on
            if not self._is_superseded:
                _log.warning("%s", error)
            self._is_superseded = True
            return LAST_RETRY
        except Exception as error:  # noqa: BLE001 - an error in the tables must not stop games; the next update retries
            delay = self._retries.delay()
            if is_outage(error):
                OUTAGE.report("lists and results cannot follow", error)
            else:
                _log.exception("the projections could not follow: next try in %g s", delay)
            self._projector = Projector(self._registry, self._log)
            return delay
        self._retries.reset()
        self._is_superseded = False
        return None

    def _catch_up(self, projector: Projector) -> None:
        # up to the present end of the log: under constant load there would be no end otherwise
        last = self._log.last()
        while not self._is_stopping and projector.step(upto=last):
            if projector.is_late:
                # a rebuild of late tables takes long: new events are written to the other tables during it
                last = self._log.last()

    def _rebuild(self, projector: Projector) -> None:
        names = None if self._requests is None else take_request(self._requests)
        if names is None:
            return
        rebuild = Rebuild(self._registry, self._log, names)
        with rebuild.running():
            while not self._is_stopping and not rebuild.step(SMALL_PAGE):
                self._catch_up(projector)
