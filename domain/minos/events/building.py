"""Rules 5 and 7: building and recruiting."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Event
from domain.minos.events.fields import Income
from domain.minos.options import Building, Field, PieceKind, Rights, Seat, Talents


class BuildingBuilt(Event, frozen=True, tag="minos.building_built"):
    """A player built: what it cost, the income after it, and whether a soldier came with it (5.9, 6.3)."""

    seat: Seat
    field: Field
    building: Building
    rights: Rights
    cost: Talents
    income: Income
    soldier: Annotated[bool, Meta(description="Whether a soldier came with it.")]


class PieceRecruited(Event, frozen=True, tag="minos.piece_recruited"):
    """A player recruited a soldier or a ship in a settlement (7.1, 7.2)."""

    seat: Seat
    field: Field
    piece: PieceKind
    cost: Talents
