"""The parameters of commands, and the errors of commands on an outdated game."""

from collections.abc import Callable
from typing import TypeAlias

from domain.game.game import Game, is_by_bot
from domain.kernel.values import Command, Seat, Value

SeatIn: TypeAlias = Callable[[Game], Seat]
"""Returns the seat of the requester in a game. Raises if there is none."""

Allowed: TypeAlias = Callable[[Game], None]
"""Raises if the requester may not change the game."""


class DecisionClosedError(Exception):
    """The decision that a command answers is not open for the seat. `current` is the id of the open one, or None."""

    def __init__(self, named: str, current: str | None, reason: str | None = None) -> None:
        now = f"the open decision is {current}" if current else "no decision of this seat is open"
        super().__init__(f"the decision {named} is not open: {reason or now}")
        self.current = current


class VersionChangedError(Exception):
    """The game has moved on from the version that the client named."""


class Answer(Value, frozen=True):
    """The answer to a decision: its id, and the command that is chosen."""

    decision: str
    command: Command
    versions: frozenset[int] | None = None
    """The versions of the game at which the answer is accepted; None: any."""
    is_by_bot: bool = False
    """Whether the service's bot answers."""


def check_answers(game: Game, seat: Seat, answer: Answer) -> None:
    """Raise DecisionClosedError if a player answers where the bot has to, or the bot where the player has to."""
    if game.status == "running" and answer.is_by_bot != is_by_bot(game, seat):
        if answer.is_by_bot:
            raise DecisionClosedError(answer.decision, None, "the player has returned to the seat")
        raise DecisionClosedError(answer.decision, None, "the clock has run out, and a bot answers")


class SeatTaking(Value, frozen=True):
    """Who takes which seat."""

    seat: Seat
    player: str
    entropy: str | None = None
    """32 bytes in hex; None: the server generates them."""
