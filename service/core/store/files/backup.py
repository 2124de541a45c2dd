"""Copies a SQLite database while the service writes to it."""

import contextlib
import os
import sqlite3
from pathlib import Path

from service.core.store.files.durable import flush


class BackupError(Exception):
    """The backup failed; the message says why and what to do."""


def back_up(source: Path, target: Path) -> int:
    """Copy a database to a new file that only its owner can read; returns the number of events in the copy.

    The copy is a snapshot. The connection neither writes nor checkpoints, so a different release of SQLite does no
    harm. Raises BackupError.
    """
    source, target = source.resolve(), target.resolve()
    if not source.is_file():
        message = f"there is no database {source}: see LUDOLOG_DATABASE"
        raise BackupError(message)
    partial = target.with_name(target.name + ".partial")
    try:
        if target.exists():
            message = f"{target} already exists: choose another name"
            raise BackupError(message)
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            events = _copy(source, partial)
            partial.rename(target)
            flush(target.parent)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
    except (OSError, sqlite3.Error) as error:
        message = f"{source} cannot be copied to {target}: {error}"
        raise BackupError(message) from error
    return events


def _copy(source: Path, copy: Path) -> int:
    with (
        contextlib.closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as reading,
        contextlib.closing(sqlite3.connect(copy)) as writing,
    ):
        # all pages in one step: a concurrent commit is in the copy completely or not at all
        reading.backup(writing)
        # a single file without write-ahead log
        writing.execute("PRAGMA journal_mode = DELETE")
        writing.execute("PRAGMA application_id = 0")
        (found,) = writing.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            message = f"the copy of {source} is damaged ({found}): check the database with `ludolog doctor`"
            raise BackupError(message)
        (events,) = writing.execute("SELECT COUNT(*) FROM stored_events").fetchone()
    flush(copy)
    return int(events)
