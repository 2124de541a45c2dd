"""A report for operators about unfair play, and the traces that it reads."""

import asyncio
import logging
import threading
import time
from collections.abc import Iterable
from typing import Any, cast

from litestar.types import HTTPScope

from service.core.connections.addresses import ADDRESS
from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Worker
from service.fair_play import reports, traces
from service.fair_play.api import routes
from service.fair_play.personal import PERSONAL
from service.fair_play.reports import MOST_WAITING, FairPlayReports, StoppedError, TooManyWaitingError
from service.fair_play.traces import Traces
from service.monitoring.upkeep.upkeep import Upkeep
from service.people.accounts import Accounts
from service.people.api.auth import Gate
from service.people.api.identity import SAFE, Refusal
from service.people.sessions.sessions import Sessions
from service.people.tokens import GUEST, Token

_log = logging.getLogger(__name__)

WRITES_EVERY = 60.0
"""Seconds between two writes of traces."""

LOOKS_EVERY = 30.0
"""Seconds between two looks for reports that wait, such as those whose process has stopped."""


RESTS = 1.0
"""The rest after each game, in times of how long the game took."""


def build(parts: Parts) -> None:
    """Build the use cases over accounts and the log."""
    database, accounts = parts.get(Store).database, parts.get(Accounts)
    parts.add(Traces(database, accounts, parts.get(Settings).traces_kept))
    parts.add(FairPlayReports(database, accounts))


def connect(parts: Parts) -> None:
    """Note from where accounts act, and which follow one another in a browser."""
    found = parts.get(Traces)

    def note(token: Token, scope: HTTPScope) -> Refusal | None:
        # what is only read says nothing about play
        if scope["method"] not in SAFE and not token.player.startswith(GUEST):
            found.acted(token.player, cast("dict[str, Any]", scope)[ADDRESS])
        return None

    parts.get(Gate).checks.append(note)
    parts.get(Sessions).replaced.append(found.switched)
    upkeep = parts.find(Upkeep)
    if upkeep is not None:
        upkeep.queues["fair_play"] = reports.reports_waiting


class _Pauses:
    """Rests after each game, so that requests are answered meanwhile. Raises StoppedError when the process stops."""

    def __init__(self, stopping: threading.Event) -> None:
        self._stopping = stopping
        self._began = time.monotonic()

    def __call__(self) -> None:
        if self._stopping.wait(RESTS * (time.monotonic() - self._began)):
            raise StoppedError
        self._began = time.monotonic()


class _Computing:
    """Computes reports one after another, in a thread that ends with the process."""

    def __init__(self, asked: FairPlayReports) -> None:
        self._asked = asked
        self._stopping = threading.Event()
        self._running: asyncio.Future[bool] | None = None
        self._worker = Worker(
            self._compute,
            every=LOOKS_EVERY,
            outage="reports about unfair play are computed later",
            failure="a report about unfair play cannot be computed",
            log=_log,
        )
        asked.asked.append(self._worker.wake)

    async def start(self) -> None:
        """Begin."""
        await self._worker.start()

    async def stop(self) -> None:
        """Put the report back that is computed, and end. The thread ends after the game that it reads."""
        self._stopping.set()
        await self._worker.stop()
        if self._running is not None:
            await asyncio.gather(self._running, return_exceptions=True)

    async def _compute(self) -> None:
        is_found = True
        while is_found and not self._stopping.is_set():
            self._running = asyncio.ensure_future(asyncio.to_thread(self._next))
            # who stops waits for the thread, which needs the database
            is_found = await asyncio.shield(self._running)

    def _next(self) -> bool:
        try:
            return self._asked.compute_next(_Pauses(self._stopping))
        except StoppedError:
            return False


def background(parts: Parts) -> Iterable[Background]:
    """Write traces, and compute reports."""
    noted, asked = parts.get(Traces), parts.get(FairPlayReports)

    async def write() -> None:
        await asyncio.to_thread(noted.write)

    yield Worker(
        write,
        every=WRITES_EVERY,
        begins_after=WRITES_EVERY,
        outage="traces of accounts are written later",
        failure="traces of accounts cannot be written",
        log=_log,
    )
    yield _Computing(asked)


feature = Feature(
    "fair_play",
    routes=(routes.router,),
    parts={"fair_play_reports": FairPlayReports},
    tables=(*traces.TABLES, *reports.TABLES),
    personal=PERSONAL,
    problems={
        TooManyWaitingError: lambda _, __: ProblemError(
            "too-many-requests",
            f"{MOST_WAITING} reports wait or are computed: wait until one is done",
            {"Retry-After": "60"},
        ),
    },
    build=build,
    connect=connect,
    background=background,
)
