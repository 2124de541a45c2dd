"""The printed tables of Minos as data sets: read from TOML, checked line by line, named by their digest.

Another printing, or a better reconstruction, is added by dropping a file of the same form beside the others in `data`.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from domain.kernel.datafile import digest_of, read
from domain.minos.dataset_checks import faults
from domain.minos.tables import DataSet

_PACKAGE = "domain.minos"
_ENDING = ".toml"


def load(text: str, origin: str) -> DataSet:
    """Return the data set in a TOML text; `origin` is the path of its file, which bears the data set's name.

    Raises DataSetError with the faulty line; where something is missing, the line of the table that lacks it.
    """
    stem = origin.rpartition("/")[2].removesuffix(_ENDING)
    return read(text, origin, DataSet, lambda data: faults(data, stem))


@cache
def available() -> tuple[str, ...]:
    """Return the names of the data sets that are at hand."""
    folder = resources.files(_PACKAGE) / "data"
    return tuple(sorted(file.name.removesuffix(_ENDING) for file in folder.iterdir() if file.name.endswith(_ENDING)))


@cache
def data_set(name: str) -> DataSet:
    """Return a data set that is at hand; raises KeyError for another, DataSetError for a faulty one."""
    if name not in available():
        raise KeyError(name)
    file = resources.files(_PACKAGE) / "data" / f"{name}{_ENDING}"
    return load(file.read_text(encoding="utf-8"), f"{name}{_ENDING}")


@cache
def digest(name: str) -> str:
    """Return the digest of a data set that is at hand; raises what data_set raises."""
    return digest_of(data_set(name))


def tables(name: str) -> Mapping[str, Any]:
    """Return the tables of a data set as plain values, each with its mark."""
    return msgspec.to_builtins(data_set(name))
