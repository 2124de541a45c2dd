"""Follows the log in a thread of the service itself: the default where one process owns the database."""

import logging
import threading
import time
from pathlib import Path
from typing import Self

from service.readmodels.following import GATHER, Follower
from service.readmodels.log import Log
from service.readmodels.reading import ReadModels
from service.readmodels.rebuilding import Rebuild
from service.readmodels.registry import Registry
from service.readmodels.requests import take_request
from service.store.outage import OUTAGE, is_outage
from service.store.retry import Backoff

UNHURRIED = 0.25
"""Seconds that commits gather longer for one transaction, unless somebody waits for what the tables tell."""

FIRST_RETRY, LAST_RETRY = 0.05, 5.0
"""Seconds before the next attempt after a failure; each failure doubles them."""

IDLE = 1.0
"""Seconds after which the log is looked at though nobody has said that it moved on."""

REBUILD_PAGE = 500
"""Events of a rebuild in one transaction: short, for the games go on meanwhile."""

_log = logging.getLogger(__name__)


class EmbeddedFollower:
    """A thread that brings the tables forward, and rebuilds them when it is asked to."""

    def __init__(self, registry: Registry, log: Log, requests: Path | None = None) -> None:
        self._registry = registry
        self._log = log
        self._requests = requests
        self._woken = threading.Event()
        self._hurried = threading.Event()
        self._is_stopping = False
        self._thread = threading.Thread(target=self._run, name="ludolog-projections", daemon=True)

    @classmethod
    def of(cls, models: ReadModels, requests: Path | None) -> Self:
        """Return what keeps these tables; `requests` is the file by which a rebuild is asked for."""
        return cls(models.registry, models.log, requests)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def wake(self, game: str = "") -> None:
        """Look at the log soon: it has moved on."""
        del game
        self._woken.set()

    def hurry(self) -> None:
        """Let nobody wait for what would only gather."""
        self._hurried.set()

    @property
    def is_running(self) -> bool:
        """Whether the tables are brought forward."""
        return self._thread.is_alive() and not self._is_stopping

    def stop(self) -> None:
        """End; what was not taken in is taken in after the next start."""
        self._is_stopping = True
        self._woken.set()
        self._hurried.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        retries = Backoff(FIRST_RETRY, LAST_RETRY)
        follower = Follower(self._registry, self._log)
        while not self._is_stopping:
            try:
                self._follow(follower)
                self._rebuild(follower)
            except Exception as error:  # noqa: BLE001 - as the next line says
                # whatever it was, the games go on, and the tables catch up later
                delay = retries.delay()
                if is_outage(error):
                    OUTAGE.report("lists and results cannot follow", error)
                else:
                    _log.exception("the projections could not follow: next try in %g s", delay)
                follower = Follower(self._registry, self._log)
                self._woken.clear()
                self._woken.wait(delay)
            else:
                retries.reset()
                if self._woken.wait(IDLE):
                    time.sleep(GATHER)
                    self._hurried.wait(UNHURRIED)
                self._woken.clear()
                self._hurried.clear()

    def _follow(self, follower: Follower) -> None:
        # as far as the log goes now: what comes meanwhile gathers, or where games never rest there would be no end
        last = self._log.last()
        while not self._is_stopping and follower.step(upto=last):
            pass

    def _rebuild(self, follower: Follower) -> None:
        names = None if self._requests is None else take_request(self._requests)
        if names is None:
            return
        rebuild = Rebuild(self._registry, self._log, names)
        with rebuild.begun():
            while not self._is_stopping and not rebuild.step(REBUILD_PAGE):
                self._follow(follower)
