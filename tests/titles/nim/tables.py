"""The types of the printed tables of Nim, their checks, and the data sets."""

from collections.abc import Iterator

from domain.kernel.datafile import Problem
from domain.kernel.printed import DataSets, Printing, Table


class Heaps(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number of objects in each heap."""

    objects: tuple[int, ...]


class Points(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The points for the last object."""

    last_object: int


class DataSet(Printing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All printed tables of Nim."""

    heaps: Heaps
    points: Points


def problems(data: DataSet) -> Iterator[Problem]:
    """Yield what is wrong with a data set: the position, and what to correct."""
    if not data.heaps.objects:
        yield ("heaps", "objects"), "the game needs a heap"
    for number, objects in enumerate(data.heaps.objects):
        if objects < 1:
            yield ("heaps", "objects", number), "each heap needs an object"


DATA_SETS = DataSets("tests.titles.nim", DataSet, problems)
