"""The printed tables of Giganten as data sets: read from TOML, checked line by line, named by their digest.

Another printing is added by dropping a file of the same form beside `data/kosmos-1999.toml`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from domain.giganten.dataset_checks import faults
from domain.giganten.tables import DataSet
from domain.kernel.datafile import Path, digest_of, read

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


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
    for fault in faults(data):
        yield tuple(step for step in fault.where if step is not None), fault.problem
    if data.name != stem or not _NAME.fullmatch(data.name):
        yield ("name",), f"file and name must agree, in small letters, digits and hyphens: {stem}, not {data.name}"
