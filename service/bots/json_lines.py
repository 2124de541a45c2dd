"""Files of results with one JSON value in each line, so that a stopped run loses nothing."""

from io import SEEK_END
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

T = TypeVar("T")


def append(path: Path, value: object) -> None:
    """Add a line to a file, which is made if it does not exist. If the last line has no newline, one is added first."""
    with path.open("a+b") as file:
        if file.tell() and not _ends_a_line(file):
            file.write(b"\n")
        file.write(msgspec.json.encode(value) + b"\n")


def _ends_a_line(file: BinaryIO) -> bool:
    file.seek(-1, SEEK_END)
    return file.read(1) == b"\n"


def read(path: Path, kind: type[T]) -> list[T]:
    """Return the values in a file; none if it does not exist."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=kind) for line in path.read_bytes().splitlines()]
