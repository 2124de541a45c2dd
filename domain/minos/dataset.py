"""The printed tables of Minos as data sets: read from TOML, checked line by line, named by their digest.

Another printing is added by dropping a file of the same form beside `data/reconstruction-1.toml`.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from domain.kernel.codec import canonical
from domain.minos.dataset_checks import LineFinder, faults
from domain.minos.tables import DataSet


class DataSetError(Exception):
    """A data set cannot be used; names the file, the faulty line (from 1) and what to do."""

    def __init__(self, origin: str, line: int, problem: str) -> None:
        super().__init__(f"{origin}, line {line}: {problem}")
        self.origin = origin
        self.line = line
        self.problem = problem


def load(text: str, origin: str) -> DataSet:
    """Return the data set in a TOML text; raises DataSetError with the faulty line."""
    lines = LineFinder(text)
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataSetError(origin, lines.of_message(str(error)), f"correct the TOML: {error}") from None
    try:
        data = msgspec.convert(plain, DataSet)
    except msgspec.ValidationError as error:
        raise DataSetError(origin, lines.of_message(str(error)), str(error)) from None
    for fault in faults(data):
        raise DataSetError(origin, lines.of(*fault.where), fault.problem)
    return data


@cache
def available() -> tuple[str, ...]:
    """Return the names of the data sets that are at hand."""
    folder = resources.files("domain.minos") / "data"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


@cache
def data_set(name: str) -> DataSet:
    """Return a data set that is at hand; raises KeyError for another, DataSetError for a faulty one."""
    if name not in available():
        raise KeyError(name)
    file = resources.files("domain.minos") / "data" / f"{name}.toml"
    data = load(file.read_text(encoding="utf-8"), f"{name}.toml")
    if data.name != name:
        raise DataSetError(f"{name}.toml", 1, f"the name must be that of the file, {name}, not {data.name}")
    return data


@cache
def digest(name: str) -> str:
    """Return the SHA-256 (hex) of a data set's canonical JSON: comments and layout do not change it."""
    return hashlib.sha256(canonical(data_set(name))).hexdigest()


def tables(name: str) -> Mapping[str, Any]:
    """Return the tables of a data set as plain values, each with its mark."""
    return msgspec.to_builtins(data_set(name))
