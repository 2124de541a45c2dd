"""Says what is installed and set, and what is wrong with it."""

import contextlib
import platform
import re
import sqlite3
import stat
import threading
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import psycopg
from psycopg.rows import dict_row

from domain.kernel.datafile import DataSetError
from domain.kernel.values import Value
from domain.rulesets import RULESETS
from service.database import Cursor
from service.key_file import read_keys
from service.postgres import CONNECT_WITHIN, EVENTS, parameters_of
from service.readmodels.watching import MISSING, has_worker
from service.settings import Settings, SettingsError, is_postgres, sqlite_path, told, unknown_variables
from service.signing import KeyFileError
from service.sqlite import is_wal, looking
from service.store_errors import StoreError, StoreInUseError

SAFE_SQLITE = (3, 51, 3)
"""The first SQLite without the rare corruption of a write-ahead log with several writing connections."""

FULL_SYNC = 2

LOOKED_WITHIN = 2.0
"""Seconds for whatever is asked of a database: a service that starts meanwhile waits a little longer for its file."""

POSTGRES_WANTED: dict[str, frozenset[str] | None] = {
    "server_version": None,
    "max_connections": None,
    "fsync": frozenset({"on"}),
    "full_page_writes": frozenset({"on"}),
    "synchronous_commit": frozenset({"on", "remote_apply"}),
}
"""Settings of a server, with the values under which what is acknowledged survives a crash."""


class Finding(Value, frozen=True):
    """Something looked at: what, what was found, and whether it is fine (`ok`), to be known (`warning`) or wrong."""

    what: str
    found: str
    verdict: str


def findings(settings: Settings) -> Iterator[Finding]:
    """Look at everything."""
    yield Finding("ludolog", version("ludolog"), "ok")
    yield Finding("python", platform.python_version(), "ok")
    yield _sqlite()
    for library in ("eventsourcing", "litestar", "granian", "msgspec", "structlog", "prometheus-client"):
        yield Finding(library, version(library), "ok")
    for ruleset in RULESETS.values():
        for name in ruleset.data_sets():
            try:
                yield Finding(f"{ruleset.name} {name}", ruleset.data_set(name).digest, "ok")
            except DataSetError as error:
                yield Finding(f"{ruleset.name} {name}", str(error), "wrong")
    refused = _refused_projections(settings)
    for name, value in told(settings).items():
        if name == "LUDOLOG_PROJECTIONS" and refused:
            yield Finding(name, refused, "wrong")
        else:
            yield Finding(name, value, "ok")
    for name in unknown_variables():
        yield Finding(name, "there is no such setting", "warning")
    yield _key_file(settings)
    yield from _store(settings)


def _refused_projections(settings: Settings) -> str | None:
    try:
        settings.check_projections()
    except SettingsError as error:
        return str(error)
    return None


def _sqlite() -> Finding:
    if sqlite3.sqlite_version_info >= SAFE_SQLITE:
        return Finding("sqlite", sqlite3.sqlite_version, "ok")
    advice = "before 3.51.3: never let a second process write to the file"
    return Finding("sqlite", f"{sqlite3.sqlite_version}, {advice}", "warning")


def _key_file(settings: Settings) -> Finding:
    """Look at the file with the signing keys; what is private in it is not told."""
    what = "key file"
    try:
        path = settings.key_path
        if path.parent.is_dir() and not path.exists():
            return Finding(what, f"{path}: there is none yet: it is made when the service starts", "ok")
        ring = read_keys(path)
        mode = stat.S_IMODE(path.stat().st_mode)
    except (KeyFileError, SettingsError, OSError) as error:
        return Finding(what, str(error), "wrong")
    past = len(ring.published.keys) - 1
    return Finding(what, f"{path}, mode {mode:04o}: the key {ring.key_id} signs, {past} past ones are known", "ok")


def _store(settings: Settings) -> Iterator[Finding]:
    yield Finding("database", settings.shown_database, "ok")
    if is_postgres(settings.database):
        yield from _postgres(settings)
        return
    try:
        path = Path(sqlite_path(settings.database)).resolve()
        if path.parent.is_dir() and not path.exists():
            yield Finding("store", "there is no file yet: it is made when the service starts", "ok")
            return
        if path.is_file() and path.stat().st_size == 0:
            yield Finding("store", "the file is empty: tables are made when the service starts", "ok")
            return
        with looking(path) as connection:
            journal = "wal" if is_wal(path) else "not wal yet: the service changes that when it starts"
            yield Finding("journal mode", journal, "ok")
            (sync,) = connection.execute("PRAGMA synchronous").fetchone()
            yield Finding("synchronous", str(sync), "ok" if sync == FULL_SYNC else "wrong")
            yield _integrity(connection)
    except StoreInUseError:
        yield Finding("store", "in use by a running service", "ok")
    except (StoreError, SettingsError, OSError) as error:
        yield Finding("store", str(error), "wrong")


def _integrity(connection: sqlite3.Connection) -> Finding:
    # older versions of SQLite do not ask a progress handler while they look through a table
    interruption = threading.Timer(LOOKED_WITHIN, connection.interrupt)
    interruption.start()
    try:
        (check,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            return Finding("integrity", str(error), "wrong")
        advice = f"not checked whole in {LOOKED_WITHIN:g} s: stop the service, and run PRAGMA quick_check in sqlite3"
        return Finding("integrity", advice, "warning")
    except sqlite3.DatabaseError as error:
        return Finding("integrity", str(error), "wrong")
    finally:
        interruption.cancel()
        # never later than the connection lives
        interruption.join()
    return Finding("integrity", str(check), "ok" if check == "ok" else "wrong")


def _postgres(settings: Settings) -> Iterator[Finding]:
    yield Finding("psycopg", version("psycopg"), "ok")
    try:
        parameters = parameters_of(settings.database)
        parameters["connect_timeout"] = CONNECT_WITHIN
        with contextlib.closing(psycopg.connect(**parameters)) as connection:
            # nothing is changed, and what does not answer is not waited for
            connection.read_only = True
            cursor = Cursor(connection.cursor(row_factory=dict_row), is_postgres=True)
            cursor.execute(f"SET LOCAL statement_timeout = {int(LOOKED_WITHIN * 1000)}")
            yield from _server(cursor, settings)
    except psycopg.Error as error:
        reason = f"the PostgreSQL database cannot be used: {str(error).strip()}: see LUDOLOG_DATABASE"
        yield Finding("store", reason, "wrong")
    except (StoreError, SettingsError) as error:
        yield Finding("store", str(error), "wrong")


def _server(cursor: Cursor, settings: Settings) -> Iterator[Finding]:
    yield from _standbys(cursor)
    for name, wanted in POSTGRES_WANTED.items():
        value = _setting(cursor, name)
        yield Finding(f"postgresql {name}", value, "ok" if wanted is None or value in wanted else "wrong")
    there = cursor.one("SELECT to_regclass(?) IS NOT NULL AS is_there", (f"public.{EVENTS}",))
    if not there or not there["is_there"]:
        yield Finding("store", "the database holds no log yet: tables are made when the service starts", "ok")
    if not _refused_projections(settings) and not settings.keeps_projections:
        is_there = has_worker(cursor)
        yield Finding("worker", "keeps the tables" if is_there else MISSING, "ok" if is_there else "warning")


def _standbys(cursor: Cursor) -> Iterator[Finding]:
    what, names = "postgresql standby", _setting(cursor, "synchronous_standby_names").strip()
    # of the processes of others, a role without pg_monitor sees only that they are there
    row = cursor.one(
        "SELECT count(*) AS known, count(*) FILTER (WHERE sync_state IN ('sync', 'quorum') OR sync_state IS NULL) "
        "AS waited FROM pg_stat_replication"
    )
    standbys = dict(row or {"known": 0, "waited": 0})
    if not names:
        if standbys["known"]:
            advice = "commits do not wait for the standby: set synchronous_standby_names, or a failover loses commands"
            yield Finding(what, advice, "warning")
        return
    number = re.match(r"(?:(?:FIRST|ANY)\s+)?(\d+)\s*\(", names, re.IGNORECASE)
    is_waited_for = _setting(cursor, "synchronous_commit") not in {"local", "off"}
    if is_waited_for and standbys["waited"] < (int(number[1]) if number else 1):
        advice = (
            f"commits wait for a standby that is not there (synchronous_standby_names is {names!r}), and commands are "
            "answered 503: start it, or set synchronous_standby_names to '' and run SELECT pg_reload_conf()"
        )
        yield Finding(what, advice, "wrong")


def _setting(cursor: Cursor, name: str) -> str:
    row = cursor.one("SELECT current_setting(?) AS value", (name,))
    return "" if row is None else str(row["value"])
