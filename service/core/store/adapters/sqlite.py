"""The event log in a SQLite file: the library's recorder with one writing connection and fewer layers per insert."""

import contextlib
import logging
import os
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
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
    SQLiteTransaction,
)
from eventsourcing.utils import Environment, get_topic

from service.core.store.errors import StoreError
from service.core.store.files.checks import check_is_log, check_place
from service.core.store.files.locks import locked
from service.core.store.files.owned import OwnedFile, make_private
from service.core.store.files.unclosed import lacks_log, mark_closed, mark_open, missing_log
from service.core.store.partitions import Partitions
from service.core.store.recorder import LedgerApplication

_log = logging.getLogger(__name__)

CACHED_STATEMENTS = 128
"""Prepared statements per connection. The library keeps one, so it prepares almost every statement again."""

ROWS_PER_STATEMENT = 64
"""The maximum number of rows in one INSERT. Each number of rows is a statement to prepare and cache."""

_ROW = "(?,?,?,?)"

_LAST = 2**63 - 1
"""The highest version and position that SQLite can store."""

_OF_GAME = (
    "SELECT state FROM stored_events "
    "WHERE originator_id = ? AND originator_version > ? AND originator_version <= ?{} ORDER BY originator_version"
)
_OF_LOG = (
    "SELECT rowid, originator_id, originator_version, state FROM stored_events "
    "WHERE rowid > ? AND rowid <= ?{} ORDER BY rowid LIMIT ?"
)
_OTHER = (
    "SELECT MIN(rowid) FROM stored_events WHERE rowid > ? AND rowid <= ? "
    "AND (topic LIKE 'game.%' OR topic LIKE 'clock.%') AND topic NOT IN ({})"
)
_NAMES_BETWEEN = (
    # the index has the positions too, and may be readable where the rows are not
    "SELECT DISTINCT originator_id FROM stored_events INDEXED BY sqlite_autoindex_stored_events_1 "
    "WHERE +rowid BETWEEN ? AND ?"
)
_BROKEN = (
    "SELECT originator_id FROM stored_events WHERE originator_id IN ({}) GROUP BY originator_id "
    "HAVING COUNT(*) <> MAX(originator_version)"
)
_NAMES = "SELECT DISTINCT originator_id FROM stored_events WHERE originator_id > ? ORDER BY originator_id LIMIT ?"
_LAST_OF_TOPICS = "SELECT rowid FROM stored_events WHERE TRUE{} ORDER BY rowid DESC LIMIT 1"


class SqliteRecorder(SQLiteApplicationRecorder):
    """The library's recorder with AUTOINCREMENT positions, because SQLite may renumber implicit rowids."""

    partitions: Partitions | None = None

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state) "  # noqa: S608 - a constant
            f"VALUES {_ROW}"
        )

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> None:
        """Insert events in one transaction; raises IntegrityError if a version is taken."""
        rows = [(row.originator_id, row.originator_version, row.topic, row.state) for row in stored_events]
        pool = self.datastore.pool
        connection = pool.get_connection(is_writer=True)
        try:
            assert isinstance(connection, _Connection)
            connection.insert(self.insert_events_statement, rows)
        finally:
            pool.put_connection(connection)

    def announce(self) -> None:
        """Do nothing: a SQLite file has one process."""

    def states(self, game: str, after: int, upto: int | None, topics: Sequence[str] = ()) -> list[bytes]:
        """Return the states of a game above version `after`, up to `upto`; with `topics` those of these topics."""
        with self.datastore.transaction(commit=False) as cursor:
            upto = _LAST if upto is None else upto
            rows = _with_tuples(cursor).execute(_OF_GAME.format(_of_topics(topics)), (game, after, upto, *topics))
            return [state for (state,) in rows]

    def placed_rows(
        self, after: int, limit: int, upto: int | None, topics: Sequence[str] = ()
    ) -> list[tuple[int, str, int, bytes]]:
        """Return position, game, version and state of the first `limit` rows after a position, up to `upto`."""
        with self.datastore.transaction(commit=False) as cursor:
            upto = _LAST if upto is None else upto
            rows = _with_tuples(cursor).execute(_OF_LOG.format(_of_topics(topics)), (after, upto, *topics, limit))
            return rows.fetchall()

    def first_other(self, after: int, upto: int, topics: Sequence[str]) -> int | None:
        """Return the position of the first event of the lobby in (after, upto] with none of these topics."""
        with self.datastore.transaction(commit=False) as cursor:
            statement = _OTHER.format(",".join("?" * len(topics)))
            row = _with_tuples(cursor).execute(statement, (after, upto, *topics)).fetchone()
            return row[0]

    def names_between(self, first: int, last: int) -> list[str]:
        """Return the games that have rows at these positions, read from an index only."""
        return self._names(_NAMES_BETWEEN, (first, last))

    def broken_logs(self, games: Sequence[str]) -> list[str]:
        """Return which of these games do not have all versions from 1 to their last one."""
        return self._names(_BROKEN.format(",".join("?" * len(games))), games) if games else []

    def names(self, after: str, limit: int) -> list[str]:
        """Return the first `limit` ids of games after an id, in order."""
        return self._names(_NAMES, (after, limit))

    def _names(self, statement: str, parameters: Sequence[object]) -> list[str]:
        with self.datastore.transaction(commit=False) as cursor:
            return [name for (name,) in _with_tuples(cursor).execute(statement, tuple(parameters))]

    def last_position(self, topics: Sequence[str]) -> int:
        """Return the position of the last event of these topics; 0: there is none."""
        with self.datastore.transaction(commit=False) as cursor:
            row = _with_tuples(cursor).execute(_LAST_OF_TOPICS.format(_of_topics(topics)), topics).fetchone()
            return row[0] if row else 0

    def construct_create_table_statements(self) -> list[str]:
        """Return the statement that creates the events table."""
        return [
            f"""CREATE TABLE IF NOT EXISTS {self.events_table_name} (
                rowid INTEGER PRIMARY KEY AUTOINCREMENT,
                originator_id TEXT NOT NULL,
                originator_version INTEGER NOT NULL,
                topic TEXT NOT NULL,
                state BLOB NOT NULL,
                UNIQUE (originator_id, originator_version))"""
        ]


def _with_tuples(cursor: SQLiteCursor) -> sqlite3.Cursor:
    """Let a cursor return tuples, and return that of SQLite: the library's `sqlite3.Row` takes a third of a read."""
    cursor.sqlite_cursor.row_factory = None
    return cursor.sqlite_cursor


def _of_topics(topics: Sequence[str]) -> str:
    return f" AND topic IN ({','.join('?' * len(topics))})" if topics else ""


class _Connection(SQLiteConnection):
    """The library's connection with a direct insert: its cursor layers take a third of the time of the INSERT."""

    def __init__(self, raw: sqlite3.Connection, max_age: float | None) -> None:
        super().__init__(raw, max_age)
        self._sqlite = raw

    def insert(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        """Insert rows in one transaction; raises PersistenceError."""
        try:
            if len(rows) <= ROWS_PER_STATEMENT:
                # one call, which commits by itself: it releases the GIL, and the event loop is interrupted once
                more = f",{_ROW}" * (len(rows) - 1)
                self._sqlite.execute(statement + more, tuple(chain.from_iterable(rows)))
            else:
                self._sqlite.execute("BEGIN")
                self._sqlite.executemany(statement, rows)
                self._sqlite.commit()
        except BaseException as error:
            # rolls back, and raises the library's exception for one of SQLite's
            SQLiteTransaction(self).__exit__(type(error), error, error.__traceback__)
            raise


class _Pool(SQLiteConnectionPool):
    """The library's pool with one dedicated connection for all writes.

    The library lets any free connection write. Each has a page cache of its own, which another connection's commit
    makes stale, and while one waits for the write lock, no reader gets a connection.
    """

    def __init__(self, db_name: str) -> None:
        super().__init__(db_name=db_name)
        self._write_turn = threading.Lock()
        """Held by the next writer, so that a thread that has just written does not overtake it."""
        self._write_lock = threading.Lock()
        self._write_connection: SQLiteConnection | None = None

    def get_connection(self, timeout: float | None = None, *, is_writer: bool | None = None) -> SQLiteConnection:
        """Return a connection, the dedicated one for a writer; raises ConnectionUnavailableError on timeout."""
        if not is_writer:
            return super().get_connection(timeout, is_writer=is_writer)
        self._check_open()
        deadline = time.monotonic() + (self.pool_timeout if timeout is None else timeout)
        _acquire(self._write_turn, deadline)
        try:
            _acquire(self._write_lock, deadline)
        finally:
            self._write_turn.release()
        try:
            self._check_open()
            self._write_connection = self._write_connection or self._create_connection()
        except BaseException:
            self._write_lock.release()
            raise
        return self._write_connection

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Return a connection to the pool."""
        if conn is self._write_connection:
            self._write_lock.release()
        else:
            super().put_connection(conn)

    def close(self) -> None:
        """Close all connections; waits for a running write, at most the pool's timeout."""
        is_free = self._write_lock.acquire(timeout=self.pool_timeout)
        try:
            super().close()
            if self._write_connection is not None:
                self._write_connection.close()
        finally:
            if is_free:
                self._write_lock.release()

    def _check_open(self) -> None:
        if self.closed:
            raise ConnectionPoolClosedError

    def _create_connection(self) -> SQLiteConnection:
        """Return a new connection.

        Override of a private member: the library has no setting for the number of cached statements, nor for the class
        of the connection.
        """
        try:
            connection = sqlite3.connect(
                # never creates the file: one that was deleted must not be replaced by an empty one
                f"{Path(self.db_name).as_uri()}?mode=rw",
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                cached_statements=CACHED_STATEMENTS,
                timeout=SQLITE3_DEFAULT_LOCK_TIMEOUT,
            )
            with contextlib.ExitStack() as stack:
                stack.callback(connection.close)
                connection.execute("PRAGMA journal_mode=WAL")
                # what is erased must not stay in free places of the file
                connection.execute("PRAGMA secure_delete=ON")
                stack.pop_all()
        except sqlite3.Error as error:
            raise InterfaceError(error) from error
        connection.row_factory = sqlite3.Row
        return _Connection(connection, self.max_age)


def _acquire(lock: threading.Lock, deadline: float) -> None:
    if not lock.acquire(timeout=max(0.0, deadline - time.monotonic())):
        message = "the write connection was not free within the timeout"
        raise ConnectionUnavailableError(message)


class SqliteFactory(SQLiteFactory):
    """The library's factory with `_Pool`."""

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self.datastore.pool = _Pool(self.datastore.pool.db_name)


@contextlib.contextmanager
def sqlite_application(path: Path) -> Generator[tuple[LedgerApplication, OwnedFile]]:
    """Yield the application on a file, and the file, which this process owns until the block ends.

    Raises StoreError, StoreInUseError.
    """
    # resolved: the lock file is in the folder of the database file itself, not of a link to it
    path = path.resolve()
    check_place(path)
    with locked(path) as descriptor:
        check_is_log(path)
        make_private(path)
        file = OwnedFile(path, descriptor)
        if lacks_log(path, os.pread(descriptor, 100, 0)):
            _log.warning("%s", missing_log(path))
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
            mark_open(path)
            try:
                yield application, file
            finally:
                # another file of this name is not ours
                if file.problem() is None:
                    mark_closed(path)
