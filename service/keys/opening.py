"""Opens the signing keys of a database, and refuses to replace a key file that is lost."""

import contextlib
import sqlite3
from collections.abc import Generator, Iterable
from pathlib import Path

import psycopg
from eventsourcing.persistence import PersistenceError
from psycopg.rows import dict_row

from service.keys.key_file import open_keys
from service.keys.noted import KeyNotes, has_notes, noted_keys
from service.keys.signing import Jwk, KeyFileError, Signer
from service.settings import Settings
from service.store.database import Cursor
from service.store.errors import StoreError
from service.store.outage import OUTAGE
from service.store.postgres import EVENTS, parameters_of
from service.store.sqlite import reader
from service.store.store import Store
from service.store.url import is_postgres, sqlite_path


def open_keys_of(store: Store, path: Path) -> tuple[Signer, KeyNotes]:
    """Return the signer of a database, whose keys are noted in it, and what notes later ones.

    A key file is made for a database without games only. Raises KeyFileError.
    """
    if not path.exists() and store.has_games():
        raise KeyFileError(lost(path))
    signer = open_keys(path)
    notes = KeyNotes(store.database, signer)
    try:
        notes.note()
    except (PersistenceError, StoreError) as error:
        # the keys sign all the same; the next attempt is a minute away
        OUTAGE.report("the signing keys could not be noted", error)
    return signer, notes


def make_first_keys(store: Store, settings: Settings) -> None:
    """Make the key file of a database without games, which other commands than `serve` are about to fill.

    On PostgreSQL this is left to the first service, where no key file is set. Raises KeyFileError.
    """
    if store.has_games() or (settings.key_file is None and is_postgres(settings.database)):
        return
    open_keys_of(store, settings.key_path)


def lost(path: Path) -> str:
    """Return what is wrong where a database has games and no key file, and what to do."""
    return (
        f"the database holds games, but its key file {path} is missing: restore it from a backup, set LUDOLOG_KEY_FILE "
        "to where it is, or run `ludolog keys new` to sign with a new key from now on"
    )


def unlisted(key_ids: Iterable[str]) -> str:
    """Return what is wrong where a key file does not list keys that the database has noted, and what to do."""
    names = ", ".join(sorted(key_ids))
    return f"the key file does not know the key {names}, by which this database was signed: restore the right key file"


def noted_in(settings: Settings) -> tuple[Jwk, ...]:
    """Return the public keys that a database has noted, without changing or locking it; raises StoreError."""
    with _glancing(settings) as cursor:
        return noted_keys(cursor).keys if cursor is not None and has_notes(cursor) else ()


def holds_games(settings: Settings) -> bool:
    """Return whether a database has games, without changing or locking it; raises StoreError."""
    with _glancing(settings) as cursor:
        if cursor is None:
            return False
        if cursor.is_postgres:
            row = cursor.one("SELECT to_regclass(?) IS NOT NULL AS is_there", (f"public.{EVENTS}",))
            if not row or not row["is_there"]:
                return False
            return cursor.one(f"SELECT 1 FROM {EVENTS} LIMIT 1") is not None  # noqa: S608 - a constant
        return cursor.one("SELECT 1 FROM stored_events LIMIT 1") is not None


@contextlib.contextmanager
def _glancing(settings: Settings) -> Generator[Cursor | None]:
    """Yield a cursor that only reads, beside whoever uses the database; None where there is no file yet."""
    try:
        if is_postgres(settings.database):
            with psycopg.connect(**parameters_of(settings.database)) as connection:
                connection.read_only = True
                yield Cursor(connection.cursor(row_factory=dict_row), is_postgres=True)
            return
        path = Path(sqlite_path(settings.database)).resolve()
        if not path.is_file() or not path.stat().st_size:
            yield None
            return
        with contextlib.closing(reader(path)) as raw:
            raw.row_factory = sqlite3.Row
            yield Cursor(raw.cursor(), is_postgres=False)
    except (psycopg.Error, sqlite3.Error, OSError) as error:
        message = f"the database cannot be read: {' '.join(str(error).split())}: see LUDOLOG_DATABASE"
        raise StoreError(message) from None
