"""Liveness and readiness checks."""

import asyncio
import sqlite3
from functools import cache
from importlib.metadata import version
from typing import Annotated, Literal

from eventsourcing.persistence import PersistenceError
from litestar import Router, get
from msgspec import UNSET, Meta, UnsetType, convert

from service.core.http.messages import TIME, Reply
from service.core.http.problems import ProblemError, problems
from service.core.store.damage import Kind
from service.core.store.errors import StoreError
from service.core.store.storage_watch import StorageWatch
from service.core.store.timeouts import READINESS_TIMEOUT
from service.due.bot_runner import BotRunner
from service.due.sweep import Sweep
from service.lists.reading import ReadModels
from service.monitoring.api.operators import Operators
from service.monitoring.integrity.background import Integrity
from service.monitoring.telemetry.metrics import MOST_NAMED
from service.people.api.request import PlayerRequest
from service.play.log_poller import LogPoller
from service.play.play import Play
from service.play.steady_clock import SteadyClock, doubt_about
from service.release import build
from service.site_log.keeper import LogKeeper
from service.witnesses.submitting import Submitters

_UNREADY = "the service cannot serve now"


class DueWork(Reply, frozen=True):
    """The steps that the service takes without a request: clocks run out, pauses end, games start."""

    behind_since: Annotated[
        str | None,
        Meta(
            description="The time of the oldest known step that is more than two seconds late; null: none is late.",
            extra=TIME,
        ),
    ]
    failing: Annotated[int, Meta(ge=0, description="The number of games whose step failed and is tried again.")]
    unreadable: Annotated[int, Meta(ge=0, description="The number of games whose data set is missing.")]
    read_at: Annotated[
        str | None,
        Meta(description="When the table of due games was last read; null: not since the start.", extra=TIME),
    ]


class DamagedPart(Reply, frozen=True):
    """A damaged part of the database."""

    kind: Annotated[
        Kind,
        Meta(
            description="`game` or `tournament`: its log; `table`: rows of lists about a game, which differ from its "
            "log; `log`: positions of the log."
        ),
    ]
    id: Annotated[str, Meta(description="The id of the game or tournament, or the positions.")]
    reason: Annotated[str, Meta(description="What is damaged, for people.")]
    found_at: Annotated[str, Meta(description="When it was found.", extra=TIME)]


class Health(Reply, frozen=True):
    """The state of the service. Clients outside of the operator's networks get only `status`."""

    status: Annotated[
        Literal["ok", "degraded"],
        Meta(
            description="`degraded`: something is damaged, as `damaged` or `log_problem` names it, or partitions of "
            "the log do not answer; everything else is served. Otherwise `ok`. A failed check returns a problem "
            "document."
        ),
    ]
    version: Annotated[str | UnsetType, Meta(description="The version of the service.")] = UNSET
    store: Annotated[str | UnsetType, Meta(description="The event store library and its version.")] = UNSET
    sqlite: Annotated[str | UnsetType, Meta(description="The version of SQLite.")] = UNSET
    streams: Annotated[int, Meta(ge=0, description="The number of open streams.")] | UnsetType = UNSET
    lag: Annotated[
        dict[str, int] | UnsetType | None,
        Meta(
            description="The number of events by which each read model (`activity`, `departures`, `ends`, `lobby`, "
            "`ratings`, `results`, `schedule`, `seats`) lags behind the log; null in `/health/live`, which does not "
            "query the store."
        ),
    ] = UNSET
    clock_jump: Annotated[
        float | UnsetType | None,
        Meta(
            description="The seconds by which the system clock is ahead of the time of the service, which does not "
            "jump; null if the time is injected."
        ),
    ] = UNSET
    clock_doubt: Annotated[
        str | UnsetType | None,
        Meta(
            description="Why the time since the boot may be wrong. Until it is known, no clock runs out, no game "
            "starts automatically, and games with clocks accept no commands. null: the time is not in doubt."
        ),
    ] = UNSET
    due_work: Annotated[
        DueWork | UnsetType | None,
        Meta(description="The steps that are due without a request; null if the time is injected."),
    ] = UNSET
    log_problem: Annotated[
        str | UnsetType | None,
        Meta(
            description="Why the transparency log is not continued and no checkpoint is signed, or which witness has "
            "cosigned a log that this one does not continue, for people; null: neither."
        ),
    ] = UNSET
    partitions_away: Annotated[
        tuple[str, ...] | UnsetType,
        Meta(
            description="The partitions of a sequenced log that do not answer: their games wait, and lists lack their "
            "news."
        ),
    ] = UNSET
    damaged: Annotated[
        tuple[DamagedPart, ...] | UnsetType,
        Meta(description="What is damaged, at most 100 parts, in the order in which it was found."),
    ] = UNSET


class Checkup:
    """Looks at what the service needs to work."""

    def __init__(
        self,
        play: Play,
        storage: StorageWatch,
        models: ReadModels,
        bots: BotRunner,
        integrity: Integrity,
        sweep: Sweep | None,
        log_poller: LogPoller | None,
        keeper: LogKeeper,
        witnesses: Submitters,
    ) -> None:
        self._play = play
        self._storage = storage
        self._models = models
        self._bots = bots
        self._integrity = integrity
        self._sweep = sweep
        self._log_poller = log_poller
        self._keeper = keeper
        self._witnesses = witnesses

    @property
    def status(self) -> Literal["ok", "degraded"]:
        """Whether something is damaged or away, which is no reason to take the service out of use."""
        return "degraded" if self._integrity.is_damaged or self.log_problem or self.partitions_away else "ok"

    @property
    def partitions_away(self) -> tuple[str, ...]:
        """The partitions of the log that do not answer."""
        partitions = self._play.store.application.rows.partitions
        return () if partitions is None else partitions.away

    @property
    def log_problem(self) -> str | None:
        """Why the transparency log is not continued, or what a witness has found; None: nothing."""
        return self._keeper.problem or self._witnesses.contradiction

    @property
    def is_working(self) -> bool:
        """Whether the service has started and does not stop."""
        play, sweep, poller = self._play, self._sweep, self._log_poller
        is_due_work_done = self._bots.is_running and (sweep is None or sweep.is_running)
        is_following = poller is None or poller.is_running
        return not play.notifier.is_closing and play.store.is_writing and is_due_work_done and is_following

    async def obstacle(self) -> str | None:
        """Return what keeps the service from storing anything; None if nothing does. Raises the error of a database."""
        if self._storage.lost is not None:
            return f"the database file {self._storage.lost}"
        if (full := await self._storage.full()) is not None:
            return full
        await asyncio.to_thread(self._play.store.ping)
        return None

    async def is_ready(self) -> bool:
        """Return whether the service can store and serve."""
        if not self.is_working:
            return False
        try:
            async with asyncio.timeout(READINESS_TIMEOUT):
                return await self.obstacle() is None
        except (StoreError, PersistenceError, TimeoutError):
            return False

    async def lag(self) -> dict[str, int]:
        """Return by how many positions each table is behind the log."""
        return await self._models.lag()

    def report(self, lag: dict[str, int] | None = None) -> Health:
        """Return versions and internals, for the operator."""
        clock = self._play.clock
        return Health(
            self.status,
            *_versions(),
            streams=self._play.notifier.streams,
            lag=lag,
            clock_jump=round(clock.jump, 3) if isinstance(clock, SteadyClock) else None,
            clock_doubt=doubt_about(clock),
            due_work=None if self._sweep is None else convert(self._sweep.state(), DueWork, from_attributes=True),
            log_problem=self.log_problem,
            partitions_away=self.partitions_away,
            damaged=tuple(
                convert(each, DamagedPart, from_attributes=True) for each in self._integrity.damaged[:MOST_NAMED]
            ),
        )


@get("/live", summary="Check liveness", operation_id="live")
async def live(request: PlayerRequest, checkup: Checkup, operators: Operators) -> Health:
    """Return immediately.

    Returns 200 while the process runs. Does not access the database.
    """
    return checkup.report() if operators.include(request) else Health(checkup.status)


@get("/ready", summary="Check readiness", operation_id="ready", responses=problems("unavailable"))
async def ready(request: PlayerRequest, checkup: Checkup, operators: Operators) -> Health:
    """Check that the store answers and accepts writes, that its disk has space, and that bots and due work run.

    A client outside of the operator's networks learns no reason.

    Returns 200 if games can be played. Accesses the database.
    """
    if not checkup.is_working:
        raise ProblemError("unavailable", "the service is starting or stopping", {"Retry-After": "1"})
    is_operator = operators.include(request)
    async with asyncio.timeout(READINESS_TIMEOUT):
        if (obstacle := await checkup.obstacle()) is not None:
            raise ProblemError("unavailable", obstacle if is_operator else _UNREADY, {"Retry-After": "5"})
        lag = await checkup.lag()
    return checkup.report(lag) if is_operator else Health(checkup.status)


@cache
def _versions() -> tuple[str, str, str]:
    return build(), f"eventsourcing {version('eventsourcing')}", sqlite3.sqlite_version


router = Router("/health", route_handlers=[live, ready], tags=["health"])
