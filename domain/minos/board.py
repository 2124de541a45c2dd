"""The map of Minos: fields, harbours, sea spaces and red dots, and which of them touch."""

from collections.abc import Container, Mapping
from functools import cache
from itertools import pairwise

from domain.minos.data_sets import DATA_SETS
from domain.minos.options import Field, Space
from domain.minos.tables import DataSet


def harbour_of(field: Field) -> Space:
    """Return the harbour of a field."""
    return f"harbour-{field}"


class Board:
    """The map of a data set, with lookup tables that are computed once."""

    def __init__(self, data: DataSet) -> None:
        self.data = data
        self.fields: tuple[Field, ...] = tuple(field.id for field in data.fields.fields)
        self.fish: Space = data.seas.fish
        self.field_of: dict[Space, Field] = {}
        """The field of each field and each harbour: both are one place (2.2)."""
        self.names: dict[Space, str] = {space.id: space.name for space in data.seas.spaces}
        for field in data.fields.fields:
            self.field_of[field.id] = self.field_of[harbour_of(field.id)] = field.id
            self.names[field.id] = field.name
            self.names[harbour_of(field.id)] = f"Harbour of {field.name}"
        self.harbours: frozenset[Space] = frozenset(map(harbour_of, self.fields))
        self.waters: dict[Space, tuple[Space, ...]] = self._waters()
        """For each harbour and sea space those that a ship reaches in one step."""
        self.dots: tuple[Space, ...] = ()
        self.roads: dict[Space, tuple[Space, ...]] = self._roads()
        """For each field and dot those that a soldier reaches in one step."""

    def _waters(self) -> dict[Space, tuple[Space, ...]]:
        waters: dict[Space, tuple[Space, ...]] = {}
        for space in self.data.seas.spaces:
            inlet = (harbour_of(space.harbour),) if space.harbour else ()
            waters[space.id] = (*inlet, *space.beside)
            for harbour in inlet:
                waters[harbour] = (space.id,)
        return waters

    def _roads(self) -> dict[Space, tuple[Space, ...]]:
        roads: dict[Space, list[Space]] = {field: [] for field in self.fields}
        for link in self.data.paths.links:
            start, goal = link.between
            dots = [f"dot-{start}-{goal}-{number}" for number in range(1, link.dots + 1)]
            self.dots = (*self.dots, *dots)
            way = [start, *dots, goal]
            for here, there in pairwise(way):
                roads.setdefault(here, []).append(there)
                roads.setdefault(there, []).append(here)
            for number, dot in enumerate(dots, 1):
                self.names[dot] = f"Dot {number} from {self.names[start]} to {self.names[goal]}"
        return {space: tuple(others) for space, others in roads.items()}

    def sailing(self, start: Space, points: int, blocked: Container[Space]) -> Mapping[Space, int]:
        """Return the points for every sea space and harbour within reach of a ship; blocked ones are never entered."""
        found: dict[Space, int] = {start: 0}
        fringe = [start]
        for spent in range(1, points + 1):
            beyond: list[Space] = []
            for space in fringe:
                if space in self.harbours and space != start:
                    continue
                for other in self.waters[space]:
                    if other not in found and other not in blocked:
                        found[other] = spent
                        beyond.append(other)
            fringe = beyond
        return found


@cache
def board_of(name: str) -> Board:
    """Return the board of a data set that is at hand."""
    return Board(DATA_SETS.data_set(name))
