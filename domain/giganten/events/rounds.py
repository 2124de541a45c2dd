"""Set-up, rounds and phases."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.giganten.fields import Draws, Player, Round, SeatNumber
from domain.kernel.values import Event

PhaseNumber: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8"]


class FirstPlayerDrawn(Event, frozen=True, tag="giganten.first_player_drawn"):
    """The first player is known (0.11). There is no draw if the options name the seat."""

    seat: Player
    draws: Draws


class RoundStarted(Event, frozen=True, tag="giganten.round_started"):
    """A round begins with this first player (9.1)."""

    round: Round
    first_player: SeatNumber


class PhaseStarted(Event, frozen=True, tag="giganten.phase_started"):
    """The phase of this number begins."""

    phase: Annotated[PhaseNumber, Meta(description="The number of the phase in the rules.")]
