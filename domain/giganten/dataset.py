"""The printed tables of Giganten as data sets: read from TOML, checked line by line, named by their digest.

Another printing is added by dropping a file of the same form beside `data/kosmos-1999.toml`.
"""

import re
from collections.abc import Iterator

import msgspec

from domain.giganten.dataset_checks import faults
from domain.giganten.tables import DataSet
from domain.kernel.datafile import DataSets, Path

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def _tidied(data: DataSet) -> DataSet:
    # how far apart the cells are written is layout, which the digest must not depend on
    rows = tuple(" ".join(row.split()) for row in data.map.rows)
    return msgspec.structs.replace(data, map=msgspec.structs.replace(data.map, rows=rows))


def _complaints(data: DataSet, stem: str) -> Iterator[tuple[Path, str]]:
    for fault in faults(data):
        yield tuple(step for step in fault.where if step is not None), fault.problem
    if data.name != stem or not _NAME.fullmatch(data.name):
        yield ("name",), f"file and name must agree, in small letters, digits and hyphens: {stem}, not {data.name}"


_SETS = DataSets("domain.giganten", DataSet, _complaints, _tidied)

load = _SETS.load
available = _SETS.available
data_set = _SETS.data_set
digest = _SETS.digest
tables = _SETS.tables
