"""The use case of the engine: request an analysis, and compute the requested ones, one game at a time."""

import asyncio
import contextlib
import logging
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from domain.game.game import Game
from service.analysis.chances import NoEngineError, has_engine
from service.analysis.parts import answers_to, document_from, engine_of, sizes_of
from service.analysis.report import has_sums
from service.analysis.rows import (
    JOBS_LOCK,
    Job,
    begin_job,
    claim_job,
    delete_job,
    end_job,
    jobs_waiting,
    note_part,
    note_progress,
    parts_of,
    queue_job,
    release_jobs,
    release_own,
    renew_claim,
    result_of,
)
from service.analysis.turns import Turns, Waiting
from service.core.processes.pool import ProcessPool
from service.core.store.database import Cursor
from service.core.store.outage import STORE_ERRORS, survived
from service.core.store.timeouts import with_timeout
from service.core.store.times import timestamp_at, timestamp_now
from service.core.worker import Worker
from service.people.quotas.caps import CapReachedError
from service.play.cache import UnknownGameError
from service.play.play import Play

_log = logging.getLogger(__name__)

MOST_OWN = 3
"""The analyses that an account may wait for."""

MOST_WAITING = 100
"""The analyses that may wait in all."""

MOST_OWN_DEEP = 1
"""The analyses at the level `deep` that an account may wait for."""

MOST_DEEP = 20
"""The analyses at the level `deep` that may wait in all: smaller ones always find a place."""

_DEEP = "deep"

LEASE = 30.0
"""Seconds for which a claim is valid. If its process crashes, another one continues after this time."""

RENEWED_EVERY = 10.0
"""Seconds after which a process renews its claim."""


class QueueFullError(Exception):
    """Too many analyses wait."""


class ClaimLostError(Exception):
    """Another process has claimed the job, because this one was too slow."""


_OUTAGE = "games are analysed later"
_FAILURE = "the analysis by the engine has failed: it continues at the next request"


class EngineJobs:
    """The jobs of the engine. One process with a low priority works on them, one job at a time in the whole site.

    A process looks for jobs when it starts, and when it is woken: by every request about a job that is not done.
    """

    def __init__(self, play: Play) -> None:
        self._play = play
        self._store = play.store
        self._holder = str(uuid.uuid4())
        self._pool = ProcessPool(lambda: 1, "analyses games")
        self._has_claim = False
        self._turns = Turns()
        self._worker = Worker(self._work, every=None, outage=_OUTAGE, failure=_FAILURE, log=_log)

    def wake(self) -> None:
        """Look for jobs."""
        self._worker.wake()

    def result(self, game: str, level: str) -> tuple[Job, bytes | None] | None:
        """Return a job and its document, None if there is none yet. Blocks."""
        with self._store.in_use(), self._store.database.reading() as cursor:
            return result_of(cursor, game, level)

    def ask(self, game: Game, level: str, player: str) -> Job:
        """Queue the analysis of a finished game unless it is there, and return it. Blocks.

        Raises NoEngineError, CapReachedError and QueueFullError.
        """
        if not has_engine(game.opened.ruleset):
            raise NoEngineError(game.opened.ruleset)
        with self._store.in_use(), self._store.database.writing() as cursor:
            cursor.lock(JOBS_LOCK)
            job, document = result_of(cursor, game.id, level) or (None, None)
            # a document of an earlier release has no sums: it is made again
            is_done = job is not None and job.state == "done" and document is not None and has_sums(document)
            if job is not None and (is_done or job.state == "waiting"):
                return job
            check_room(jobs_waiting(cursor), level, player)
            queue_job(cursor, game.id, level, player, timestamp_now())
        return Job(game.id, level, "waiting", 0, 0)

    async def start(self) -> None:
        """Work on jobs from now on."""
        if not self._store.is_shared:
            await self._survived(self._written(release_jobs))
        await self._worker.start()

    async def stop(self) -> None:
        """Stop. A job in progress is free for other processes."""
        await self._worker.stop()
        self._pool.close()
        if self._has_claim:
            await self._survived(self._written(lambda cursor: release_own(cursor, self._holder)))

    async def _survived(self, work: Awaitable[Any]) -> None:
        with survived(_log, _OUTAGE, _FAILURE):
            await work

    async def _work(self) -> None:
        """Work on all jobs."""
        while (job := await self._written(self._claim)) is not None:
            self._has_claim = True
            renewing = asyncio.create_task(self._renew(job))
            try:
                await self._settle(job)
            except ClaimLostError:
                return
            finally:
                renewing.cancel()
                await asyncio.gather(renewing, return_exceptions=True)
            self._has_claim = False

    async def _settle(self, job: Job) -> None:
        """Work on a job until it is done, has failed, or is deleted. Raises ClaimLostError, and errors of the store."""
        try:
            await self._do(job)
        except (ClaimLostError, *STORE_ERRORS, TimeoutError):
            raise
        except UnknownGameError:
            await self._written_by_holder(job, lambda cursor: delete_job(cursor, job))
        except Exception:  # noqa: BLE001 - a job that fails must not be tried again at each request
            _log.exception("the analysis of game %s by the engine has failed", job.game)
            await self._written_by_holder(job, lambda cursor: end_job(cursor, job, None))

    async def _do(self, job: Job) -> None:
        """Answer all parts of a job that are not answered, and store its document."""
        loaded = await self._play.load(job.game)
        entries, engine = tuple(loaded.entries), engine_of(loaded.game.opened.ruleset)
        sizes = await self._pool.run(sizes_of, entries, job.level)
        answered: set[int] = await self._written_by_holder(job, lambda cursor: begin_job(cursor, job, engine, sizes))
        for part in range(len(sizes)):
            if part not in answered:
                answers = await self._pool.run(answers_to, entries, job.level, part)
                answered.add(part)
                done = sum(sizes[each] for each in answered)
                await self._written_by_holder(job, _part_noted(job, part, engine, answers, done))
        parts = await self._written(lambda cursor: parts_of(cursor, job, engine))
        document = await self._pool.run(document_from, entries, job.level, parts)
        await self._written_by_holder(job, lambda cursor: end_job(cursor, job, document))

    async def _renew(self, job: Job) -> None:
        while True:
            await asyncio.sleep(RENEWED_EVERY)
            with contextlib.suppress(*STORE_ERRORS, TimeoutError):
                await self._written(lambda cursor: renew_claim(cursor, job, self._holder, self._until()))

    def _claim(self, cursor: Cursor) -> Job | None:
        return claim_job(cursor, self._holder, timestamp_now(), self._until(), self._turns.next)

    def _until(self) -> str:
        return timestamp_at(time.time() + LEASE)

    async def _written_by_holder(self, job: Job, work: Callable[[Cursor], Any]) -> Any:
        """Renew the claim, and run a transaction. Raises ClaimLostError if another process has the claim."""

        def write(cursor: Cursor) -> Any:
            if not renew_claim(cursor, job, self._holder, self._until()):
                raise ClaimLostError
            return work(cursor)

        return await self._written(write)

    async def _written(self, work: Callable[[Cursor], Any]) -> Any:
        """Run a transaction in a thread."""

        def write() -> Any:
            with self._store.in_use(), self._store.database.writing() as cursor:
                return work(cursor)

        return await with_timeout(write)


def check_room(waiting: Sequence[Waiting], level: str, player: str) -> None:
    """Raise CapReachedError or QueueFullError if no further job of an account may wait."""
    own = [each for each in waiting if each.player == player]
    if len(own) >= MOST_OWN:
        raise CapReachedError("analyses", MOST_OWN)
    if len(waiting) >= MOST_WAITING:
        raise QueueFullError
    if level == _DEEP:
        if sum(each.level == _DEEP for each in own) >= MOST_OWN_DEEP:
            raise CapReachedError("deep_analyses", MOST_OWN_DEEP)
        if sum(each.level == _DEEP for each in waiting) >= MOST_DEEP:
            raise QueueFullError


def _part_noted(job: Job, part: int, engine: str, answers: str, done: int) -> Callable[[Cursor], None]:
    def note(cursor: Cursor) -> None:
        note_part(cursor, job, part, engine, answers)
        note_progress(cursor, job, done)

    return note
