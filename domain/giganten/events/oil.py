"""Rules 5, 6 and 8: derricks, transport and storage."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.giganten.events.secrets import Drawn
from domain.giganten.fields import CompanyName, Dollars, Markers, Player, Site, TileValue
from domain.kernel.values import Event, Seat, Value

Carrier: TypeAlias = Literal["own", "black", "opponent"]
ChosenOpponent: TypeAlias = Annotated[
    Seat | None,
    Meta(
        description="The seat of the opponent whose train carries, with the carrier `opponent` under the option "
        "`opponent_train` = `any_ahead`. Absent otherwise."
    ),
]


class Payment(Value, frozen=True):
    """What one owner of a train is paid, in dollars."""

    seat: Player
    amount: Dollars


class DerrickBuilt(Event, frozen=True, tag="giganten.derrick_built"):
    """A player paid the bank and built (5.3): the tile's value, and the markers that the supply had for it (5.6)."""

    seat: Player
    site: Site
    cost: Dollars
    value: TileValue
    markers: Markers
    secret: Drawn


class DrillingDeclined(Event, frozen=True, tag="giganten.drilling_declined"):
    """A player builds no derrick this round, by choice or because none can be built."""

    seat: Player


class OilShipped(Event, frozen=True, tag="giganten.oil_shipped", omit_defaults=True):
    """A train carried a marker from a derrick to a depot. The owner paid the bank, or owners of trains."""

    seat: Player
    site: Site
    company: CompanyName
    carrier: Annotated[Carrier, Meta(description="Whose train carried it.")]
    to_bank: Dollars
    payments: Annotated[tuple[Payment, ...], Meta(description="What owners of trains were paid.")]
    opponent: ChosenOpponent = None


class OilDiscarded(Event, frozen=True, tag="giganten.oil_discarded"):
    """A marker from a derrick went back to the supply: no train, no money, or by choice (6.2, 6.9, 6.10)."""

    seat: Player
    site: Site
    reason: Annotated[Literal["waived", "no_train", "no_money"], Meta(description="Why it was not shipped.")]


class DerrickExhausted(Event, frozen=True, tag="giganten.derrick_exhausted"):
    """The last marker is gone and the derrick is back with its owner (6.11)."""

    seat: Player
    site: Site


class ExcessReturned(Event, frozen=True, tag="giganten.excess_returned"):
    """A depot held more than it may: the excess went back to the supply for a refund by the bank (8.1)."""

    seat: Player
    company: CompanyName
    markers: Markers
    refund: Dollars
