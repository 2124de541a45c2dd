"""The database that all simulated processes share: real SQLite in memory, behind connections that fail."""

import contextlib
import sqlite3
import sys
from collections.abc import Callable, Sequence
from typing import Any

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool, SQLiteFactory
from eventsourcing.utils import Environment, get_topic

from service.core.store.adapters import sqlite
from service.core.store.adapters.sqlite import SqliteRecorder
from service.core.store.recorder import Before, LedgerApplication


class Operation:
    """What may happen at an operation of the store. This one does nothing."""

    def begin(self) -> None:
        """Called before an operation; may raise."""

    def end(self, *, writes: bool) -> None:
        """Called after an operation that was successful; may raise."""

    def repeats(self) -> bool:
        """Return whether a batch arrives twice."""
        return False


class Pool(SQLiteConnectionPool):
    """One connection to a database in memory. Every use of it is an operation of the store."""

    def __init__(self) -> None:
        super().__init__(db_name=":memory:")
        raw = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, cached_statements=512)
        raw.row_factory = sqlite3.Row
        self.raw = raw
        self.operation = Operation()
        self.wrote: Callable[[], None] = lambda: None
        """Called after each operation that may have written."""
        # private: with the direct insert of the service
        self._connection = sqlite._Connection(raw, None)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
        self._before: list[tuple[bool, BaseException | None]] = []

    def get_connection(self, timeout: float | None = None, *, is_writer: bool | None = None) -> SQLiteConnection:
        del timeout
        self.operation.begin()
        self._before.append((bool(is_writer), sys.exc_info()[1]))
        return self._connection

    def put_connection(self, conn: SQLiteConnection) -> None:
        del conn
        is_writer, before = self._before.pop()
        if is_writer:
            self.wrote()
        if sys.exc_info()[1] is before:
            self.operation.end(writes=is_writer)

    def close(self) -> None:
        """Leave the connection open: processes close their stores, not the database."""


class Factory(SQLiteFactory):
    """The library's factory with `Pool`."""

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self.datastore.pool = Pool()


class Recorder(SqliteRecorder):
    """The recorder of the service, with what PostgreSQL's does for several processes: it checks the predecessor."""

    def insert_events(self, stored_events: Sequence[StoredEvent], *, before: Sequence[Before] = (), **_: Any) -> None:
        pool = self.datastore.pool
        assert isinstance(pool, Pool)
        for each in before:
            row = pool.raw.execute(
                "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?",
                (each.game, each.version),
            ).fetchone()
            if row is None or (each.head is not None and each.head.encode() not in row["state"]):
                message = "the predecessor is not in the log"
                raise IntegrityError(message)
        super().insert_events(stored_events)
        if pool.operation.repeats():
            super().insert_events(stored_events)


class Disk:
    """The database of a site."""

    def __init__(self, source: sqlite3.Connection | None = None) -> None:
        """Make a database, as a copy of another one if it is given."""
        self.application = LedgerApplication(
            {
                "PERSISTENCE_MODULE": get_topic(Factory),
                "SQLITE_DBNAME": ":memory:",
                "APPLICATION_RECORDER_TOPIC": get_topic(Recorder),
            }
        )
        pool = self.application.datastore.pool
        assert isinstance(pool, Pool)
        self.pool = pool
        self.raw = pool.raw
        if source is not None:
            source.backup(self.raw)

    def close(self) -> None:
        """Free the memory."""
        self.application.close()
        with contextlib.suppress(sqlite3.Error):
            self.raw.close()
