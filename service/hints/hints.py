"""The use case of hints: search in a process, then append what was found to the log."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from functools import partial

from msgspec.structs import replace

from domain.game.events import Advised
from domain.game.game import Game, decision_id
from domain.game.hints import check_hint, take_hint
from domain.kernel.values import Seat
from service.core.connections.asker import Asker
from service.core.processes.pool import ProcessPool
from service.core.store.recorder import Origin
from service.hints.advising import SLOWEST, Task, advise, task_of
from service.play.loaded import HINT_TAKEN, Done, Loaded
from service.play.play import Decision, Play
from service.play.requests import DecisionClosedError, SeatIn
from service.play.turns import Turns

_TRIES = 3


class NoAdviceError(Exception):
    """The engine cannot search now, or the table changes faster than it searches."""


class Hints:
    """The hints of all games. One process with a low priority searches, for one player after another."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._turns = Turns()
        self._pool = ProcessPool(lambda: 1, "searches for hints")
        self.slowest = SLOWEST
        """The seconds after which a search is cut."""

    async def take(self, loaded: Loaded, seat_in: SeatIn, decision: str, asker: Asker, origin: Origin) -> Done:
        """Take a hint for the open decision of a seat, which has this id. One that was taken before is found again.

        Raises DecisionClosedError, NotPossible, KeyReusedError, NoEngineError, NoAdviceError, what `seat_in` raises,
        and the problems of too many requests.
        """
        for _ in range(_TRIES):
            loaded = await self._play.load(loaded.game.id)
            if repeated := loaded.repeated(origin) or taken_before(loaded, seat_in(loaded.game), decision):
                return repeated
            version, task = loaded.game.version, self._task(loaded.game, seat_in(loaded.game), decision)
            advice = await self._turns.run(asker, partial(self._searched, task))
            done = await self._play.act(loaded, _taking(seat_in, decision, version, advice), origin)
            if done.first <= done.last:
                return done
            # another seat has decided meanwhile, which may change what is best
        raise NoAdviceError

    def _task(self, game: Game, seat: Seat, decision: str) -> Task:
        """Return what the engine searches. Raises DecisionClosedError, NotPossible and NoEngineError."""
        _check(game, seat, decision)
        return replace(task_of(game, seat), seconds=self.slowest)

    async def _searched(self, task: Task) -> tuple[Advised, ...]:
        try:
            return await self._pool.run(advise, task)
        except BrokenExecutor:
            raise NoAdviceError from None

    async def stop(self) -> None:
        """Stop the process."""
        self._pool.close()


def _check(game: Game, seat: Seat, decision: str) -> None:
    if game.status == "running":
        current = decision_id(game, seat) if seat in game.questions else None
        if decision != current:
            raise DecisionClosedError(decision, current)
    check_hint(game, seat)


def _taking(
    seat_in: SeatIn, decision: str, version: int, advice: tuple[Advised, ...]
) -> Callable[[Game], Decision | None]:
    """Return the decision that appends advice for a version; None at another version."""

    def taken(game: Game) -> Decision | None:
        if game.version != version:
            return None
        seat = seat_in(game)
        _check(game, seat, decision)
        return seat, take_hint(game, seat, advice)

    return taken


def taken_before(loaded: Loaded, seat: Seat, decision: str) -> Done | None:
    """Return the hint that a seat has taken for a decision, which may be answered by now; None: it has not."""
    for entry in reversed(loaded.entries):
        record = entry.record
        if record.type == HINT_TAKEN and record.seat == seat and loaded.decided_at[record.version] == decision:
            return Done(loaded, record.version, record.version, replayed=True)
    return None
