"""The anchor of the time of the service: what the clock since boot showed at a known time (decision 031)."""

import ctypes
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from service.core.store.database import Cursor, Database
from service.core.store.postgres_connection import MIGRATION_LOCK

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_TIME_NAMESPACE = Path("/proc/self/ns/time")

_TIMEX_BYTES, _TIME_ERROR = 512, 5
"""At least the size of `struct timex`, and the state of a clock that is not synchronised."""

DENIED = "this process may not call adjtimex and clock_adjtime: allow them, for example in SystemCallFilter= of systemd"
"""What is wrong if the kernel denies the question whether the system clock is synchronised."""

PLAUSIBLE = 600_000_000
"""Microseconds: a time this close to the last one in the database is trusted, synchronised or not."""

AGREEING = 2_000_000
"""Microseconds by which the clock of the database server may differ from a synchronised system clock."""


def boot_id() -> str | None:
    """Return what identifies the clock since boot of this machine; None if the system does not say."""
    try:
        namespace = _TIME_NAMESPACE.readlink() if _TIME_NAMESPACE.is_symlink() else ""
        return f"{_BOOT_ID.read_text().strip()} {namespace}".strip()
    except OSError:
        return None


def since_boot() -> int:
    """Return the microseconds since boot, with the time in which the machine was suspended. No setting changes it."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000


def system_time() -> int:
    """Return the microseconds from 1970 to now by the system clock, which may jump."""
    return time.time_ns() // 1000


def is_synchronised() -> bool | None:
    """Return whether the kernel knows that the system clock is synchronised, as a time service says (adjtimex(2)).

    None: the kernel denies the question (EPERM), as a filter of system calls does.
    """
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    except AttributeError:
        # the C library has no such function
        return False
    return None if state < 0 else state != _TIME_ERROR


def server_time(cursor: Cursor) -> int:
    """Return the microseconds from 1970 to now by the clock of the database server."""
    row = cursor.one("SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint AS micros")
    assert row is not None
    return int(row["micros"])


class Readings(NamedTuple):
    """Where the time comes from, in microseconds: the clock since boot, the system clock, the clock of PostgreSQL."""

    since_boot: Callable[[], int] = since_boot
    system: Callable[[], int] = system_time
    is_synchronised: Callable[[], bool | None] = is_synchronised
    server: Callable[[Cursor], int] = server_time


MACHINE = Readings()


class Anchor(NamedTuple):
    """The microseconds from 1970 to the boot of a machine; `doubt`: why they may be wrong, None if they are trusted."""

    micros: int
    doubt: str | None = None


def anchor_of(
    database: Database, boot: str | None, readings: Readings = MACHINE, *, is_trusted: bool = False
) -> Anchor:
    """Return the anchor of the time since a boot, the same for all processes of the machine once it is trusted.

    The first process after a boot takes it from the database server, so that the machines of a site agree, or from the
    system clock; `is_trusted`: without doubt. An anchor in doubt is not stored, and not ahead of the last known time.
    """
    if boot is None:
        return Anchor(readings.system() - readings.since_boot())
    with database.writing(without_timeouts=True) as cursor:
        cursor.lock(MIGRATION_LOCK)
        for table in ("time_anchors", "times_seen"):
            cursor.execute(f"CREATE TABLE IF NOT EXISTS {table} (boot TEXT PRIMARY KEY, micros BIGINT NOT NULL)")
        stored = stored_anchor(cursor, boot)
        if stored is not None:
            return Anchor(stored)
        time = readings.server(cursor) if cursor.is_postgres else readings.system()
        seen = _last_seen(cursor)
        doubt = None if is_trusted else _doubt(time, seen, readings)
        if doubt is not None and seen is not None:
            return Anchor(min(time, seen) - readings.since_boot(), doubt)
        anchor = time - readings.since_boot()
        cursor.execute("INSERT INTO time_anchors (boot, micros) VALUES (?, ?)", (boot, anchor))
        # times of an earlier boot whose clock was ahead
        cursor.execute("DELETE FROM times_seen WHERE micros > ?", (time,))
        return Anchor(anchor)


def note_time(database: Database, boot: str, time: int) -> None:
    """Store the time of the service: the next boot compares its system clock with the last one."""
    with database.writing() as cursor:
        cursor.execute(
            "INSERT INTO times_seen (boot, micros) VALUES (?, ?) ON CONFLICT (boot) DO UPDATE SET micros = ?",
            (boot, time, time),
        )


def stored_anchor(cursor: Cursor, boot: str) -> int | None:
    """Return the anchor of a boot; None if no process has started since the boot, or the time is in doubt."""
    row = cursor.one("SELECT micros FROM time_anchors WHERE boot = ?", (boot,))
    return None if row is None else int(row["micros"])


def _last_seen(cursor: Cursor) -> int | None:
    row = cursor.one("SELECT max(micros) AS micros FROM times_seen")
    return None if row is None or row["micros"] is None else int(row["micros"])


def _doubt(time: int, seen: int | None, readings: Readings) -> str | None:
    """Return why a time may be wrong; None: it continues the last one, or it is that of a synchronised clock."""
    if seen is None or abs(time - seen) <= PLAUSIBLE:
        return None
    ahead = f"{(time - seen) / 1_000_000:+.0f} s ahead of the last time in the database"
    is_synchronised = readings.is_synchronised()
    if is_synchronised is None:
        return (
            f"the clock is {ahead}, and whether the system clock of this machine is synchronised is unknown: {DENIED}"
        )
    if not is_synchronised:
        return f"the clock is {ahead}, and the system clock of this machine is not synchronised"
    difference = time - readings.system()
    if abs(difference) <= AGREEING:
        return None
    return (
        f"the clock of the database server is {ahead}, and {difference / 1_000_000:+.0f} s ahead of the synchronised "
        "clock of this machine"
    )
