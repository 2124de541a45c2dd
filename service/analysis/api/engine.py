"""The analysis of a finished game by the engine: a job with progress."""

import hashlib
from typing import Annotated, Any, Literal

from litestar import Response, Router, get, put
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Meta

from domain.analysis.analyse import NotAnalysable
from domain.game.decide import NotPossible
from service.analysis.api.routes import SHARED
from service.analysis.jobs import EngineJobs
from service.analysis.levels import LEVELS
from service.analysis.report import EngineAnalysis, has_sums
from service.analysis.rows import Job
from service.core.http.messages import Reply
from service.core.http.problems import ProblemError, problems
from service.core.http.response.conditional import represented
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.people.api.callers import account_of
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.access import Access
from service.play.api.loading import Games
from service.play.loaded import Loaded

RETRY_AFTER = "2"
"""Seconds after which the progress has changed."""

_PROBLEMS = ("token-needed", "not-found", "game-not-over")


class EngineProgress(Reply, frozen=True):
    """How far the engine is."""

    level: Annotated[str, Meta(description="The level.")]
    state: Annotated[Literal["waiting", "running", "done"], Meta(description="`waiting` for other games.")]
    done: Annotated[int, Meta(description="The positions that were examined.")]
    total: Annotated[int, Meta(description="All positions; 0 while it waits.")]


@put(
    "/{game:str}/analysis/{level:str}",
    summary="Ask the engine for an analysis",
    operation_id="askEngine",
    security=with_scope("games:play"),
    responses={
        200: ResponseSpec(EngineProgress, generate_examples=False, description="It is done."),
        202: ResponseSpec(EngineProgress, generate_examples=False, description="It waits or runs."),
        **problems(*_PROBLEMS, "scope-missing", "not-possible", "too-many-requests", "unavailable"),
    },
)
async def ask_engine(request: PlayerRequest, engine: EngineJobs, games: Games, game: str, level: str) -> Response[Any]:
    """Start the analysis of a finished game at a level (`glance`, `quick`, `deep`), unless it is there."""
    own = account_of(request, "games:play")
    loaded = await _finished(request, games, game, level)
    job = await with_timeout(engine.ask, loaded.game, level, own.player)
    return _progress(engine, job)


@get(
    "/{game:str}/analysis/{level:str}",
    summary="Read an analysis by the engine",
    operation_id="engineAnalysis",
    responses={
        200: ResponseSpec(EngineAnalysis, generate_examples=False, description="The analysis."),
        202: ResponseSpec(EngineProgress, generate_examples=False, description="It waits or runs."),
        **problems(*_PROBLEMS),
    },
)
async def engine_analysis(
    request: PlayerRequest, engine: EngineJobs, access: Access, games: Games, game: str, level: str
) -> Response[Any]:
    """Return winning chances, and choices that cost some, given what the seat could know.

    `ludolog analyse --engine` computes the same bytes from the bundle.

    With 202 it waits or runs: ask again after the seconds in Retry-After. While the analysis of an earlier release is
    made again, the reply is that one, with Retry-After.
    """
    loaded = await _finished(request, games, game, level)
    result = await with_timeout(engine.result, loaded.game.id, level)
    job, found = (None, None) if result is None else result
    if found is not None:
        public = access.is_seen_by_all(loaded.game)
        tag = f"{loaded.game.version}.{level}.{hashlib.sha256(found).hexdigest()[:16]}"
        # that of an earlier release is made again when it is asked for
        headers = {"Cache-Control": SHARED} if public and has_sums(found) else {}
        if job is not None and job.state == "waiting":
            engine.wake()
            # a cache that revalidates keeps headers: another tag lets none outlive the work
            tag, headers = f"{tag}.again", {**headers, "Retry-After": RETRY_AFTER}
        return represented(request, tag, lambda: found, public=public, for_all=public, headers=headers)
    if job is None or job.state != "waiting":
        reason = "the engine has failed" if job is not None else "the engine was not asked"
        raise ProblemError("not-found", f"{reason}: ask it with PUT of this address")
    return _progress(engine, job)


async def _finished(request: PlayerRequest, games: Games, game: str, level: str) -> Loaded:
    """Return a finished game that the requester may see. Raises a 404 problem for an unknown level."""
    loaded = await games.load_watched(request, game)
    if level not in LEVELS:
        raise ProblemError("not-found", f"there is no such level: there are {', '.join(LEVELS)}")
    if loaded.game.status != "ended":
        raise NotPossible("game-not-over", str(NotAnalysable(loaded.game.status)))
    return loaded


def _progress(engine: EngineJobs, job: Job) -> Response[Any]:
    """Return the progress of a job. The request wakes the engine: a process that worked on it may have died."""
    if job.state == "done":
        return PrivateResponse(EngineProgress(job.level, "done", job.total, job.total), status_code=200)
    engine.wake()
    state = "running" if job.total else "waiting"
    headers = {"Retry-After": RETRY_AFTER, "Cache-Control": "no-store"}
    return PrivateResponse(EngineProgress(job.level, state, job.done, job.total), status_code=202, headers=headers)


router = Router("/v1/games", route_handlers=[ask_engine, engine_analysis], tags=["play"])
