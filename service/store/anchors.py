"""The anchor of the time of the service: what the clock since boot showed at a known time (decision 031)."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from service.store.database import Cursor, Database
from service.store.postgres import MIGRATION_LOCK

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_TIME_NAMESPACE = Path("/proc/self/ns/time")


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


class Readings(NamedTuple):
    """Where the time comes from, in microseconds: the clock since boot, and the system clock."""

    since_boot: Callable[[], int] = since_boot
    system: Callable[[], int] = system_time


MACHINE = Readings()


def anchor_of(database: Database, boot: str | None, readings: Readings = MACHINE) -> int:
    """Return the microseconds from 1970 to the boot of this machine, the same for all processes since the boot.

    The first process after a boot takes it from the database server, so that the machines of a site agree, or from the
    system clock. The result is never later than the true time by the reply's delay: clocks run late rather than early.
    """
    if boot is None:
        return readings.system() - readings.since_boot()
    with database.writing(without_timeouts=True) as cursor:
        if cursor.is_postgres:
            cursor.execute(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
        cursor.execute("CREATE TABLE IF NOT EXISTS time_anchors (boot TEXT PRIMARY KEY, micros BIGINT NOT NULL)")
        stored = stored_anchor(cursor, boot)
        if stored is not None:
            return stored
        anchor = _time_of(cursor, readings) - readings.since_boot()
        cursor.execute("INSERT INTO time_anchors (boot, micros) VALUES (?, ?)", (boot, anchor))
        return anchor


def stored_anchor(cursor: Cursor, boot: str) -> int | None:
    """Return the anchor of a boot; None if no process has started since the boot."""
    row = cursor.one("SELECT micros FROM time_anchors WHERE boot = ?", (boot,))
    return None if row is None else int(row["micros"])


def _time_of(cursor: Cursor, readings: Readings) -> int:
    if not cursor.is_postgres:
        return readings.system()
    row = cursor.one("SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint AS micros")
    assert row is not None
    return int(row["micros"])
