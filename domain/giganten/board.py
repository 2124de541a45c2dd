"""The map of Giganten: squares, terrain, sites, and the cheapest way of a truck (4a)."""

from collections.abc import Container, Iterable, Mapping
from functools import cache, lru_cache
from operator import itemgetter
from typing import TypeAlias

from domain.giganten.data_sets import DATA_SETS, cells
from domain.giganten.options import Square
from domain.giganten.tables import DataSet
from domain.kernel.values import Value

Ways: TypeAlias = Mapping[Square, tuple[int, Square]]
"""For each square within reach: the points to get there, and the square before it on the way."""


CACHED_WAYS = 2048
"""Results of `ways` that each board caches; most take some kilobytes."""


class Site(Value, frozen=True):
    """A site: how many derricks are printed on it, and whether it stays empty with three players."""

    square: Square
    kind: int
    marked: bool


class Board:
    """The map of a data set, with lookup tables that are computed once."""

    def __init__(self, data: DataSet) -> None:
        self.data = data
        self.rows = len(data.map.rows)
        self.columns = len(data.map.rows[0].split())
        costs = {"plain": data.terrain.plain, "hill": data.terrain.hill, "mountain": data.terrain.mountain}
        self.terrain: dict[Square, str] = {}
        self.sites: dict[Square, Site] = {}
        for row, text in enumerate(data.map.rows):
            for column, cell in enumerate(cells(text), 1):
                if cell is not None:
                    square = f"{chr(ord('A') + row)}{column}"
                    self.terrain[square] = cell[0]
                    if cell[1]:
                        self.sites[square] = Site(square, cell[1], cell[2])
        self.cost: dict[Square, int] = {square: costs[name] for square, name in self.terrain.items()}
        self.neighbours: dict[Square, tuple[Square, ...]] = {square: self._beside(square) for square in self.terrain}
        self.roads: dict[Square, tuple[tuple[Square, int], ...]] = {
            square: tuple(sorted(((other, self.cost[other]) for other in beside), key=itemgetter(1)))
            for square, beside in self.neighbours.items()
        }
        self.sites_beside: dict[Square, tuple[Square, ...]] = {
            square: tuple(other for other in beside if other in self.sites)
            for square, beside in self.neighbours.items()
        }
        self.column: dict[Square, int] = {square: int(square[1:]) for square in self.terrain}
        self.entry: tuple[Square, ...] = tuple(square for square in self.terrain if self.column[square] == 1)

        self._dearest = max(costs.values())
        """The points that reach any square beside the own one."""
        self._most = max(card.points for card in (*data.red_cards.cards, *data.beige_cards.cards))
        """The movement points of the best card."""
        self._farthest_kept = cache(self._farthest)
        self._reach_kept = lru_cache(maxsize=CACHED_WAYS)(self._reach)
        self._open_ways_kept = lru_cache(maxsize=CACHED_WAYS)(self._open_ways)
        self._ways_kept = lru_cache(maxsize=CACHED_WAYS)(self._ways)

    def _beside(self, square: Square) -> tuple[Square, ...]:
        row, column = ord(square[0]), int(square[1:])
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return tuple(name for r, c in around if (name := f"{chr(r)}{c}") in self.terrain)

    def ways(self, start: Square, points: int, blocked: Iterable[Square]) -> Ways:
        """Return every square that the points reach from `start`, which itself costs 0.

        Blocked squares are never entered. Entering a square costs the same from every side, so the first way found to
        it is a cheapest one. Of equally cheap ways that one is taken whose last square but one was reached first,
        where squares are reached in the order of cost and, from each square, up, left, right, down; so the same way
        is driven everywhere.
        """
        if points > self._most:
            return self._search(start, points, frozenset(blocked))
        # the legal list, the check and the drive itself ask for the same ways one after another; what is blocked beyond
        # reach makes no difference, so that most ways are the same in many positions
        return self._ways_kept(start, points, self._reach_kept(start, points).intersection(blocked))

    def nearest(self, start: Square, points: int, blocked: Iterable[Square], taken: Container[Square]) -> int | None:
        """Return the points to the nearest square that is not taken, or None if the points reach no such square."""
        # most often a square beside the first one is free, and the search ends there
        for reach in sorted({min(points, self._dearest), points}):
            costs = [cost for square, (cost, _) in self.ways(start, reach, blocked).items() if square not in taken]
            if costs:
                return min(costs)
        return None

    def _reach(self, start: Square, points: int) -> frozenset[Square]:
        """Return the squares that are within reach while nothing is blocked."""
        return frozenset(self._open_ways_kept(start, points))

    def _ways(self, start: Square, points: int, blocked: frozenset[Square]) -> Ways:
        ways = self._open_ways_kept(start, points)
        if not blocked:
            return ways
        if any(before in blocked for _, before in ways.values()):
            return self._search(start, points, blocked)
        # a blocked square that is on no way leads to no other: a search finds the others in the same order
        return {square: way for square, way in ways.items() if square not in blocked}

    def _farthest(self, start: Square) -> Ways:
        return self._search(start, self._most, frozenset())

    def _open_ways(self, start: Square, points: int) -> Ways:
        """Return the ways while nothing is blocked: a search that goes less far finds the same, up to where it ends."""
        return {square: way for square, way in self._farthest_kept(start).items() if way[0] <= points}

    def _search(self, start: Square, points: int, blocked: frozenset[Square]) -> Ways:
        found: dict[Square, tuple[int, Square]] = {start: (0, start)}
        fringes: list[list[Square]] = [[] for _ in range(points + 1)]
        fringes[0].append(start)
        roads = self.roads
        # from squares where all points are spent nothing more is reached
        for spent in range(points):
            for square in fringes[spent]:
                for other, cost in roads[square]:
                    total = spent + cost
                    if total > points:
                        # the roads of a square are in the order of their cost
                        break
                    if other not in found and other not in blocked:
                        found[other] = (total, square)
                        fringes[total].append(other)
        return found


def way_to(ways: Ways, square: Square) -> tuple[Square, ...]:
    """Return the squares that a truck enters on its way, the last one the goal."""
    way: list[Square] = []
    while ways[square][1] != square:
        way.append(square)
        square = ways[square][1]
    return tuple(reversed(way))


@cache
def board_of(name: str) -> Board:
    """Return the board of a data set that is at hand."""
    return Board(DATA_SETS.data_set(name))
