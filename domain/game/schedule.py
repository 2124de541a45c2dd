"""What the service has to do at the start time of a game. `domain/game/overdue.py` has the steps of running games."""

from typing import Literal, TypeAlias

from msgspec import UNSET

from domain.game.decide import Decided, abandon, release_seats, start, take_seat
from domain.game.events import BOT, STAND_IN
from domain.game.game import Game
from domain.game.reservations import can_release, free_seats, no_show_at, release_at
from domain.kernel.values import Seat, Value
from domain.ledger.times import micros

Step: TypeAlias = Literal["release", "start", "seat_bot", "cancel"]


class Due(Value, frozen=True):
    """The next step of a game, and its time in microseconds."""

    at: int
    step: Step


def next_due(game: Game) -> Due | None:
    """Return the next step before the start that needs no request; None if there is none."""
    opened = game.opened
    if game.status != "open" or opened.starts_at is UNSET:
        return None
    starts_at, no_show, release = micros(opened.starts_at), no_show_at(opened), release_at(game)
    assert no_show is not None
    assert release is not None
    if not free_seats(game):
        return Due(starts_at, "start")
    if can_release(game):
        return Due(release, "release")
    if opened.no_show == "bot":
        return Due(no_show, "seat_bot")
    return Due(no_show, "cancel") if opened.no_show == "cancel" else None


def decide_due(game: Game, at: str, entropy: str) -> tuple[Seat | None, Decided] | None:
    """Return the step that is due at a time, with the seat that it concerns; None if nothing is due.

    A bot that takes a seat brings the entropy of the server.
    """
    due = next_due(game)
    if due is None or micros(at) < due.at:
        return None
    match due.step:
        case "release":
            return None, release_seats(game, at)
        case "start":
            return None, start(game)
        case "cancel":
            return None, abandon(game)
        case "seat_bot":
            seat = free_seats(game)[0]
            return seat, take_seat(game, seat, BOT + STAND_IN, entropy, "server", at)
