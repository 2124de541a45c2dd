"""Rules 10 and 12: sales, and exhausted areas."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Event, Value
from domain.siberia.events.fields import Ordinal, Returned
from domain.siberia.options import Area, Areas, Dollars, Exchange, Resource, Seat


class SentHome(Value, frozen=True):
    """How many workers of a seat left an exhausted area."""

    seat: Seat
    workers: Annotated[int, Meta(description="Workers that returned to the reserve of their player.")]


class CubesSold(Event, frozen=True, tag="siberia.cubes_sold"):
    """A seat mined a cube in each of these areas and sold them: price a cube, and proceeds, in dollars (10.5)."""

    seat: Seat
    resource: Resource
    exchange: Exchange
    areas: Areas
    price: Dollars
    proceeds: Dollars
    tokens: Returned


class AreaExhausted(Event, frozen=True, tag="siberia.area_exhausted"):
    """An area is exhausted: it stays empty, and all workers there returned to their players (12.1, 12.2)."""

    area: Area
    number: Ordinal
    sent_home: Annotated[tuple[SentHome, ...], Meta(description="The workers that stood there, by seat.")]
