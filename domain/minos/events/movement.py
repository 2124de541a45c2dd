"""Rules 4 and 12: movement and transport."""

from domain.kernel.values import Event
from domain.minos.options import Field, Points, Seat, Space


class ShipMoved(Event, frozen=True, tag="minos.ship_moved"):
    """A ship moved one step for a movement point (4.1)."""

    seat: Seat
    origin: Space
    to: Space


class SoldierMoved(Event, frozen=True, tag="minos.soldier_moved"):
    """A soldier moved one step for a movement point (4.1)."""

    seat: Seat
    origin: Space
    to: Space


class SoldierCarried(Event, frozen=True, tag="minos.soldier_carried"):
    """A ship carried a soldier from one field to another (12.1)."""

    seat: Seat
    origin: Field
    to: Field
    points: Points
