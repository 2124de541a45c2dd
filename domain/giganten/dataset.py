"""The printed tables of Giganten as data sets: read from TOML, checked line by line, named by their digest.

Another printing is added by dropping a file of the same form beside `data/kosmos-1999.toml`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from domain.giganten.dataset_checks import cells, faults
from domain.giganten.tables import DataSet
from domain.kernel.datafile import Path, digest_of, read

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FACES = 6
_MARKED = 2
_COLUMNS = range(2, 100)


def load(text: str, origin: str) -> DataSet:
    """Return the data set in a TOML text; `origin` is the path of its file, which bears the data set's name.

    Raises DataSetError with the faulty line; where something is missing, the line of the table or card that lacks it.
    """
    stem = origin.rpartition("/")[2].removesuffix(".toml")
    data = read(text, origin, DataSet, lambda data: _complaints(data, stem))
    # how far apart the cells are written is layout, which the digest must not depend on
    rows = tuple(" ".join(row.split()) for row in data.map.rows)
    return msgspec.structs.replace(data, map=msgspec.structs.replace(data.map, rows=rows))


@cache
def available() -> tuple[str, ...]:
    """Return the names of the data sets that are at hand."""
    folder = resources.files("domain.giganten") / "data"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


@cache
def data_set(name: str) -> DataSet:
    """Return a data set that is at hand; raises KeyError for another, DataSetError for a faulty one."""
    if name not in available():
        raise KeyError(name)
    file = resources.files("domain.giganten") / "data" / f"{name}.toml"
    return load(file.read_text(encoding="utf-8"), f"{name}.toml")


@cache
def digest(name: str) -> str:
    """Return the digest of a data set that is at hand; raises what data_set raises."""
    return digest_of(data_set(name))


def tables(name: str) -> Mapping[str, Any]:
    """Return the tables of a data set as plain values, each with its mark."""
    return msgspec.to_builtins(data_set(name))


def _complaints(data: DataSet, stem: str) -> Iterator[tuple[Path, str]]:
    yield from _widths(data.map.rows)
    for fault in faults(data):
        yield tuple(step for step in fault.where if step is not None), fault.problem
    yield from _marks(data.map.rows)
    yield from _die_and_ranks(data)
    if data.name != stem or not _NAME.fullmatch(data.name):
        yield ("name",), f"file and name must agree, in small letters, digits and hyphens: {stem}, not {data.name}"


def _widths(rows: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
    widths = Counter(len(row.split()) for row in rows)
    # where the first row is the wrong one, it is not the measure of the others
    usual = widths.most_common(1)[0][0] if rows else 0
    if usual not in _COLUMNS:
        yield ("map", "rows"), f"write rows of {_COLUMNS.start} to {_COLUMNS.stop - 1} cells, not {usual}"
    for number, row in enumerate(rows):
        width = len(row.split())
        if width != usual:
            problem = f"row {chr(65 + number)} has {width} cells, the others have {usual}: add or remove cells"
            yield ("map", "rows", number), problem


def _marks(rows: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
    marks = Counter(cell[1] for row in rows for cell in cells(row) if cell is not None and cell[2])
    for kind in (1, 2, 3):
        if marks[kind] != _MARKED:
            problem = f"mark {_MARKED} sites of each kind with * (0.3); of kind {kind} there are {marks[kind]}"
            yield ("map", "rows"), problem


def _die_and_ranks(data: DataSet) -> Iterator[tuple[Path, str]]:
    red, blue = len(data.die.red), len(data.die.blue)
    if red + blue < _FACES:
        key = "red" if red <= blue else "blue"
        yield ("die", key), f"a die has {_FACES} faces or more, red and blue together: add {_FACES - red - blue}"
    ranks = data.fees.train_ranks
    if list(ranks) != sorted(ranks, reverse=True):
        yield ("fees", "train_ranks"), "a better train earns no less: write the values from high to low"
