"""Opens the signing keys of a database, and refuses to replace a lost key file."""

import contextlib
import sqlite3
from collections.abc import Generator
from pathlib import Path

import psycopg
from eventsourcing.persistence import PersistenceError
from psycopg.rows import dict_row

from service.core.keys.checking import KeyCheck
from service.core.keys.key_file import open_keys
from service.core.keys.recorded import KeyRecorder, has_recorded_keys, recorded_keys
from service.core.keys.signing import Jwk, KeyFileError, Signer
from service.core.settings import Settings
from service.core.store.database import Cursor
from service.core.store.errors import StoreError
from service.core.store.files.checks import read_only_connection
from service.core.store.outage import OUTAGE
from service.core.store.postgres_connection import EVENTS, parameters_of
from service.core.store.store import Store
from service.core.store.url import is_postgres, sqlite_path


def open_keys_of(store: Store, path: Path) -> tuple[Signer, KeyRecorder]:
    """Return the signer of a database, and the recorder for its later keys.

    A key file is created only for a database without games. Raises KeyFileError, also for a file of another database;
    PersistenceError and StoreError if the database does not say which keys it has.
    """
    if not path.exists() and store.has_games():
        raise KeyFileError(missing_key_file(path))
    signer = open_keys(path, accept=KeyCheck(store, path))
    recorder = KeyRecorder(store.database, signer)
    try:
        recorder.record()
    except (PersistenceError, StoreError) as error:
        # signing works without it; the next attempt follows within a minute
        OUTAGE.report("the signing keys could not be recorded", error)
    return signer, recorder


def make_first_keys(store: Store, settings: Settings) -> None:
    """Create the key file of a database without games, for commands other than `serve` that will add games.

    On PostgreSQL without a key file setting, the first service creates it. Raises KeyFileError.
    """
    if store.has_games() or (settings.key_file is None and is_postgres(settings.database)):
        return
    open_keys_of(store, settings.key_path)


def missing_key_file(path: Path) -> str:
    """Return the error message for a database with games but without key file."""
    return (
        f"the database contains games, but its key file {path} is missing: restore it from a backup, set "
        "LUDOLOG_KEY_FILE to its path, or run `ludolog keys new` to sign with a new key from now on"
    )


def recorded_keys_of(settings: Settings) -> tuple[Jwk, ...]:
    """Return the keys recorded in a database, without changing or locking it; raises StoreError."""
    with _read_only_cursor(settings) as cursor:
        return recorded_keys(cursor).keys if cursor is not None and has_recorded_keys(cursor) else ()


def holds_games(settings: Settings) -> bool:
    """Return whether a database has games, without changing or locking it; raises StoreError."""
    with _read_only_cursor(settings) as cursor:
        if cursor is None:
            return False
        if cursor.is_postgres:
            row = cursor.one("SELECT to_regclass(?) IS NOT NULL AS is_there", (f"public.{EVENTS}",))
            if not row or not row["is_there"]:
                return False
            return cursor.one(f"SELECT 1 FROM {EVENTS} LIMIT 1") is not None  # noqa: S608 - a constant
        return cursor.one("SELECT 1 FROM stored_events LIMIT 1") is not None


@contextlib.contextmanager
def _read_only_cursor(settings: Settings) -> Generator[Cursor | None]:
    """Yield a read-only cursor that does not disturb other processes; None if the file does not exist."""
    try:
        if is_postgres(settings.database):
            with psycopg.connect(**parameters_of(settings.direct_url)) as connection:
                connection.read_only = True
                yield Cursor(connection.cursor(row_factory=dict_row), is_postgres=True)
            return
        path = Path(sqlite_path(settings.database)).resolve()
        if not path.is_file() or not path.stat().st_size:
            yield None
            return
        with contextlib.closing(read_only_connection(path)) as raw:
            raw.row_factory = sqlite3.Row
            yield Cursor(raw.cursor(), is_postgres=False)
    except (psycopg.Error, sqlite3.Error, OSError) as error:
        message = f"the database cannot be read: {' '.join(str(error).split())}: see LUDOLOG_DATABASE"
        raise StoreError(message) from None
