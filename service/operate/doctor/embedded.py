"""The checks of a SQLite database: lock, permissions, content and disk space."""

import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

from service.core.settings import Settings, SettingsError
from service.core.store.anchors import boot_id
from service.core.store.database import Cursor
from service.core.store.errors import StoreError, StoreInUseError
from service.core.store.files.checks import header_of, is_free, is_wal, opened_read_only
from service.core.store.files.locks import OWNER_ONLY, in_use_message
from service.core.store.files.owned import OTHERS, files_of
from service.core.store.files.unclosed import lacks_log, missing_log
from service.core.store.files.writable import room_problem_and_advice
from service.core.store.url import sqlite_path
from service.operate.doctor.finding import GONE, IN_USE, Finding
from service.operate.doctor.notifications import deliveries
from service.operate.doctor.time import system_clock

CHECK_TIMEOUT = 2.0
"""The timeout in seconds of the integrity check, which delays a service that starts at the same time."""

FULL_SYNC = 2


def embedded(settings: Settings) -> Iterator[Finding]:
    """Return the findings of the file."""
    try:
        path = Path(sqlite_path(settings.database)).resolve()
        yield from _content(path)
        if path.parent.is_dir() and not path.is_dir():
            yield from _access(path)
    except (StoreError, SettingsError, OSError) as error:
        yield Finding("store", str(error), "wrong")


def _anchor(connection: sqlite3.Connection) -> int | None:
    """Return the anchor of the time since this boot; None if there is none."""
    try:
        row = connection.execute("SELECT micros FROM time_anchors WHERE boot = ?", (boot_id(),)).fetchone()
    except sqlite3.OperationalError:
        # the table is made at the next start
        return None
    return None if row is None else int(row[0])


def refused(settings: Settings) -> Finding:
    """Return the error of `serve` for a file that another process uses."""
    return Finding("store", in_use_message(Path(sqlite_path(settings.database)).resolve()), "wrong")


def _content(path: Path) -> Iterator[Finding]:
    try:
        if path.parent.is_dir() and not path.exists():
            if not is_free(path):
                yield Finding("store", GONE, "wrong")
                return
            yield Finding("store", "there is no file yet: the service creates it when it starts", "ok")
            return
        if path.is_file() and path.stat().st_size == 0 and is_free(path):
            yield Finding("store", "the file is empty: the service creates its tables when it starts", "ok")
            return
        with opened_read_only(path) as connection:
            yield Finding("lock", "free: the service can take it", "ok")
            journal = "wal" if is_wal(path) else "not wal yet: the service changes that when it starts"
            yield Finding("journal mode", journal, "ok")
            if lacks_log(path, header_of(path)):
                yield Finding("write-ahead log", missing_log(path), "warning")
            (sync,) = connection.execute("PRAGMA synchronous").fetchone()
            yield Finding("synchronous", str(sync), "ok" if sync == FULL_SYNC else "wrong")
            yield _integrity(connection)
            yield system_clock(_anchor(connection))
            yield from _deliveries(connection)
    except StoreInUseError:
        yield Finding("store", IN_USE, "ok")
    except sqlite3.Error as error:
        yield Finding("store", f"{path} cannot be read: {error}", "wrong")
    except StoreError as error:
        yield Finding("store", str(error), "wrong")


def _deliveries(connection: sqlite3.Connection) -> Iterator[Finding]:
    """Return what waits. Only one process serves a file, and it does not run now: what is due waits for it."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'digests'").fetchone() is not None:
        connection.row_factory = sqlite3.Row
        yield from deliveries(Cursor(connection.cursor(), is_postgres=False), is_served=False, has_mail=False)


def _access(path: Path) -> Iterator[Finding]:
    """Try to open the files for writing, and to create a file in their folder."""
    for file in files_of(path):
        if not file.exists():
            continue
        problem = _unwritable(file)
        if problem is not None:
            advice = "let this user write to it, or set LUDOLOG_DATABASE to another file"
            yield Finding("writing", f"{file} cannot be written ({problem}): {advice}", "wrong")
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & OTHERS:
            found = f"{file} has mode {mode:04o}: the service makes it {OWNER_ONLY:04o} when it starts"
            yield Finding("mode", found, "note")
    problem = room_problem_and_advice(path.parent)
    if problem is None:
        yield Finding("space", f"{_free(path.parent)} MiB are free in {path.parent}", "ok")
    else:
        reason, advice = problem
        found = f"{path.parent}: {reason}: {advice}, or set LUDOLOG_DATABASE to another folder"
        yield Finding("space", found, "wrong")


def _unwritable(path: Path) -> str | None:
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CLOEXEC))
    except OSError as error:
        return error.strerror
    return None


def _free(folder: Path) -> int:
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize >> 20


def _integrity(connection: sqlite3.Connection) -> Finding:
    # older versions of SQLite do not call a progress handler during a table scan
    interruption = threading.Timer(CHECK_TIMEOUT, connection.interrupt)
    interruption.start()
    try:
        (check,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            return Finding("integrity", str(error), "wrong")
        advice = f"not fully checked in {CHECK_TIMEOUT:g} s: stop the service, and run PRAGMA quick_check in sqlite3"
        return Finding("integrity", advice, "warning")
    except sqlite3.DatabaseError as error:
        return Finding("integrity", str(error), "wrong")
    finally:
        interruption.cancel()
        # the timer must not outlive the connection
        interruption.join()
    return Finding("integrity", str(check), "ok" if check == "ok" else "wrong")
