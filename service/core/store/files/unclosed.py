"""Marks a SQLite file while a process has it open, to recognise a copy that lacks its write-ahead log.

SQLite keeps the last commits in `NAME-wal`. A copy of `NAME` alone is a whole database without them, so no check of its
content finds that they are missing. The mark is in the header of the file. It is removed when the file is closed; after
a crash the write-ahead log is still there, until another program opens the file and empties it.
"""

import contextlib
import sqlite3
from pathlib import Path

_MARK = int.from_bytes(b"Ludo", "big")
"""The value of the header field `application_id` of an open file; 0 otherwise."""

_TIMEOUT = 2.0
"""Seconds to wait for a lock of SQLite."""

_WAL = b"\x02"
_VERSION, _APPLICATION = slice(18, 19), slice(68, 72)
"""Fields of the header (SQLite, "Database File Format", 1.3)."""


def lacks_log(path: Path, header: bytes) -> bool:
    """Return whether a file that nobody has open was not closed, and has no write-ahead log.

    `header` are the first 100 bytes of the file.
    """
    is_marked = header[_VERSION] == _WAL and int.from_bytes(header[_APPLICATION], "big") == _MARK
    return is_marked and not path.with_name(path.name + "-wal").exists()


def missing_log(path: Path) -> str:
    """Return what a missing write-ahead log means, and what to do."""
    return (
        f"{path} was not closed by this release, and its write-ahead log {path.name}-wal is missing. Nothing is lost "
        "if another program, or an earlier release, has opened it since. If it is a copy of the file of a running "
        "service, it lacks the last commands, or whole games: take a copy that `ludolog backup` has made, or copy both "
        "files while the service is stopped"
    )


def mark_open(path: Path) -> None:
    """Mark a file as open, in the file itself and not only in its write-ahead log."""
    _mark(path, _MARK)


def mark_closed(path: Path) -> None:
    """Remove the mark. The last connection that is closed writes it to the file."""
    _mark(path, 0)


def _mark(path: Path, value: int) -> None:
    # without the mark, nothing is lost but a warning; a full disk is reported elsewhere
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=_TIMEOUT)) as connection,
    ):
        connection.execute(f"PRAGMA application_id = {value}")
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
