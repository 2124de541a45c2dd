"""Checks of a SQLite file before it is opened, and connections that only read it."""

import contextlib
import sqlite3
from collections.abc import Generator
from pathlib import Path

from service.store.errors import StoreError, StoreInUseError
from service.store.files.locks import in_use, is_lockable


@contextlib.contextmanager
def looking(path: Path) -> Generator[sqlite3.Connection]:
    """Return a connection to a file that holds a log, which changes nothing and makes no files beside it.

    Raises StoreError, StoreInUseError where another process uses the file.
    """
    check_place(path)
    if not is_free(path):
        raise StoreInUseError(in_use(path))
    check_is_log(path)
    with contextlib.closing(reader(path)) as connection:
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
    """Return whether no process has the locks of a database file, which need not exist."""
    files = (path.with_name(path.name + ".lock"), path)
    return all(not file.is_file() or is_lockable(file) for file in files)


def is_wal(path: Path) -> bool:
    """Whether a SQLite file says of itself that it has a write-ahead log."""
    with path.open("rb") as file:
        return file.read(19)[18:] == b"\x02"


def reader(path: Path) -> sqlite3.Connection:
    """Return a connection that only reads, and makes no files where nobody else has the file open."""
    # nobody writes meanwhile; without `immutable`, SQLite makes a write-ahead log to read that there is none
    unwritten = not path.with_name(path.name + "-wal").exists()
    return sqlite3.connect(f"{path.as_uri()}?mode=ro{'&immutable=1' if unwritten else ''}", uri=True)


def check_is_log(path: Path) -> None:
    """Raise StoreError for a file that is no log: nothing of it is changed."""
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        return
    try:
        with contextlib.closing(reader(path)) as connection:
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    except sqlite3.Error as error:
        message = f"{path} is no SQLite database ({error}): set LUDOLOG_DATABASE to another file"
        raise StoreError(message) from error
    if tables and "stored_events" not in tables:
        message = f"{path} is a database of something else: set LUDOLOG_DATABASE to another file"
        raise StoreError(message)
