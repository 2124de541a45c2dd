"""What a request asks of a game, and the errors of requests that come too late."""

from collections.abc import Callable
from typing import TypeAlias

from domain.game.game import Game
from domain.kernel.values import Command, Seat, Value

SeatIn: TypeAlias = Callable[[Game], Seat]
"""Returns the seat for which somebody acts in a game; raises if there is none."""

Allowed: TypeAlias = Callable[[Game], None]
"""Raises if somebody may not do something to a game."""


class DecisionClosedError(Exception):
    """The decision that a command answers is not open, or not this seat's; carries the open one's id, if any."""

    def __init__(self, named: str, current: str | None) -> None:
        now = f"the open decision is {current}" if current else "no decision of this seat is open"
        super().__init__(f"the decision {named} is not open: {now}")
        self.current = current


class VersionChangedError(Exception):
    """The game has moved on from the version that the client named."""


class Answer(Value, frozen=True):
    """The answer to a decision: its id, and the command that is chosen."""

    decision: str
    command: Command
    versions: frozenset[int] | None = None
    """The versions of the game at which it may be given; None: at any."""


class SeatTaking(Value, frozen=True):
    """Who takes which seat."""

    seat: Seat
    player: str
    entropy: str | None = None
    """32 bytes in hex; None: the server brings them."""
