"""A report for operators about unfair play, and the traces that it reads."""

import asyncio
import logging
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
from service.fair_play.reports import MOST_WAITING, FairPlayReports, TooManyWaitingError
from service.fair_play.traces import Traces
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


class _Pauses:
    """Rests after each game for as long as it took, so that requests are answered meanwhile."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def __call__(self) -> None:
        time.sleep(time.monotonic() - self._began)
        self._began = time.monotonic()


def background(parts: Parts) -> Iterable[Background]:
    """Write traces, and compute reports."""
    noted, asked = parts.get(Traces), parts.get(FairPlayReports)

    async def write() -> None:
        await asyncio.to_thread(noted.write)

    async def compute() -> None:
        while await asyncio.to_thread(asked.compute_next, _Pauses()):
            pass

    yield Worker(
        write,
        every=WRITES_EVERY,
        begins_after=WRITES_EVERY,
        outage="traces of accounts are written later",
        failure="traces of accounts cannot be written",
        log=_log,
    )
    computing = Worker(
        compute,
        every=LOOKS_EVERY,
        outage="reports about unfair play are computed later",
        failure="a report about unfair play cannot be computed",
        log=_log,
    )
    asked.asked.append(computing.wake)
    yield computing


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
