"""The event log in a PostgreSQL database: the library's recorder, which checks the predecessor of each batch."""

import contextlib
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

import psycopg
from eventsourcing.persistence import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    StoredEvent,
)
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from eventsourcing.utils import retry
from psycopg.errors import LockNotAvailable, QueryCanceled
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg.sql import SQL, Composed, Identifier

from service.core.store.adapters.watched import WatchedConnection
from service.core.store.partitions import Partitions, is_of_partition
from service.core.store.postgres_connection import EVENTS, MAX_CONNECTIONS, parameters_of
from service.core.store.recorder import Before
from service.core.store.timeouts import CONNECT_TIMEOUT

LAST = 2**63 - 1
"""The highest version and position that the table can hold."""

MAX_PIPELINED = 256
"""The maximum number of rows sent in a pipeline. The buffers of a connection do not hold more."""


class LedgerDatastore(PostgresDatastore):
    """The library's connection pool, configured by a URL and its timeouts."""

    def __init__(self, database: str, *, is_pooled: bool = False) -> None:
        """`is_pooled`: the URL leads to a pooler in transaction mode."""
        # read by `after_connect_func` below
        self._watched = None if is_pooled else database
        super().__init__(
            *("by URL",) * 5,
            connect_timeout=CONNECT_TIMEOUT,
            pool_size=1,
            max_overflow=MAX_CONNECTIONS - 1,
            originator_id_type="text",
        )
        self.pool.connection_class = WatchedConnection
        # computed for each connection: the server that answers is tried first
        self.pool.kwargs = lambda: {"row_factory": dict_row, **parameters_of(database, is_pooled=is_pooled)}
        # The next request for a connection tries again, instead of the pool after ever longer delays.
        self.pool.reconnect_timeout = 1.0

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        """Return the function that configures a new connection."""
        # no method: the pool would hold this datastore, and this datastore the pool
        return partial(_configure, database=self._watched)

    @contextlib.contextmanager
    def get_connection(self) -> Generator[psycopg.Connection[DictRow]]:
        """Yield a connection; raises PersistenceError."""
        try:
            with super().get_connection() as connection:
                yield connection
        except OperationalError as error:
            if isinstance(error.__cause__, QueryCanceled | LockNotAvailable) or is_of_partition(error):
                # The library retries an OperationalError ten times. What the server itself reports is not retried.
                raise DatabaseError(str(error)) from error.__cause__
            raise


def _configure(connection: psycopg.Connection[Any], database: str | None) -> None:
    connection.autocommit = True
    if database is not None and isinstance(connection, WatchedConnection):
        connection.watch(database)


class LedgerRecorder(PostgresApplicationRecorder):
    """The library's recorder, which inserts a batch only after the version and head that it was decided on."""

    partitions: Partitions | None = None
    """The partitions of a log that is sequenced; None: events have their positions when they are appended."""

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = EVENTS) -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        table = {"schema": Identifier(datastore.schema), "table": Identifier(events_table_name)}
        # without a lock timeout, which the library would set: the connection has one
        self.lock_table_statements = [SQL("LOCK TABLE {schema}.{table} IN EXCLUSIVE MODE").format(**table)]
        self._of_game = SQL(
            "SELECT state FROM {schema}.{table} "
            "WHERE originator_id = %s AND originator_version > %s AND originator_version <= %s "
            "AND (%s::text[] IS NULL OR topic = ANY(%s::text[])) ORDER BY originator_version"
        ).format(**table)
        self._of_log = SQL(
            "SELECT notification_id, originator_id, originator_version, state FROM {schema}.{table} "
            "WHERE notification_id > %s AND notification_id <= %s "
            "AND (%s::text[] IS NULL OR topic = ANY(%s::text[])) ORDER BY notification_id LIMIT %s"
        ).format(**table)
        self._last_of_topics = SQL(
            "SELECT notification_id FROM {schema}.{table} WHERE topic = ANY(%s::text[]) "
            "ORDER BY notification_id DESC LIMIT 1"
        ).format(**table)
        self._other = SQL(
            "SELECT MIN(notification_id) FROM {schema}.{table} "
            "WHERE notification_id > %s AND notification_id <= %s "
            "AND (topic LIKE 'game.%%' OR topic LIKE 'clock.%%') AND topic <> ALL(%s::text[])"
        ).format(**table)
        self._names_between = SQL(
            "SELECT DISTINCT originator_id FROM {schema}.{table} WHERE notification_id BETWEEN %s AND %s"
        ).format(**table)
        self._broken = SQL(
            "SELECT originator_id FROM {schema}.{table} WHERE originator_id = ANY(%s::text[]) "
            "GROUP BY originator_id HAVING COUNT(*) <> MAX(originator_version)"
        ).format(**table)
        self._names = SQL(
            "SELECT DISTINCT originator_id FROM {schema}.{table} WHERE originator_id > %s "
            "ORDER BY originator_id LIMIT %s"
        ).format(**table)
        self._notify_statement = SQL("NOTIFY {}").format(Identifier(self.channel_name))
        # One scalar subquery per batch looks up its predecessor by the primary key, whatever the planner assumes about
        # the table. It runs under the table lock: after a server has lost commits, a process that still remembers them
        # appends nothing after the gap. The arrays are wrapped in SELECT so that the planner does not know their
        # lengths and one plan serves all calls.
        self.insert_events_statement = SQL(
            "INSERT INTO {schema}.{table} AS t (originator_id, originator_version, topic, state) "
            "SELECT originator_id, originator_version, topic, state FROM unnest(%s::{schema}.{type}[]) "
            "WHERE (SELECT coalesce(bool_and((SELECT b.head IS NULL OR position(b.head IN e.state) > 0 "
            "FROM {schema}.{table} AS e WHERE e.originator_id = b.game AND e.originator_version = b.version) "
            "IS TRUE), TRUE) FROM unnest((SELECT %s::text[]), (SELECT %s::bigint[]), (SELECT %s::bytea[])) "
            "AS b (game, version, head))"
        ).format(**table, type=Identifier(self.stored_event_type_name))

    def create_table(self) -> None:
        """Create what is missing. If all exists, nothing is written: a commit would wait for an absent standby.

        The library would replace a function at every start, which this recorder does not use.
        """
        there = (
            "SELECT to_regclass(%(table)s) IS NOT NULL AND to_regclass(%(index)s) IS NOT NULL "
            "AND to_regtype(%(type)s) IS NOT NULL AND to_regproc(%(function)s) IS NOT NULL AS whole"
        )
        names = {
            "table": self.events_table_name,
            "index": self.notification_id_index_name,
            "type": self.stored_event_type_name,
            "function": self.pg_function_name_insert_events,
        }
        names = {what: f"{self.datastore.schema}.{name}" for what, name in names.items()}
        with self.datastore.transaction(commit=False) as cursor:
            row = cursor.execute(there, names).fetchone()
        if row is None or not row["whole"]:
            super().create_table()

    def announce(self) -> None:
        """Do nothing: the append itself sends a notification."""

    def states(self, game: str, after: int, upto: int | None, topics: Sequence[str] = ()) -> list[bytes]:
        """Return the states of a game above version `after`, up to `upto`; with `topics` those of these topics."""
        upto, chosen = LAST if upto is None else upto, [*topics] or None
        return [state for (state,) in self._read(self._of_game, (game, after, upto, chosen, chosen))]

    def placed_rows(
        self, after: int, limit: int, upto: int | None, topics: Sequence[str] = ()
    ) -> list[tuple[int, str, int, bytes]]:
        """Return position, game, version and state of the first `limit` rows after a position, up to `upto`."""
        upto, chosen = LAST if upto is None else upto, [*topics] or None
        return self._read(self._of_log, (after, upto, chosen, chosen, limit))

    def first_other(self, after: int, upto: int, topics: Sequence[str]) -> int | None:
        """Return the position of the first event of the lobby in (after, upto] with none of these topics."""
        return next((position for (position,) in self._read(self._other, (after, upto, [*topics]))), None)

    def names_between(self, first: int, last: int) -> list[str]:
        """Return the games that have rows at these positions."""
        return [name for (name,) in self._read(self._names_between, (first, last))]

    def broken_logs(self, games: Sequence[str]) -> list[str]:
        """Return which of these games do not have all versions from 1 to their last one."""
        return [name for (name,) in self._read(self._broken, ([*games],))] if games else []

    def names(self, after: str, limit: int) -> list[str]:
        """Return the first `limit` ids of games after an id, in order."""
        return [name for (name,) in self._read(self._names, (after, limit))]

    def last_position(self, topics: Sequence[str]) -> int:
        """Return the position of the last event of these topics; 0: there is none."""
        return next((position for (position,) in self._read(self._last_of_topics, ([*topics],))), 0)

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)
    def _read(self, statement: Composed, parameters: Sequence[object], *, prepare: bool = True) -> list[Any]:
        """Return rows as tuples, in the binary format: bytes are twice as long as text.

        A statement that is not prepared is planned for its parameters each time.
        """
        with (
            self.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row, binary=True) as cursor,
        ):
            return cursor.execute(statement, parameters, prepare=prepare).fetchall()

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)
    def insert_events(self, stored_events: Sequence[StoredEvent], *, before: Sequence[Before] = (), **_: Any) -> None:
        """Insert events in one transaction; raises IntegrityError if a version is taken or a predecessor is missing.

        The library's method reads the new positions back, and blocks forever on a few thousand rows in a pipeline.
        """
        rows = [
            self.construct_pg_stored_event(row.originator_id, row.originator_version, row.topic, row.state)
            for row in stored_events
        ]
        predecessors = predecessors_of(stored_events, before)
        with (
            self.datastore.get_connection() as connection,
            connection.pipeline() if len(rows) <= MAX_PIPELINED else contextlib.nullcontext() as pipeline,
            connection.transaction(),
            connection.cursor() as cursor,
        ):
            for statement in (*self.lock_table_statements, self._notify_statement):
                cursor.execute(statement, prepare=True)
            cursor.execute(self.insert_events_statement, (rows, *predecessors))
            if pipeline is not None:
                # errors of the statements are raised here, not by the commit
                pipeline.sync()
            if cursor.rowcount != len(rows):
                message = "the predecessor of a batch is not in the log"
                raise IntegrityError(message)


def predecessors_of(
    stored_events: Sequence[StoredEvent], before: Sequence[Before]
) -> tuple[list[str], list[int], list[bytes | None]]:
    """Return the games, versions and heads that must be in the log, without those that are being inserted."""
    inserted = {(row.originator_id, row.originator_version) for row in stored_events}
    wanted = [each for each in before if (each.game, each.version) not in inserted]
    heads = [None if each.head is None else each.head.encode() for each in wanted]
    return [each.game for each in wanted], [each.version for each in wanted], heads
