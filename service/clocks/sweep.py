"""Lets clocks run out and pauses end, never early and at most two seconds late."""

import asyncio
import contextlib
import heapq
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias

from domain.game.clocks.overdue import next_due, overdue
from domain.game.decide import Decided
from domain.game.events import STAND_IN
from domain.game.game import Game
from domain.ledger.times import micros
from projections.times import moment
from service.games.cache import DataSetMissingError, UnknownGameError
from service.games.play import Play
from service.games.steady_clock import doubt_about
from service.store.outage import OUTAGE, STORE_ERRORS, report_store_error
from service.store.retry import Backoff

_log = logging.getLogger(__name__)

POLL_INTERVAL = 0.5
"""Seconds between two reads of the table of due games, which has the games of other processes too."""

HORIZON = 60_000_000
"""Microseconds. Games that are due later are not kept in memory: the table has them."""

AHEAD = 2_000_000
"""Microseconds by which the table is read in advance."""

MOST_AT_ONCE = 32

FIRST_RETRY, LAST_RETRY = 0.5, 60.0
"""The first and the longest delay after an error in a game, in seconds."""


DueBefore: TypeAlias = Callable[[str], Awaitable[Iterable[tuple[str, str]]]]
"""Returns the games that are due before a time, each with the time at which it is due."""


class ClockSweep:
    """Appends what is due. All processes may sweep: the log accepts each event once."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._heap: list[tuple[int, str]] = []
        self._due: dict[str, int] = {}
        """The time at which each game is due, if that is soon. Other entries of the heap are outdated."""
        self._retries: dict[str, Backoff] = {}
        self._unreadable: set[str] = set()
        self._busy: dict[str, asyncio.Task[None]] = {}
        """The games that are being swept: one task for each, so that a slow game delays no other."""
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.swept: Callable[[float], None] = _no_op
        """Called after each event with the seconds by which it was late."""

    async def start(self, due_before: DueBefore) -> None:
        """Start."""
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._poll(due_before))]

    async def stop(self) -> None:
        """Stop."""
        tasks = [*self._tasks, *self._busy.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def is_running(self) -> bool:
        """Whether the sweep has started and not stopped."""
        return bool(self._tasks) and not any(task.done() for task in self._tasks)

    def changed(self, game: str) -> None:
        """Note when a game is due that has new events."""
        loaded = self._play.cached(game)
        if loaded is not None and not loaded.is_foreign:
            self._note(game, next_due(loaded.game))

    def _note(self, game: str, due: int | None) -> None:
        if due is None or due > self._play.micros() + HORIZON:
            self._due.pop(game, None)
        elif self._due.get(game) != due:
            self._due[game] = due
            heapq.heappush(self._heap, (due, game))
            self._woken.set()

    async def _poll(self, due_before: DueBefore) -> None:
        while True:
            try:
                await self.read(due_before)
            except STORE_ERRORS as error:
                OUTAGE.report("the clocks cannot be read", error)
            except Exception:  # noqa: BLE001 - the sweep must go on after any error
                _log.exception("the clocks cannot be read")
            await asyncio.sleep(POLL_INTERVAL)

    async def read(self, due_before: DueBefore) -> None:
        """Note the games that are due soon, as the table has them."""
        for game, due in await due_before(moment(self._play.micros() + AHEAD)):
            if game not in self._retries and game not in self._unreadable:
                self._note(game, min(micros(due), self._due.get(game, micros(due))))

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            wait = self._begin()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._woken.wait()

    async def step(self) -> float:
        """Append what is due now; returns the seconds after which the next step has to come, at the latest."""
        while True:
            wait = self._begin()
            if not self._busy:
                return wait
            await asyncio.wait(self._busy.values())

    def _begin(self) -> float:
        """Start a task for each game that is due; returns the seconds after which to look again, at the latest.

        The end of a task wakes the loop.
        """
        now = self._play.micros()
        if doubt_about(self._play.clock) is not None:
            return POLL_INTERVAL
        while self._heap and self._heap[0][0] <= now and len(self._busy) < MOST_AT_ONCE:
            due, game = heapq.heappop(self._heap)
            # a game that is due again while it is swept is noted once more when its task ends
            if self._due.get(game) == due and game not in self._busy:
                del self._due[game]
                self._busy[game] = asyncio.create_task(self._attend(game))
        if not self._heap or len(self._busy) == MOST_AT_ONCE:
            return POLL_INTERVAL
        # the timer may fire early by less than its resolution: then the next step waits again
        return min(POLL_INTERVAL, max(0.001, (self._heap[0][0] - now) / 1_000_000))

    async def _attend(self, game: str) -> None:
        try:
            await self._sweep(game)
        finally:
            del self._busy[game]
            self._note(game, self._due.pop(game, None))
            self._woken.set()

    async def _sweep(self, game: str) -> None:
        try:
            late = await sweep(self._play, game)
            self._retries.pop(game, None)
            if late is not None:
                self.swept(late)
        except STORE_ERRORS as error:
            report_store_error(_log, "clocks cannot run out", f"the clock of game {game} could not run out", error)
            self._retry(game, Backoff(FIRST_RETRY, LAST_RETRY))
        except UnknownGameError:
            # the database has lost the game, for example in a failover
            self._retries.pop(game, None)
        except DataSetMissingError:
            # the cache has logged it; the game continues after the file is restored and the process restarted
            self._unreadable.add(game)
        except Exception:  # noqa: BLE001 - one game must not stop the clocks of the others
            _log.exception("the clock of game %s could not run out", game)
            self._retry(game, self._retries.get(game) or Backoff(FIRST_RETRY, LAST_RETRY))

    def _retry(self, game: str, retries: Backoff) -> None:
        self._retries[game] = retries
        loop = asyncio.get_running_loop()
        loop.call_later(retries.delay(), self._note, game, self._play.micros())


async def sweep(play: Play, game: str) -> float | None:
    """Append what is due in a game; returns the seconds by which it is late, None if nothing was due.

    The time is read once, before the game: an event that another process has stored since is taken into account.
    """
    at = play.micros()
    loaded = await play.load(game)
    due = next_due(loaded.game)
    if due is None or due > at:
        # another process may have appended what makes the game due
        loaded = await play.reload(loaded)
        due = next_due(loaded.game)

    def decision(state: Game, _: str) -> tuple[None, Decided] | None:
        decided = overdue(state, STAND_IN, at)
        return None if decided is None else (None, decided)

    if due is None or loaded.is_foreign:
        return None
    done = await play.act_at(loaded, decision, None)
    return (at - due) / 1_000_000 if done.last >= done.first else None


def _no_op(_seconds: float) -> None:
    """Do nothing."""
