"""Rules 2, 3.12 and 11: set-up, rounds and turns."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Event
from domain.minos.events.fields import Draws
from domain.minos.options import Field, Round, Seat, Talents


class FieldsCovered(Event, frozen=True, tag="minos.fields_covered"):
    """These fields are out of the game (11.4)."""

    fields: Annotated[tuple[Field, ...], Meta(description="The covered fields.")]
    draws: Draws


class FirstPlayerDrawn(Event, frozen=True, tag="minos.first_player_drawn"):
    """The first player is known (2.7). There is no draw if the options name the seat."""

    seat: Seat
    draws: Draws


class RoundStarted(Event, frozen=True, tag="minos.round_started"):
    """A round begins (3.12)."""

    round: Round


class TurnStarted(Event, frozen=True, tag="minos.turn_started"):
    """A seat's turn begins (3.12)."""

    seat: Seat


class TalentsShown(Event, frozen=True, tag="minos.talents_shown"):
    """A player lays the talents open, until the next own turn at least (2.8)."""

    seat: Seat
    talents: Talents


class TalentsHidden(Event, frozen=True, tag="minos.talents_hidden"):
    """A player keeps the talents hidden, until the next own turn at least (2.8)."""

    seat: Seat


class TurnEnded(Event, frozen=True, tag="minos.turn_ended"):
    """A seat's turn is over; dice, points and rights left are lost (3.12)."""

    seat: Seat
