"""Liveness and readiness checks."""

import asyncio
import sqlite3
from functools import cache
from importlib.metadata import version
from typing import Annotated, Literal

from litestar import Router, get
from msgspec import UNSET, Meta, UnsetType, convert

from service.api.operation.operators import is_operator
from service.api.request import PlayerRequest
from service.games.steady_clock import doubt_about
from service.http.messages import Reply
from service.http.problems import ProblemError, problems
from service.release import build
from service.store.damage import Kind
from service.store.timeouts import READINESS_TIMEOUT
from service.telemetry.metrics import MOST_NAMED

_UNREADY = "the service cannot serve now"


class DueWork(Reply, frozen=True):
    """The steps that the service takes without a request: clocks run out, pauses end, games start."""

    behind_since: Annotated[
        str | None,
        Meta(description="The time of the oldest known step that is more than two seconds late; null: none is late."),
    ]
    failing: Annotated[int, Meta(ge=0, description="The number of games whose step failed and is tried again.")]
    unreadable: Annotated[int, Meta(ge=0, description="The number of games whose data set is missing.")]
    read_at: Annotated[
        str | None, Meta(description="When the table of due games was last read; null: not since the start.")
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
    found_at: Annotated[str, Meta(description="When it was found.")]


class Health(Reply, frozen=True):
    """The state of the service. Clients outside of the operator's networks get only `status`."""

    status: Annotated[
        Literal["ok", "degraded"],
        Meta(
            description="`degraded`: something is damaged, as `damaged` names it; everything else is served. Otherwise "
            "`ok`. A failed check returns a problem document."
        ),
    ]
    version: Annotated[str | UnsetType, Meta(description="The version of the service.")] = UNSET
    store: Annotated[str | UnsetType, Meta(description="The event store library and its version.")] = UNSET
    sqlite: Annotated[str | UnsetType, Meta(description="The version of SQLite.")] = UNSET
    streams: Annotated[int, Meta(ge=0, description="The number of open streams.")] | UnsetType = UNSET
    lag: Annotated[
        dict[str, int] | UnsetType | None,
        Meta(
            description="The number of events by which each read model (`activity`, `departures`, `lobby`, `ratings`, "
            "`results`, `schedule`, `seats`) lags behind the log; null in `/health/live`, which does not query the "
            "store."
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
    damaged: Annotated[
        tuple[DamagedPart, ...] | UnsetType,
        Meta(description="What is damaged, at most 100 parts, in the order in which it was found."),
    ] = UNSET


@get("/live", summary="Check liveness", operation_id="live")
async def live(request: PlayerRequest) -> Health:
    """Return immediately."""
    return _health(request)


@get("/ready", summary="Check readiness", operation_id="ready", responses=problems("unavailable"))
async def ready(request: PlayerRequest) -> Health:
    """Check that the store answers and accepts writes, that its disk has space, and that bots and due work run.

    A client outside of the operator's networks learns no reason.
    """
    services = request.services
    play, storage = services.play, services.storage
    is_working = services.bots.is_running and (services.sweep is None or services.sweep.is_running)
    is_following = services.log_poller is None or services.log_poller.is_running
    if play.notifier.is_closing or not play.store.is_writing or not is_working or not is_following:
        raise ProblemError("unavailable", "the service is starting or stopping", {"Retry-After": "1"})
    if storage.lost is not None:
        raise _unready(request, f"the database file {storage.lost}")
    async with asyncio.timeout(READINESS_TIMEOUT):
        if (full := await storage.full()) is not None:
            raise _unready(request, full)
        await asyncio.to_thread(play.store.ping)
        lag = await services.models.lag()
    return _health(request, lag)


def _unready(request: PlayerRequest, reason: str) -> ProblemError:
    return ProblemError("unavailable", reason if is_operator(request) else _UNREADY, {"Retry-After": "5"})


def _health(request: PlayerRequest, lag: dict[str, int] | None = None) -> Health:
    services = request.services
    # damage is no reason to take the service out of use
    status: Literal["ok", "degraded"] = "degraded" if services.integrity.is_damaged else "ok"
    if not is_operator(request):
        return Health(status)
    jump = None if services.clock is None else round(services.clock.jump, 3)
    return Health(
        status,
        *_versions(),
        streams=services.play.notifier.streams,
        lag=lag,
        clock_jump=jump,
        clock_doubt=doubt_about(services.play.clock),
        due_work=None if services.sweep is None else convert(services.sweep.state(), DueWork, from_attributes=True),
        damaged=tuple(
            convert(each, DamagedPart, from_attributes=True) for each in services.integrity.damaged[:MOST_NAMED]
        ),
    )


@cache
def _versions() -> tuple[str, str, str]:
    return build(), f"eventsourcing {version('eventsourcing')}", sqlite3.sqlite_version


router = Router("/health", route_handlers=[live, ready], tags=["health"])
