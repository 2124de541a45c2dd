"""Moments of clocks as text."""

import datetime

from domain.game.game import Game
from domain.game.overdue import due_of
from domain.kernel.values import Seat

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_LAST = "9999-12-31T23:59:59.999999Z"


def due_moment(game: Game, seat: Seat) -> str | None:
    """Return the time at which the clock of a seat runs out; None: it is stopped, or there is no clock."""
    due = due_of(game, seat)
    return None if due is None else moment(due)


def moment(micros: int) -> str:
    """Return the time, such as `2026-11-20T12:00:00.123456Z`, of microseconds since 1970; at most the year 9999."""
    try:
        time = _EPOCH + datetime.timedelta(microseconds=micros)
    except OverflowError:
        return _LAST
    return time.isoformat(timespec="microseconds").replace("+00:00", "Z")
