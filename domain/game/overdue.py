"""What the service has to do at a time: a clock runs out, or a pause ends. Times are in microseconds."""

from domain.game.clock_decisions import run_out
from domain.game.decide import Decided
from domain.game.game import Game
from domain.game.rulings.decide import resume
from domain.kernel.values import Seat
from domain.ledger.times import micros


def due_of(game: Game, seat: Seat) -> int | None:
    """Return the time at which the clock of a seat runs out; None: it is stopped, or there is no clock."""
    return game.clocks.due(seat) if game.status == "running" and game.clocks is not None else None


def next_due(game: Game) -> int | None:
    """Return the next time at which the service has to act in a game; None: there is none."""
    if game.status != "running":
        return None
    if game.paused_until is not None:
        return micros(game.paused_until)
    return min((due for due, _ in _running(game)), default=None)


def overdue(game: Game, bot: str, at: int) -> Decided | None:
    """Return what the service has to do in a game at a time; None: nothing. `bot` answers when a clock runs out."""
    due = next_due(game)
    if due is None or at < due:
        return None
    if game.paused_until is not None:
        return resume(game, None, game.paused_until)
    return run_out(game, min(_running(game))[1], bot, at)


def _running(game: Game) -> list[tuple[int, Seat]]:
    """Return the clocks that run, with the time at which they run out."""
    return [(due, seat) for seat in range(game.opened.seats) if (due := due_of(game, seat)) is not None]
