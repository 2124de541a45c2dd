"""The map, tokens and exchanges of Siberia, with lookup tables that are computed once."""

from collections.abc import Callable, Container, Mapping
from functools import cache

from domain.kernel.bag import Bag, bag_of
from domain.siberia.data_sets import DATA_SETS
from domain.siberia.options import PERSONS, RESOURCES, Column, Exchange, Person, Place, Resource, Sides, Token
from domain.siberia.tables import DataSet
from domain.siberia.tables import Exchange as PrintedExchange

MANAGER: Token = "manager"
"""The token with a person and no resource, which may stand for any other."""

SPACES = 2
"""The spaces of a column."""


class Board:
    """The map, the tokens and the exchanges of a data set."""

    def __init__(self, data: DataSet) -> None:
        self.data = data
        self.start: Place = data.map.start
        self.areas: tuple[Place, ...] = tuple(area.id for area in data.map.areas)
        self.places: tuple[Place, ...] = (self.start, *self.areas)
        self.neighbours: Mapping[Place, tuple[Place, ...]] = {self.start: data.map.start_beside} | {
            area.id: area.beside for area in data.map.areas
        }
        pairs: list[tuple[Person, Resource]] = [
            (person, resource) for person in PERSONS if person != "manager" for resource in RESOURCES
        ]
        self.columns: dict[Token, tuple[Column, ...]] = {MANAGER: ("manager",)}
        self.columns.update({f"{person}_{resource}": (person, resource) for person, resource in pairs})
        self.resource: Mapping[Token, Resource] = {f"{person}_{resource}": resource for person, resource in pairs}
        tokens = data.tokens
        rows = (tokens.logistics, tokens.salesman, tokens.worker, tokens.investor)
        copies = (tokens.manager, *(number for row in rows for number in row))
        self.tokens: Bag[Token] = bag_of(zip(self.columns, copies, strict=True))
        self.cubes: Bag[Resource] = bag_of(zip(RESOURCES, data.cubes.stock, strict=True))
        self.exchanges: Callable[[Sides], Mapping[Exchange, PrintedExchange]] = cache(self._exchanges)

    def _exchanges(self, sides: Sides) -> Mapping[Exchange, PrintedExchange]:
        """Return the exchanges in play by id: the one that is always open, and the tiles with these sides up."""
        printed = self.data.exchanges
        tiles = zip(printed.tiles, sides, strict=True) if sides else ()
        up = (printed.always, *(tile.a if side == "A" else tile.b for tile, side in tiles))
        return {exchange.id: exchange for exchange in up}

    def ways(self, start: Place, points: int, free: Container[Place]) -> dict[Place, int]:
        """Return each other place that the points reach, with its cost. Entering a place in `free` costs nothing."""
        costs: dict[Place, int] = {start: 0}
        fringes: list[list[Place]] = [[start], *([] for _ in range(points))]
        for spent, fringe in enumerate(fringes):
            for place in fringe:
                if costs[place] != spent:
                    continue
                for other in self.neighbours[place]:
                    total = spent + (other not in free)
                    if total <= points and total < costs.get(other, points + 1):
                        costs[other] = total
                        fringes[total].append(other)
        del costs[start]
        return costs


def price_of(exchange: PrintedExchange, resource: Resource) -> int:
    """Return what an exchange pays for a cube, in dollars; 0 if it does not buy it."""
    return exchange.prices[RESOURCES.index(resource)]


@cache
def board_of(name: str) -> Board:
    """Return the board of a data set that is at hand."""
    return Board(DATA_SETS.data_set(name))
