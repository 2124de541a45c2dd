"""Says what is installed and set, and what is wrong with it."""

import platform
import sqlite3
import stat
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from domain.kernel.datafile import DataSetError
from domain.kernel.values import Value
from domain.rulesets import RULESETS
from service.key_file import read_keys
from service.readmodels.watching import MISSING, has_worker
from service.settings import Settings, SettingsError, is_postgres, sqlite_path, told, unknown_variables
from service.signing import KeyFileError
from service.store import Store
from service.store_errors import StoreError, StoreInUseError

SAFE_SQLITE = (3, 51, 3)
"""The first SQLite without the rare corruption of a write-ahead log with several writing connections."""

FULL_SYNC = 2

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
    for name, value in told(settings).items():
        yield Finding(name, value, "ok")
    for name in unknown_variables():
        yield Finding(name, "there is no such setting", "warning")
    yield _key_file(settings)
    yield from _store(settings)


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
        with Store(settings.database) as store:
            journal, sync = pragma(store, "journal_mode"), pragma(store, "synchronous")
            yield Finding("journal mode", str(journal), "ok" if journal == "wal" else "wrong")
            yield Finding("synchronous", str(sync), "ok" if sync == FULL_SYNC else "wrong")
            check = pragma(store, "quick_check")
            yield Finding("integrity", str(check), "ok" if check == "ok" else "wrong")
    except StoreInUseError:
        yield Finding("store", "in use by a running service", "ok")
    except (StoreError, SettingsError) as error:
        yield Finding("store", str(error), "wrong")


def pragma(store: Store, name: str) -> object:
    """Return a setting of the connections to a SQLite file, such as journal_mode."""
    with store.database.reading() as cursor:
        row = cursor.one(f"PRAGMA {name}")
    return None if row is None else next(iter(dict(row).values()))


def _postgres(settings: Settings) -> Iterator[Finding]:
    yield Finding("psycopg", version("psycopg"), "ok")
    try:
        with Store(settings.database) as store, store.database.reading() as cursor:
            standbys = cursor.one("SELECT count(*) AS count FROM pg_stat_replication")
            waits = cursor.one("SELECT current_setting('synchronous_standby_names') AS names")
            if standbys and standbys["count"] and waits and not waits["names"]:
                advice = (
                    "commits do not wait for the standby: set synchronous_standby_names, or a failover loses commands"
                )
                yield Finding("postgresql standby", advice, "warning")
            for name, wanted in POSTGRES_WANTED.items():
                row = cursor.one("SELECT current_setting(?) AS value", (name,))
                value = "" if row is None else str(row["value"])
                yield Finding(f"postgresql {name}", value, "ok" if wanted is None or value in wanted else "wrong")
            if not settings.keeps_projections:
                is_there = has_worker(cursor)
                yield Finding("worker", "keeps the tables" if is_there else MISSING, "ok" if is_there else "warning")
    except (StoreError, SettingsError) as error:
        yield Finding("store", str(error), "wrong")
