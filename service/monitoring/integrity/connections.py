"""Connections that only read a database, for commands: the service may run on it, or not."""

import contextlib
import sqlite3
from collections.abc import Callable, Generator
from pathlib import Path

import psycopg
from psycopg.rows import dict_row

from domain.ledger.signing import Keys
from service.core.keys.key_file import read_keys
from service.core.keys.opening import recorded_keys_of
from service.core.keys.signing import KeyFileError, is_signed_by
from service.core.settings import Settings, SettingsError
from service.core.store.database import Cursor
from service.core.store.errors import StoreError
from service.core.store.files.checks import check_is_log, check_place, read_only_connection
from service.core.store.postgres_connection import parameters_of
from service.core.store.url import is_postgres, sqlite_path


@contextlib.contextmanager
def reading_only(settings: Settings) -> Generator[Callable[[], contextlib.AbstractContextManager[Cursor]]]:
    """Yield a function that opens transactions that read. Raises StoreError, SettingsError, sqlite3 and psycopg errors.

    A file is not changed, and its lock not taken. A pooler in transaction mode is passed by: it has no session for
    prepared statements.
    """
    if is_postgres(settings.database):
        with psycopg.connect(**parameters_of(settings.direct_url)) as connection:
            connection.autocommit = True
            connection.read_only = True

            @contextlib.contextmanager
            def transaction() -> Generator[Cursor]:
                with connection.transaction(), connection.cursor(row_factory=dict_row) as raw:
                    yield Cursor(raw, is_postgres=True)

            yield transaction
        return
    path = Path(sqlite_path(settings.database)).resolve()
    check_place(path)
    if not path.is_file() or not path.stat().st_size:
        message = f"there is no database {path}: see LUDOLOG_DATABASE"
        raise StoreError(message)
    check_is_log(path)
    with contextlib.closing(read_only_connection(path)) as opened:
        opened.row_factory = sqlite3.Row
        opened.isolation_level = None

        @contextlib.contextmanager
        def snapshot() -> Generator[Cursor]:
            opened.execute("BEGIN")
            try:
                yield Cursor(opened.cursor(), is_postgres=False)
            finally:
                opened.execute("ROLLBACK")

        yield snapshot


def known_keys(settings: Settings) -> Keys:
    """Return the keys that signed statements in a database: those of the key file, and those recorded in it."""
    known = {key.kid: key.public_key for key in recorded_keys_of(settings)}
    with contextlib.suppress(KeyFileError, SettingsError, OSError):
        known |= read_keys(settings.key_path).known
    return Keys(is_signed_by, known)
