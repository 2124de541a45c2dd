"""Checks of a SQLite file before it is opened, and connections that only read it."""

import contextlib
import sqlite3
from collections.abc import Generator
from pathlib import Path

from service.core.store.errors import StoreError, StoreInUseError
from service.core.store.files.locks import in_use_message, is_lockable


@contextlib.contextmanager
def opened_read_only(path: Path) -> Generator[sqlite3.Connection]:
    """Yield a connection to a log file that neither changes it nor creates files next to it.

    Raises StoreError, StoreInUseError.
    """
    check_place(path)
    if not is_free(path):
        raise StoreInUseError(in_use_message(path))
    check_is_log(path)
    with contextlib.closing(read_only_connection(path)) as connection:
        yield connection


def check_place(path: Path) -> None:
    """Raise StoreError if the path cannot be that of a database file."""
    if not path.parent.is_dir():
        message = f"the folder {path.parent} does not exist: create it, or set LUDOLOG_DATABASE to another file"
        raise StoreError(message)
    if path.is_dir():
        message = f"{path} is a folder: set LUDOLOG_DATABASE to a file"
        raise StoreError(message)


def is_free(path: Path) -> bool:
    """Return whether no process has locked a database file; True if it does not exist."""
    files = (path.with_name(path.name + ".lock"), path)
    return all(not file.is_file() or is_lockable(file) for file in files)


def is_wal(path: Path) -> bool:
    """Return whether the header of a SQLite file declares a write-ahead log."""
    return header_of(path)[18:19] == b"\x02"


def header_of(path: Path) -> bytes:
    """Return the header of a SQLite file that no process has open."""
    with path.open("rb") as file:
        return file.read(100)


def read_only_connection(path: Path) -> sqlite3.Connection:
    """Return a read-only connection, which creates no files unless another process has the file open."""
    # without a -wal file no process writes; without `immutable`, SQLite would create one to check that
    is_unchanged = not path.with_name(path.name + "-wal").exists()
    return sqlite3.connect(f"{path.as_uri()}?mode=ro{'&immutable=1' if is_unchanged else ''}", uri=True)


def check_is_log(path: Path) -> None:
    """Raise StoreError if an existing file is no event log. The file is not changed."""
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        return
    try:
        with contextlib.closing(read_only_connection(path)) as connection:
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    except sqlite3.Error as error:
        message = f"{path} is no SQLite database ({error}): set LUDOLOG_DATABASE to another file"
        raise StoreError(message) from error
    if tables and "stored_events" not in tables:
        message = f"{path} is the database of another program: set LUDOLOG_DATABASE to another file"
        raise StoreError(message)
