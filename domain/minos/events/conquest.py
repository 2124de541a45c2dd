"""Rules 8.10, 9 and 10: settlements that change hands, eliminations, and the end."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Event
from domain.minos.events.fields import EndReason, Income
from domain.minos.options import Field, Rings, Seat


class SettlementAbandoned(Event, frozen=True, tag="minos.settlement_abandoned"):
    """The last piece has left a settlement, which has no owner now (9.3). The income is that of the former owner."""

    seat: Seat
    field: Field
    income: Income


class SettlementTaken(Event, frozen=True, tag="minos.settlement_taken"):
    """A settlement has a new owner (9.2)."""

    seat: Seat
    field: Field
    taken_from: Annotated[Seat | None, Meta(description="The seat that owned it; null where it was abandoned.")]
    income: Income
    loser_income: Annotated[int | None, Meta(description="The income that is left to that seat, in talents.")]
    soldier_due: Annotated[bool, Meta(description="Whether a free soldier can be placed next.")]


class FreeSoldierPlaced(Event, frozen=True, tag="minos.free_soldier_placed"):
    """A ship's conquest brought a soldier (9.4)."""

    seat: Seat
    field: Field


class FreeSoldierDeclined(Event, frozen=True, tag="minos.free_soldier_declined"):
    """A player did without the free soldier, by choice (9.4)."""

    seat: Seat
    field: Field


class PlayerEliminated(Event, frozen=True, tag="minos.player_eliminated"):
    """A player has no piece on the board and is out; all talents and these rings leave the game (8.10)."""

    seat: Seat
    rings: Rings


class PlayEnded(Event, frozen=True, tag="minos.play_ended"):
    """The game is over (10.1, 10.4, 10.5)."""

    reason: EndReason
