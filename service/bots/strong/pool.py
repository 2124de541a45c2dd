"""Processes in which strong bots search: a search must not hold the interpreter that answers requests."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from math import inf

from domain.game.game import Game
from domain.kernel.values import Seat, Value
from service.bots.strong.levels import budget_of
from service.bots.strong.position import Position, position_of
from service.bots.strong.search import Found, Limits, search
from service.tournaments.pairing_process import begin

_log = logging.getLogger(__name__)

IDLE = 300.0
"""Seconds after which processes without work are stopped."""

_MOST = 4
"""The maximum number of processes."""

WAITING = 8
"""The searches for each process that may wait. A later one would delay its game for too long."""

WARN_EVERY = 60.0
"""The minimum number of seconds between two warnings that too many searches wait."""

_TRIES = 2
"""How often a search is started, each time in new processes, before the bot fails."""


class Task(Value, frozen=True):
    """A search for a bot."""

    position: Position
    budget: int
    seconds: float = inf
    """The seconds after which the search is cut."""


def task_of(game: Game, seat: Seat, bot: str) -> Task:
    """Return the search of a strong bot for a decision. It has no time limit."""
    return Task(position_of(game, seat), budget_of(game.opened.ruleset, bot))


def perform(task: Task) -> Found:
    """Search in this process."""
    return search(task.position, Limits(task.budget, deadline=time.monotonic() + task.seconds))


class PoolBusyError(Exception):
    """Too many searches wait."""


class SearchPool:
    """Processes with a low priority. They start with the first search, and stop when there is no work."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._is_closed = False
        self._running = 0
        self._idle: asyncio.TimerHandle | None = None
        self._warned_at = -inf

    async def search(self, task: Task) -> Found:
        """Search in a process.

        Raises BrokenExecutor and OSError if none can be used, and PoolBusyError, already logged, if too many wait.
        """
        if self._running >= _workers() * (1 + WAITING):
            self._warn()
            raise PoolBusyError
        self._running += 1
        if self._idle is not None:
            self._idle.cancel()
        try:
            for _ in range(_TRIES):
                pool = self._started()
                try:
                    return await asyncio.wrap_future(pool.submit(perform, task))
                except (BrokenExecutor, OSError, ImportError) as error:
                    self._discard(pool)
                    if self._is_closed:
                        raise asyncio.CancelledError from error
                    _log.warning("a process in which bots search has ended or cannot start: %r", error)
            message = "the processes in which bots search end at once"
            raise BrokenExecutor(message)
        finally:
            self._running -= 1
            self._stop_when_idle()

    def _warn(self) -> None:
        now = time.monotonic()
        if now - self._warned_at >= WARN_EVERY:
            self._warned_at = now
            _log.warning("%d searches of strong bots wait or run: other bots decide instead", self._running)

    def close(self) -> None:
        """Stop the processes at once. What they search is searched by another process, or after the next start."""
        self._is_closed = True
        if self._idle is not None:
            self._idle.cancel()
        self._discard(self._pool)

    def _started(self) -> ProcessPoolExecutor:
        """Return the pool, started if there is none."""
        if self._is_closed:
            message = "the service is stopping"
            raise BrokenExecutor(message)
        if self._pool is None:
            # a fork would copy the locks of threads
            self._pool = ProcessPoolExecutor(_workers(), multiprocessing.get_context("spawn"), initializer=begin)
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor | None) -> None:
        """Stop the processes of a pool without waiting for their work."""
        if pool is None or pool is not self._pool:
            return
        self._pool = None
        # before Python 3.14 the executor has no public way to end processes that work
        pids = list(pool._processes or ())  # noqa: SLF001 # pyright: ignore[reportPrivateUsage, reportUnknownMemberType, reportUnknownArgumentType, reportUnknownVariableType]
        pool.shutdown(wait=False, cancel_futures=True)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _stop_when_idle(self) -> None:
        if self._running == 0 and self._pool is not None and not self._is_closed:
            self._idle = asyncio.get_running_loop().call_later(IDLE, self._discard, self._pool)


def _workers() -> int:
    """Return the number of processes."""
    return max(1, min(_MOST, (os.cpu_count() or 2) // 2))
