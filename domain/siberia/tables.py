"""The types of the printed tables of Siberia."""

from typing import TypeAlias

from domain.kernel.printed import Printing, Table
from domain.kernel.values import Value

Five: TypeAlias = tuple[int, int, int, int, int]
"""A number for each resource, in their order."""


class AreaOnMap(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An area and the places that it borders on."""

    id: str
    name: str
    beside: tuple[str, ...]


class Map(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The areas in the order in which they are seeded, and the place where workers start."""

    start: str
    start_name: str
    start_beside: tuple[str, ...]
    areas: tuple[AreaOnMap, ...]


class Cubes(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cubes of each resource, and how many lie on each area at the start."""

    stock: Five
    per_area: int


class Tokens(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The action tokens: those of the Manager, and those of each other person with each resource."""

    manager: int
    logistics: Five
    salesman: Five
    worker: Five
    investor: Five


class Investments(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many investment tiles there are of each kind, and how many lie open."""

    copies: int
    open: int


class Exchange(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stock exchange and what it pays for a cube of each resource, in dollars; 0: it does not buy it."""

    id: str
    name: str
    prices: Five


class ExchangeTile(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exchange tile with its two sides."""

    a: Exchange
    b: Exchange


class Exchanges(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The exchange that is always open, and the tiles with two sides."""

    always: Exchange
    tiles: tuple[ExchangeTile, ExchangeTile, ExchangeTile, ExchangeTile, ExchangeTile]


class Pawns(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pawns of each player, and how many of them start as workers and as salesmen."""

    each: int
    workers: int
    salesmen: int


class Numbers(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tokens drawn and kept, moves of Logistics, and what ends the game."""

    draw: int
    keep: int
    moves: int
    end_areas: int
    end_reserves: int


class DataSet(Printing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All printed tables of Siberia."""

    map: Map
    cubes: Cubes
    tokens: Tokens
    investments: Investments
    exchanges: Exchanges
    pawns: Pawns
    numbers: Numbers
