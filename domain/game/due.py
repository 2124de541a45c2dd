"""What the service has to do in a game at a time, without a request: before the start, and while the game runs."""

from domain.game import overdue, schedule
from domain.game.decide import Decided
from domain.game.events import STAND_IN
from domain.game.game import Game
from domain.kernel.values import Seat
from domain.ledger.times import micros


def next_due(game: Game) -> int | None:
    """Return the time of the next step of the service in a game, in microseconds; None: there is none."""
    step = schedule.next_due(game)
    return overdue.next_due(game) if step is None else step.at


def decide_due(game: Game, at: str, entropy: str) -> tuple[Seat | None, Decided] | None:
    """Return the step that is due at a time, with the seat that it concerns; None: nothing is due.

    A bot that takes a seat brings the entropy of the server.
    """
    if game.status == "open":
        return schedule.decide_due(game, at, entropy)
    decided = overdue.overdue(game, STAND_IN, micros(at))
    return None if decided is None else (None, decided)
