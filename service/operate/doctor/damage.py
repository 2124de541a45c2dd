"""The check for damage: what is marked, and what a short look at the logs finds."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
from eventsourcing.persistence import PersistenceError

from service.core.settings import Settings, SettingsError
from service.core.store.damage import TABLE, damaged_in
from service.core.store.errors import StoreError
from service.core.store.url import is_postgres, sqlite_path
from service.monitoring.integrity.connections import known_keys, reading_only
from service.monitoring.integrity.scan import Problem, Scan
from service.monitoring.integrity.source import events_in, has_log
from service.operate.doctor.finding import Finding

LOOKED_WITHIN = 2.0
"""Seconds of the look at the logs. Some logs are checked in any case."""

MOST = 10
"""Damaged parts that are named."""

WHAT = "log"


def damage(settings: Settings) -> Iterator[Finding]:
    """Return what is damaged, or why the logs could not be checked."""
    try:
        yield from _damage(settings)
    except (StoreError, SettingsError, PersistenceError, psycopg.Error, sqlite3.Error, OSError) as error:
        reason = " ".join(str(error).split())
        yield Finding(WHAT, f"could not be checked for damage: {reason}: run `ludolog fsck`", "warning")


def _damage(settings: Settings) -> Iterator[Finding]:
    if not is_postgres(settings.database) and not Path(sqlite_path(settings.database)).is_file():
        return
    keys = known_keys(settings)
    with reading_only(settings) as reading:
        with reading() as cursor:
            if not has_log(cursor):
                return
            total = events_in(cursor)
            marked = damaged_in(cursor) if cursor.has_table(TABLE) else []
        problems = {(each.kind, each.id): each.reason for each in marked}
        scan = Scan(reading, lambda: keys)
        events, is_all = 0, True
        deadline = time.monotonic() + LOOKED_WITHIN
        for place in scan.logs():
            done = scan.check(place)
            events += done.events
            problems |= _by_key(done.problems)
            if time.monotonic() > deadline:
                is_all = False
                break
        if is_all:
            problems |= _by_key(scan.whole())
        scan.close()
    for kind, name in [*problems][:MOST]:
        yield Finding(WHAT, f"the {kind} {name} is damaged: {problems[kind, name]}: run `ludolog fsck`", "wrong")
    if len(problems) > MOST:
        yield Finding(WHAT, f"{len(problems) - MOST} further parts are damaged: run `ludolog fsck`", "wrong")
    if not problems:
        part = f"{events:,} events checked" if is_all else f"{events:,} of about {total:,} events checked"
        advice = "" if is_all else "; `ludolog fsck` checks all, and the service a part each day"
        yield Finding(WHAT, f"nothing is marked as damaged, {part}{advice}", "ok")


def _by_key(problems: list[Problem]) -> dict[tuple[str, str], str]:
    return {(each.kind, each.id): each.reason for each in problems}
