"""Transactions on further tables in the database of the log, in one SQL dialect for SQLite and PostgreSQL."""

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence, Sized
from typing import Any, TypeAlias

from eventsourcing.persistence import DatabaseError
from eventsourcing.postgres import PostgresDatastore
from eventsourcing.sqlite import SQLiteDatastore
from psycopg.errors import LockNotAvailable

from service.core.store.lock_order import LockOrder, Stage
from service.core.store.postgres_connection import EVENTS, SHORT_LOCK_TIMEOUT, WITHOUT_TIMEOUTS

MANY_ROWS = 20
"""The number of rows from which COPY, with its further round trips, is faster than a statement for each row."""

SQLITE_EVENTS = "stored_events"
"""The table of the log in a SQLite file, which the event store library names."""

Row: TypeAlias = Mapping[str, Any]
"""A row; keys are column names."""


class Cursor:
    """Runs the statements of a transaction. Parameters are written `?` for both databases."""

    __slots__ = ("is_postgres", "keys_table", "order", "raw")

    def __init__(self, raw: Any, *, is_postgres: bool, keys_table: str | None = None) -> None:
        self.raw: Any = raw
        """The library's cursor, for its recorders."""
        self.is_postgres = is_postgres
        self.keys_table = keys_table or (EVENTS if is_postgres else SQLITE_EVENTS)
        """The table of the keys and topics of all events, for conditions over games."""
        self.order = LockOrder()
        """The locks of the transaction."""

    def disable_timeouts(self) -> None:
        """Disable the timeouts of the server for the rest of the transaction."""
        if self.is_postgres:
            self.raw.execute(WITHOUT_TIMEOUTS)

    def shorten_lock_timeout(self) -> None:
        """Fail early on locks for the rest of the transaction: readers queue behind a waiting schema change."""
        if self.is_postgres:
            self.raw.execute(SHORT_LOCK_TIMEOUT)

    def lock(self, key: int) -> None:
        """Hold an advisory lock until the end of the transaction. SQLite has one writer at a time.

        Several ones are taken in the order of their numbers.
        """
        self.order.take(Stage.FEATURES, key)
        if self.is_postgres:
            self.raw.execute("SELECT pg_advisory_xact_lock(%s)", (key,))

    def lock_rows(self, stage: Stage, table: str, ids: Iterable[str]) -> None:
        """Lock rows of a table by their ids, in this order, until the end of the transaction."""
        for each in sorted(set(ids)):
            self.order.take(stage, each)
            if self.is_postgres:
                self.execute(f"SELECT 1 FROM {table} WHERE id=? FOR UPDATE", (each,))  # noqa: S608 - our names

    def has_table(self, name: str) -> bool:
        """Return whether the database has a table of this name."""
        if self.is_postgres:
            row = self.one("SELECT to_regclass(?) IS NOT NULL AS is_there", (f"public.{name}",))
            return bool(row and row["is_there"])
        return self.one("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)) is not None

    @property
    def for_update(self) -> str:
        """The end of a SELECT that locks its rows until the end of the transaction."""
        return " FOR UPDATE" if self.is_postgres else ""

    @property
    def unlocked(self) -> str:
        """The end of a SELECT that locks its rows, without those that another transaction has locked."""
        return " FOR UPDATE SKIP LOCKED" if self.is_postgres else ""

    def execute(self, statement: str, parameters: Sequence[object] = ()) -> None:
        """Run a statement. It must contain no `?` or `%` except its parameters."""
        self.raw.execute(statement.replace("?", "%s") if self.is_postgres else statement, parameters)

    def execute_many(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        """Run a statement once per row of parameters."""
        self.raw.executemany(statement.replace("?", "%s") if self.is_postgres else statement, rows)

    def insert(self, table: str, columns: str, rows: Sequence[Sequence[object]]) -> None:
        """Insert rows with these columns, such as `game, due`. Many rows get to PostgreSQL by COPY."""
        if self.is_postgres and len(rows) >= MANY_ROWS:
            with self.raw.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        elif rows:
            marks = ", ".join("?" * (columns.count(",") + 1))
            self.execute_many(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)  # noqa: S608 - our names

    def one(self, statement: str, parameters: Sequence[object] = ()) -> Row | None:
        """Return the first row of a query, or None."""
        self.execute(statement, parameters)
        return self.raw.fetchone()

    def count(self, rows: str, parameters: Sequence[object] = ()) -> int:
        """Return the number of rows of a table under a condition, such as `deliveries WHERE state='waiting'`."""
        row = self.one(f"SELECT COUNT(*) AS number FROM {rows}", parameters)  # noqa: S608 - our names
        assert row is not None
        return row["number"]

    def all(self, statement: str, parameters: Sequence[object] = ()) -> Iterator[Row]:
        """Return the rows of a query."""
        self.execute(statement, parameters)
        return iter(self.raw.fetchall())

    def among(self, statement: str, names: Iterable[str]) -> Iterator[Row]:
        """Return the rows of a query that ends with `IN`, for these names; without names there is no query."""
        wanted = sorted(names)
        return self.all(f"{statement} ({', '.join('?' * len(wanted))})", wanted) if wanted else iter(())


def marks_for(values: Sized) -> str:
    """Return the place holders of `IN (…)`; NULL, which nothing equals, if there are no values."""
    return ", ".join("?" * len(values)) or "NULL"


class Database:
    """The database of the log."""

    def __init__(
        self,
        datastore: SQLiteDatastore | PostgresDatastore,
        before: Callable[[], None] = lambda: None,
        after: Callable[[], None] = lambda: None,
    ) -> None:
        self.datastore = datastore
        self._before, self._after = before, after
        """Called before and after each commit. They raise StoreError if it must not be made, or has been lost."""
        self.is_postgres = isinstance(datastore, PostgresDatastore)
        self.events_table = EVENTS if self.is_postgres else SQLITE_EVENTS
        """The table of the log."""
        self.keys_table = self.events_table
        """The table of the keys and topics of its events."""
        self.has_all_keys: Callable[[], bool] = _always
        """Returns whether `keys_table` has the keys of all events that were stored before the call.

        If not, it does not show that a game is not in the log. To be called outside of transactions. Raises
        PersistenceError.
        """

    @contextlib.contextmanager
    def reading(self) -> Generator[Cursor]:
        """Yield the cursor of a transaction that is rolled back."""
        with self.datastore.transaction(commit=False) as raw:
            yield Cursor(raw, is_postgres=self.is_postgres, keys_table=self.keys_table)

    @contextlib.contextmanager
    def writing(self, *, without_timeouts: bool = False) -> Generator[Cursor]:
        """Yield the cursor of a transaction that is committed unless the block raises.

        Transactions that create or swap tables run `without_timeouts`.
        """
        self._before()
        with self.datastore.transaction(commit=True) as raw:
            cursor = Cursor(raw, is_postgres=self.is_postgres, keys_table=self.keys_table)
            if without_timeouts:
                cursor.disable_timeouts()
            yield cursor
        self._after()


def _always() -> bool:
    return True


def is_lock_timeout(error: DatabaseError) -> bool:
    """Return whether an error is a lock timeout of PostgreSQL."""
    return isinstance(error.__cause__, LockNotAvailable)
