"""Processes in which strong bots search: a search must not hold the interpreter that answers requests."""

import logging
import os
import time
from concurrent.futures import BrokenExecutor
from math import inf

from domain.game.game import Game
from domain.kernel.values import Seat, Value
from service.bots.strong.levels import budget_of
from service.bots.strong.position import Position, position_of
from service.bots.strong.search import Found, Limits, search
from service.core.processes.pool import ProcessPool

_log = logging.getLogger(__name__)

_MOST = 4
"""The maximum number of processes."""

WAITING = 8
"""The searches for each process that may wait. A later one would delay its game for too long."""

WARN_EVERY = 60.0
"""The minimum number of seconds between two warnings that too many searches wait."""


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
        self._pool = ProcessPool(_workers, "searches for bots")
        self._warned_at = -inf

    async def search(self, task: Task) -> Found:
        """Search in a process.

        Raises BrokenExecutor if none can be used, and PoolBusyError, already logged, if too many wait.
        """
        if self._pool.is_closed:
            message = "the service is stopping"
            raise BrokenExecutor(message)
        if self._pool.running >= _workers() * (1 + WAITING):
            self._warn()
            raise PoolBusyError
        return await self._pool.run(perform, task)

    def _warn(self) -> None:
        now = time.monotonic()
        if now - self._warned_at >= WARN_EVERY:
            self._warned_at = now
            _log.warning("%d searches of strong bots wait or run: other bots decide instead", self._pool.running)

    def close(self) -> None:
        """Stop the processes at once. What they search is searched by another process, or after the next start."""
        self._pool.close()


def _workers() -> int:
    """Return the number of processes."""
    return max(1, min(_MOST, (os.cpu_count() or 2) // 2))
