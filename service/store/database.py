"""Tables of our own beside the log, in the same database: one dialect of SQL for SQLite and PostgreSQL."""

import contextlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from eventsourcing.persistence import DatabaseError
from eventsourcing.postgres import PostgresDatastore
from eventsourcing.sqlite import SQLiteDatastore
from psycopg.errors import LockNotAvailable

from service.store.postgres import SHORT_LOCK_TIMEOUT, WITHOUT_TIMEOUTS

Row: TypeAlias = Mapping[str, Any]
"""A row, by the names of its columns."""


class Cursor:
    """Runs statements of one transaction. Their parameters are written `?` for both databases."""

    __slots__ = ("is_postgres", "raw")

    def __init__(self, raw: Any, *, is_postgres: bool) -> None:
        self.raw: Any = raw
        """The library's cursor, for its own recorders."""
        self.is_postgres = is_postgres

    def lift_limits(self) -> None:
        """Let the statements of this transaction take as long as they do."""
        if self.is_postgres:
            self.raw.execute(WITHOUT_TIMEOUTS)

    def lock_briefly(self) -> None:
        """Give up, from here on, a lock that somebody else has: all who read wait behind whoever waits to exchange."""
        if self.is_postgres:
            self.raw.execute(SHORT_LOCK_TIMEOUT)

    def execute(self, statement: str, parameters: Sequence[object] = ()) -> None:
        """Run a statement. It must not hold a `?` or `%` that is none of its parameters."""
        self.raw.execute(statement.replace("?", "%s") if self.is_postgres else statement, parameters)

    def execute_many(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        """Run a statement once for each of these rows of parameters."""
        self.raw.executemany(statement.replace("?", "%s") if self.is_postgres else statement, rows)

    def one(self, statement: str, parameters: Sequence[object] = ()) -> Row | None:
        """Return the first row of a query, if there is one."""
        self.execute(statement, parameters)
        return self.raw.fetchone()

    def all(self, statement: str, parameters: Sequence[object] = ()) -> Iterator[Row]:
        """Return the rows of a query."""
        self.execute(statement, parameters)
        return iter(self.raw.fetchall())


class Database:
    """The database in which the log is."""

    def __init__(
        self, datastore: SQLiteDatastore | PostgresDatastore, check: Callable[[], None] = lambda: None
    ) -> None:
        self.datastore = datastore
        self._check = check
        """Raises StoreError where what is committed would be, or has been, lost."""
        self.is_postgres = isinstance(datastore, PostgresDatastore)

    @contextlib.contextmanager
    def reading(self) -> Generator[Cursor]:
        """Return a cursor of a transaction that changes nothing."""
        with self.datastore.transaction(commit=False) as raw:
            yield Cursor(raw, is_postgres=self.is_postgres)

    @contextlib.contextmanager
    def writing(self, *, however_long: bool = False) -> Generator[Cursor]:
        """Return a cursor of a transaction that is committed if the block ends without an error.

        What makes or exchanges tables may take `however_long` it does.
        """
        self._check()
        with self.datastore.transaction(commit=True) as raw:
            cursor = Cursor(raw, is_postgres=self.is_postgres)
            if however_long:
                cursor.lift_limits()
            yield cursor
        self._check()


def is_locked(error: DatabaseError) -> bool:
    """Whether a lock was not free in time."""
    return isinstance(error.__cause__, LockNotAvailable)
