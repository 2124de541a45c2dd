"""Files of results with one JSON value in each line, so that a stopped run loses nothing."""

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


def append(path: Path, value: object) -> None:
    """Add a value to a file. The file is made if it does not exist."""
    with path.open("ab") as file:
        file.write(msgspec.json.encode(value) + b"\n")


def read(path: Path, kind: type[T]) -> list[T]:
    """Return the values in a file; none if it does not exist."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=kind) for line in path.read_bytes().splitlines()]
