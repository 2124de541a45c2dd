"""Rules 1 and 11.1: set-up, rounds and phases."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Event
from domain.siberia.events.fields import Draws, PhaseNumber
from domain.siberia.options import Area, Column, Resource, Round, Seat, Sides


class FirstPlayerDrawn(Event, frozen=True, tag="siberia.first_player_drawn"):
    """The first player is known (1.3). There is no draw if the options name the seat."""

    seat: Seat
    draws: Draws


class AreaSeeded(Event, frozen=True, tag="siberia.area_seeded"):
    """Different cubes were drawn and laid on an area (1.4)."""

    area: Area
    resources: Annotated[tuple[Resource, ...], Meta(description="The cubes, in the order of drawing.")]
    draws: Draws


class SidesChosen(Event, frozen=True, tag="siberia.sides_chosen"):
    """The sides of the exchange tiles are known (1.7): a seat, the options or a draw has chosen them."""

    sides: Sides
    seat: Annotated[Seat | None, Meta(description="The seat that has chosen; null if no seat has.")]
    draws: Draws


class InvestmentRevealed(Event, frozen=True, tag="siberia.investment_revealed"):
    """An investment tile was drawn and lies open (1.9, 9.4)."""

    tile: Column
    draws: Draws


class RoundStarted(Event, frozen=True, tag="siberia.round_started"):
    """A round begins with this first player (11.1)."""

    round: Round
    first_player: Seat


class PhaseStarted(Event, frozen=True, tag="siberia.phase_started"):
    """The phase of this number begins."""

    phase: PhaseNumber
