"""Files of results with one JSON value in each line, so that a stopped run loses no value that it has added.

A crash may leave a part of a line at the end. `append` ends it. `read` refuses it everywhere, `last` only at the end.
"""

from collections.abc import Generator
from contextlib import contextmanager
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec
import typer

T = TypeVar("T")


class BrokenLineError(ValueError):
    """A line of a file has no value of the kind; the message names both and says what to do."""


@contextmanager
def broken_lines_reported() -> Generator[None]:
    """Turn BrokenLineError into BadParameter, for commands."""
    try:
        yield
    except BrokenLineError as error:
        raise typer.BadParameter(str(error)) from None


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
    """Return the values in a file; none if it does not exist. Raises BrokenLineError."""
    return [_decoded(path, number, line, kind) for number, line in enumerate(_lines(path), 1)]


def last(path: Path, kind: type[T]) -> T | None:
    """Return the last value in a file; None without a line. Raises BrokenLineError."""
    lines = _lines(path)
    return _decoded(path, len(lines), lines[-1], kind) if lines else None


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines() if path.exists() else []


def _decoded(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        message = f"{path}, line {number}: {error}; delete this line, or restore the file from Git"
        raise BrokenLineError(message) from None
