"""Takes the steps that are due without a request: never early, and at most two seconds late.

Clocks run out, pauses end, games start, reserved seats are released.
"""

import asyncio
import heapq
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias

from domain.game.due import decide_due, next_due
from domain.game.game import Game
from domain.kernel.values import Value
from domain.ledger.records import ENTROPY_BYTES
from domain.ledger.times import micros
from projections.times import moment
from service.core.store.failpoints import at_point
from service.core.store.outage import STORE_ERRORS, report_store_error
from service.core.store.retry import Backoff
from service.core.worker import Worker
from service.play.cache import UnknownGameError, UnreadableGameError
from service.play.play import Decision, Play
from service.play.steady_clock import doubt_about

_log = logging.getLogger(__name__)

_UNREADABLE = "the table of due games cannot be read"

POLL_INTERVAL = 0.5
"""Seconds between two reads of the table of due games, which has the games of other processes too."""

HORIZON = 60_000_000
"""Microseconds. Games that are due later are not kept in memory: the table has them."""

AHEAD = 2_000_000
"""Microseconds by which the table is read in advance."""

MOST_AT_ONCE = 32

ENOUGH = 1000
"""Games. If so many wait to be swept, the table is not read."""

LATEST = 2_000_000
"""Microseconds by which a step may be late."""

FIRST_RETRY, LAST_RETRY = 0.5, 60.0
"""The first and the longest delay after an error in a game, in seconds."""


DueBefore: TypeAlias = Callable[[str], Awaitable[Iterable[tuple[str, str]]]]
"""Returns the games that are due before a time, each with the time at which it is due."""


class Step(Value, frozen=True):
    """What the sweep has done in a game."""

    late: float | None = None
    """The seconds by which a step was late; None: nothing was due."""
    put_off: tuple[int, int] | None = None
    """When a step was due, and until when it is put off, in microseconds since 1970; None: it is not."""


class SweepState(Value, frozen=True):
    """How far the sweep has come."""

    behind_since: str | None
    """The time of the oldest step that is more than two seconds late; None: none is."""
    failing: int
    """The number of games whose step failed and is tried again."""
    unreadable: int
    """The number of games whose data set is missing or whose log is damaged."""
    read_at: str | None
    """When the table of due games was last read."""


class Sweep:
    """Appends what is due. All processes may sweep: the log accepts each event once."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._heap: list[tuple[int, str]] = []
        self._due: dict[str, int] = {}
        """The time at which each game is due, if that is soon. Other entries of the heap are outdated."""
        self._retries: dict[str, Backoff] = {}
        self._unreadable: set[str] = set()
        self._put_off: dict[str, tuple[int, int]] = {}
        """When the step of a game was due that is put off, and until when. The table has the first time."""
        self._open: dict[str, int] = {}
        """The times of the steps that have begun, or failed and are tried again."""
        self._read_at: str | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}
        """The games that are being swept: one task for each, so that a slow game delays no other."""
        self._stepping = Worker(
            self._begin_due,
            every=POLL_INTERVAL,
            outage=_UNREADABLE,
            failure="the steps that are due cannot be taken",
            log=_log,
        )
        self._reading: Worker | None = None
        self.swept: Callable[[float], None] = _no_op
        """Called after each event with the seconds by which it was late."""

    async def start(self, due_before: DueBefore) -> None:
        """Start."""
        self._reading = Worker(
            lambda: self.read(due_before), every=POLL_INTERVAL, outage=_UNREADABLE, failure=_UNREADABLE, log=_log
        )
        await self._stepping.start()
        await self._reading.start()

    async def stop(self) -> None:
        """Stop."""
        await self._stepping.stop()
        if self._reading is not None:
            await self._reading.stop()
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def is_running(self) -> bool:
        """Whether the sweep has started and not stopped."""
        return self._stepping.is_running and self._reading is not None and self._reading.is_running

    def state(self) -> SweepState:
        """Return how far the sweep has come."""
        due = min((*self._due.values(), *self._open.values()), default=None)
        is_behind = due is not None and due < self._play.micros() - LATEST
        return SweepState(
            behind_since=moment(due) if due is not None and is_behind else None,
            failing=len(self._retries),
            unreadable=len(self._unreadable),
            read_at=self._read_at,
        )

    def mended(self, game: str) -> None:
        """Note a game whose log is whole again. The table of due games has it."""
        self._unreadable.discard(game)

    def changed(self, game: str) -> None:
        """Note when a game is due that has new events."""
        loaded = self._play.cached(game)
        if loaded is not None and not loaded.is_foreign:
            due = next_due(loaded.game)
            self._note(game, None if due is None else self._until(game, due))

    def _until(self, game: str, due: int) -> int:
        """Return until when the step of a game is put off that is due at a time; the same time if it is not."""
        found = self._put_off.get(game)
        return found[1] if found is not None and found[0] == due else due

    def _note(self, game: str, due: int | None) -> None:
        if due is None or due > self._play.micros() + HORIZON:
            self._due.pop(game, None)
        elif self._due.get(game) != due:
            self._due[game] = due
            heapq.heappush(self._heap, (due, game))
            self._stepping.wake()

    async def read(self, due_before: DueBefore) -> None:
        """Note the games that are due soon, as the table has them."""
        at = self._play.now()
        if len(self._due) >= ENOUGH and self._heap[0][0] <= micros(at):
            return
        rows = await due_before(moment(micros(at) + AHEAD))
        self._read_at = at
        put_off: dict[str, tuple[int, int]] = {}
        for game, due in rows:
            at_point("due-read")
            if game in self._put_off:
                put_off[game] = self._put_off[game]
            if game not in self._retries and game not in self._unreadable:
                until = self._until(game, micros(due))
                self._note(game, until if game not in self._due else min(until, self._due[game]))
        # the others have gone on, perhaps in another process
        self._put_off = put_off

    async def _begin_due(self) -> float:
        return self._begin()

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
        if doubt_about(self._play.clock) is not None or self._play.is_held:
            return POLL_INTERVAL
        while self._heap and self._heap[0][0] <= now and len(self._busy) < MOST_AT_ONCE:
            due, game = heapq.heappop(self._heap)
            # a game that becomes due while it is swept is queued again when its task ends
            if self._due.get(game) == due and game not in self._busy:
                del self._due[game]
                self._open.setdefault(game, due)
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
            self._stepping.wake()

    async def _sweep(self, game: str) -> None:
        try:
            step = await take_step(self._play, game)
            self._done(game)
            if step.put_off is not None:
                self._put_off[game] = step.put_off
                self._note(game, step.put_off[1])
            if step.late is not None:
                self.swept(step.late)
        except STORE_ERRORS as error:
            report_store_error(
                _log, "clocks cannot run out, games cannot start", f"the step of game {game} failed", error
            )
            self._retry(game, Backoff(FIRST_RETRY, LAST_RETRY))
        except UnknownGameError:
            # the database has lost the game, for example in a failover
            self._done(game)
        except UnreadableGameError:
            # it is logged; the game continues after the data set is restored and the process restarted, or the log is
            # mended
            self._unreadable.add(game)
            self._done(game)
        except Exception:  # noqa: BLE001 - one game must not stop the others
            _log.exception("the step of game %s failed", game)
            self._retry(game, self._retries.get(game) or Backoff(FIRST_RETRY, LAST_RETRY))

    def _done(self, game: str) -> None:
        self._retries.pop(game, None)
        self._open.pop(game, None)
        self._put_off.pop(game, None)

    def _retry(self, game: str, retries: Backoff) -> None:
        self._retries[game] = retries
        loop = asyncio.get_running_loop()
        loop.call_later(retries.delay(), self._note, game, self._play.micros())


async def take_step(play: Play, game: str) -> Step:
    """Take the step that is due in a game.

    The time is read once, before the game: an event that another process has stored since is taken into account.
    """
    at = play.now()
    now = micros(at)
    loaded = await play.load(game)
    due = next_due(loaded.game)
    if due is None or due > now:
        # another process may have appended what makes the game due
        loaded = await play.reload(loaded)
        due = next_due(loaded.game)

    def decision(state: Game, _: str) -> Decision | None:
        return decide_due(state, at, secrets.token_hex(ENTROPY_BYTES))

    if due is None or due > now or loaded.is_foreign:
        return Step()
    until = due + play.put_off(loaded.game, due, now)
    if now < until:
        return Step(put_off=(due, until))
    at_point("due")
    done = await play.act_at(loaded, decision, None)
    return Step((now - due) / 1_000_000 if done.last >= done.first else None)


def _no_op(_seconds: float) -> None:
    """Do nothing."""
