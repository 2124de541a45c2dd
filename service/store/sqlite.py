"""The log in a SQLite file: one file, owned by one process, whose order numbers are never reused."""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Generator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from eventsourcing.persistence import (
    ConnectionPoolClosedError,
    ConnectionUnavailableError,
    InterfaceError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.sqlite import (
    SQLITE3_DEFAULT_LOCK_TIMEOUT,
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
    SQLiteFactory,
    SQLiteTransaction,
)
from eventsourcing.utils import Environment, get_topic

from service.store.errors import StoreError, StoreInUseError
from service.store.files.locks import in_use, is_lockable, locked
from service.store.files.owned import OwnedFile, make_private
from service.store.recorder import LedgerApplication

_STATEMENTS = 128
"""Prepared statements that a connection keeps; the library's keep one, and prepare nearly every statement anew."""

_ROW = "(?,?,?,?)"

AT_ONCE = 64
"""Rows that are inserted by one statement; for each number of them there is another to prepare and to keep."""

_BUSY = "the connection that writes was not free in time"


class SqliteRecorder(SQLiteApplicationRecorder):
    """The library's recorder over a table whose order numbers are explicit: implicit rowids may be renumbered."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state) "  # noqa: S608 - a constant
            f"VALUES {_ROW}"
        )

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> None:
        """Append events in a transaction; raises IntegrityError where the version of one of them is taken."""
        rows = [(row.originator_id, row.originator_version, row.topic, row.state) for row in stored_events]
        pool = self.datastore.pool
        connection = pool.get_connection(is_writer=True)
        try:
            assert isinstance(connection, _Connection)
            connection.insert(self.insert_events_statement, rows)
        finally:
            pool.put_connection(connection)

    def construct_create_table_statements(self) -> list[str]:
        """Return the statement that makes the table of the log."""
        return [
            f"""CREATE TABLE IF NOT EXISTS {self.events_table_name} (
                rowid INTEGER PRIMARY KEY AUTOINCREMENT,
                originator_id TEXT NOT NULL,
                originator_version INTEGER NOT NULL,
                topic TEXT NOT NULL,
                state BLOB NOT NULL,
                UNIQUE (originator_id, originator_version))"""
        ]


class _Connection(SQLiteConnection):
    """The library's connection, to which rows are given as they are."""

    def insert(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        """Insert rows in a transaction of their own; raises PersistenceError.

        Nothing stands between the writer and SQLite: the library's layers take a third of what SQLite itself takes.
        """
        raw = self._sqlite_conn
        try:
            if len(rows) <= AT_ONCE:
                # one call, which commits by itself: the event loop goes on all the while, and is interrupted once
                more = f",{_ROW}" * (len(rows) - 1)
                raw.execute(statement + more, tuple(chain.from_iterable(rows)))
            else:
                raw.execute("BEGIN")
                raw.executemany(statement, rows)
                raw.commit()
        except BaseException as error:
            # rolls back, and raises the library's exception where this one is SQLite's
            SQLiteTransaction(self).__exit__(type(error), error, error.__traceback__)
            raise


class _Pool(SQLiteConnectionPool):
    """The library's pool, of connections that keep their statements; all writing is done by the same one.

    In the library's, any free connection writes. Each of them has a cache of its own, in which the pages that
    another one has written are stale; and while one waits to write, nobody who reads gets a connection.
    """

    def __init__(self, db_name: str) -> None:
        super().__init__(db_name=db_name)
        self._turn = threading.Lock()
        """Whoever is next to write has this, so that nobody who has just written is next again."""
        self._writing: SQLiteConnection | None = None

    def get_connection(self, timeout: float | None = None, *, is_writer: bool | None = None) -> SQLiteConnection:
        """Return a connection, the only one for writing if it is asked for; raises ConnectionUnavailableError."""
        if not is_writer:
            return super().get_connection(timeout, is_writer=is_writer)
        self._check_open()
        deadline = time.monotonic() + (self.pool_timeout if timeout is None else timeout)
        if not self._turn.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise ConnectionUnavailableError(_BUSY)
        try:
            if not self._writer_lock.acquire(timeout=max(0.0, deadline - time.monotonic())):
                raise ConnectionUnavailableError(_BUSY)
        finally:
            self._turn.release()
        try:
            self._check_open()
            self._writing = self._writing or self._create_connection()
        except BaseException:
            self._writer_lock.release()
            raise
        return self._writing

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Take a connection back."""
        if conn is self._writing:
            self._writer_lock.release()
        else:
            super().put_connection(conn)

    def close(self) -> None:
        """Close all connections; whoever still writes is waited for, for a while."""
        is_free = self._writer_lock.acquire(timeout=self.pool_timeout)
        try:
            super().close()
            if self._writing is not None:
                self._writing.close()
        finally:
            if is_free:
                self._writer_lock.release()

    def _check_open(self) -> None:
        if self._closed:
            raise ConnectionPoolClosedError

    def _create_connection(self) -> SQLiteConnection:
        try:
            connection = sqlite3.connect(
                self.db_name,
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                cached_statements=_STATEMENTS,
                timeout=SQLITE3_DEFAULT_LOCK_TIMEOUT,
            )
            with contextlib.ExitStack() as stack:
                stack.callback(connection.close)
                connection.execute("PRAGMA journal_mode=WAL")
                stack.pop_all()
        except sqlite3.Error as error:
            raise InterfaceError(error) from error
        connection.row_factory = sqlite3.Row
        return _Connection(connection, self.max_age)


class SqliteFactory(SQLiteFactory):
    """The library's factory, with a pool of our own."""

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self.datastore.pool = _Pool(self.datastore.pool.db_name)


@contextlib.contextmanager
def sqlite_application(path: Path) -> Generator[tuple[LedgerApplication, OwnedFile]]:
    """Return the library's application on a file, and the file, which this process owns until the block ends.

    Raises StoreError, StoreInUseError.
    """
    # resolved: the lock is beside the file itself, whatever name leads to it
    path = path.resolve()
    _check_place(path)
    with locked(path) as descriptor:
        look_into(path)
        make_private(path)
        file = OwnedFile(path, descriptor)
        try:
            application = LedgerApplication(
                {
                    "PERSISTENCE_MODULE": get_topic(SqliteFactory),
                    "SQLITE_DBNAME": str(path),
                    "APPLICATION_RECORDER_TOPIC": get_topic(SqliteRecorder),
                }
            )
        except (PersistenceError, sqlite3.Error) as error:
            message = f"{path} cannot be used: {error}"
            raise StoreError(message) from error
        with contextlib.closing(application):
            file.check()
            yield application, file


@contextlib.contextmanager
def looking(path: Path) -> Generator[sqlite3.Connection]:
    """Return a connection to a file that holds a log, which changes nothing and makes no files beside it.

    Raises StoreError, StoreInUseError where another process uses the file.
    """
    _check_place(path)
    if not is_free(path):
        raise StoreInUseError(in_use(path))
    look_into(path)
    with contextlib.closing(reader(path)) as connection:
        yield connection


def _check_place(path: Path) -> None:
    if not path.parent.is_dir():
        message = f"the folder {path.parent} does not exist: create it, or set LUDOLOG_DATABASE to another file"
        raise StoreError(message)
    if path.is_dir():
        message = f"{path} is a folder: set LUDOLOG_DATABASE to a file"
        raise StoreError(message)


def is_free(path: Path) -> bool:
    """Return whether no process has the locks of a database file, which need not exist."""
    files = (path.with_name(path.name + ".lock"), path)
    return all(not file.is_file() or is_lockable(file) for file in files)


def is_wal(path: Path) -> bool:
    """Whether a SQLite file says of itself that it has a write-ahead log."""
    with path.open("rb") as file:
        return file.read(19)[18:] == b"\x02"


def reader(path: Path) -> sqlite3.Connection:
    """Return a connection that only reads, and makes no files where nobody else has the file open."""
    # nobody writes meanwhile; without `immutable`, SQLite makes a write-ahead log to read that there is none
    unwritten = not path.with_name(path.name + "-wal").exists()
    return sqlite3.connect(f"{path.as_uri()}?mode=ro{'&immutable=1' if unwritten else ''}", uri=True)


def look_into(path: Path) -> None:
    """Raise StoreError for a file that is no log: nothing of it is changed."""
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        return
    try:
        with contextlib.closing(reader(path)) as connection:
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    except sqlite3.Error as error:
        message = f"{path} is no SQLite database ({error}): set LUDOLOG_DATABASE to another file"
        raise StoreError(message) from error
    if tables and "stored_events" not in tables:
        message = f"{path} is a database of something else: set LUDOLOG_DATABASE to another file"
        raise StoreError(message)
