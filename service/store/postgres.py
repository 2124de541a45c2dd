"""The log in a PostgreSQL database, which any number of processes share."""

import contextlib
import os
from collections.abc import Callable, Generator, Sequence
from typing import Any

import psycopg
from eventsourcing.persistence import (
    ApplicationRecorder,
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore, PostgresFactory
from eventsourcing.utils import Environment, get_topic, retry
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import LockNotAvailable, QueryCanceled
from psycopg.rows import DictRow, dict_row
from psycopg.sql import SQL, Identifier

from service.store.errors import StoreError
from service.store.recorder import Before, LedgerApplication
from service.store.url import is_readable

CHANNEL = EVENTS = "ludolog_events"
"""The table of the log, and the channel on which every commit to it is told."""

MIGRATING = 0x6C75646F6C6F67
"""The advisory lock under which tables are made and changed: "ludolog" in ASCII."""

CONNECT_WITHIN = 3
"""Seconds for a connection, new or from the pool."""

LIMITS = {
    # reading a page of the log or of a table takes milliseconds
    "statement_timeout": 10_000,
    # another writer holds the lock of the log for the time of a commit
    "lock_timeout": 5_000,
    # a page is folded within a transaction in a fraction of this
    "idle_in_transaction_session_timeout": 10_000,
}
"""Milliseconds after which the server gives up what a connection has asked, unless the URL sets others.

It never gives up a commit that waits for a standby: PostgreSQL stops the clock of the statement before it commits.
"""

HOWEVER_LONG = "SELECT " + ", ".join(f"set_config('{name}', '0', true)" for name in LIMITS)
"""Lifts these limits until the end of a transaction that makes or exchanges tables, or waits while others do."""

BRIEFLY = "SET LOCAL lock_timeout = 1000"
"""Sets how many milliseconds a transaction waits, from here on, for a lock behind which everybody else waits."""

PIPELINED = 256
"""Rows that are sent in the library's way, in a pipeline; more of them do not fit into the buffers of a connection."""

CONNECTIONS = 6
"""Connections of a process for writing the log and for tables beside it, at the most; two more follow the log."""


def parameters_of(database: str) -> dict[str, Any]:
    """Return what a connection to this URL is made with; raises StoreError for one that cannot be read.

    Of several hosts, and of a server and its standby, only the one that takes writes is ever asked: what is decided
    on must not be older than what was acknowledged.
    """
    try:
        given = conninfo_to_dict(database) if is_readable(database) else None
    except psycopg.Error:
        given = None
    if given is None:
        # what the library says may quote a part of the password
        message = (
            "LUDOLOG_DATABASE is no PostgreSQL URL: write postgresql://USER:PASSWORD@HOST/NAME, with %XX for each "
            "character of the password that is neither a letter nor a digit"
        )
        raise StoreError(message)
    return {
        "target_session_attrs": "read-write",
        "application_name": "ludolog",
        "connect_timeout": CONNECT_WITHIN,
        # a server that is gone without a word is noticed within about ten seconds
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
        **{name: value for name, value in given.items() if value is not None},
        "options": _options(given.get("options") or os.environ.get("PGOPTIONS")),
    }


def _options(given: object) -> str:
    """Return the limits as the server reads them; what is given comes after them, and counts."""
    limits = [f"-c {name}={milliseconds}" for name, milliseconds in LIMITS.items()]
    return " ".join([*limits, *([str(given)] if given else [])])


class LedgerDatastore(PostgresDatastore):
    """The library's connections, with all that a URL says, under limits that are not tried against once more."""

    def __init__(self, database: str) -> None:
        super().__init__(
            *("by URL",) * 5,
            connect_timeout=CONNECT_WITHIN,
            pool_size=1,
            max_overflow=CONNECTIONS - 1,
            originator_id_type="text",
        )
        self.pool.kwargs = {"row_factory": dict_row, **parameters_of(database)}
        # a connection that cannot be made is tried again by the next who needs one, not after ever longer pauses
        self.pool.reconnect_timeout = 1.0

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        """Return what makes a new connection ready."""
        return _commit_each

    @contextlib.contextmanager
    def get_connection(self) -> Generator[psycopg.Connection[DictRow]]:
        """Return a connection; raises PersistenceError."""
        try:
            with super().get_connection() as connection:
                yield connection
        except OperationalError as error:
            if isinstance(error.__cause__, QueryCanceled | LockNotAvailable):
                # of an operational error the library thinks that it passes: it would ask ten times
                raise DatabaseError(str(error)) from error.__cause__
            raise


def _commit_each(connection: psycopg.Connection[Any]) -> None:
    connection.autocommit = True


class LedgerRecorder(PostgresApplicationRecorder):
    """The library's recorder, which appends nothing behind a gap.

    That of the library stands still for ever when it is given a few thousand rows at once.
    """

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = EVENTS) -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        table = {"schema": Identifier(datastore.schema), "table": Identifier(events_table_name)}
        # how long to wait for it is a limit of the connection
        self.lock_table_statements = [SQL("LOCK TABLE {schema}.{table} IN EXCLUSIVE MODE").format(**table)]
        # One scalar query a batch, by the primary key whatever the planner thinks of the table. It sees what the lock
        # let it see: a process whose memory is ahead of a server that has lost commits does not append after them. The
        # arrays are selected so that the planner does not know their lengths, and plans once for all.
        self.insert_events_statement = SQL(
            "INSERT INTO {schema}.{table} AS t (originator_id, originator_version, topic, state) "
            "SELECT originator_id, originator_version, topic, state FROM unnest(%s::{schema}.{type}[]) "
            "WHERE (SELECT coalesce(bool_and((SELECT b.head IS NULL OR position(b.head IN e.state) > 0 "
            "FROM {schema}.{table} AS e WHERE e.originator_id = b.game AND e.originator_version = b.version) "
            "IS TRUE), TRUE) FROM unnest((SELECT %s::text[]), (SELECT %s::bigint[]), (SELECT %s::bytea[])) "
            "AS b (game, version, head)) "
            "RETURNING notification_id"
        ).format(**table, type=Identifier(self.stored_event_type_name))

    def create_table(self) -> None:
        """Make what is missing. Where all is there nothing is written, for that would wait for a standby that is gone.

        The library would replace a function, which it does not use here, at every start.
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

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Append rows in one transaction."""
        if len(stored_events) <= PIPELINED:
            return super().insert_events(stored_events, **kwargs)
        self._insert_many(stored_events, **kwargs)
        return None

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)
    def _insert_many(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        # without a pipeline, which would wait for its own reader
        with self.datastore.get_connection() as connection, connection.transaction(), connection.cursor() as cursor:
            self._insert_stored_events(cursor, stored_events, **kwargs)
            self._fetch_ids_after_insert_events(cursor, stored_events)

    def _insert_stored_events(
        self,
        curs: psycopg.Cursor[DictRow],
        stored_events: Sequence[StoredEvent],
        *,
        before: Sequence[Before] = (),
        **_: Any,
    ) -> None:
        self._lock_table(curs)
        self._notify_channel(curs)
        rows = [
            self.construct_pg_stored_event(row.originator_id, row.originator_version, row.topic, row.state)
            for row in stored_events
        ]
        written = {(row.originator_id, row.originator_version) for row in stored_events}
        # of two batches of a game, one follows the other
        there = [each for each in before if (each.game, each.version) not in written]
        heads = [None if each.head is None else each.head.encode() for each in there]
        wanted = ([each.game for each in there], [each.version for each in there], heads)
        curs.execute(self.insert_events_statement, (rows, *wanted))

    def _fetch_ids_after_insert_events(
        self, curs: psycopg.Cursor[DictRow], stored_events: Sequence[StoredEvent], **_: Any
    ) -> Sequence[int] | None:
        if curs.rowcount != len(stored_events):
            message = "what a batch was decided on is not in the log"
            raise IntegrityError(message)
        return None


class LedgerFactory(PostgresFactory):
    """The library's factory, for connections of our own."""

    URL = "POSTGRES_URL"

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self.datastore = LedgerDatastore(self.env.get(self.URL) or "")

    def application_recorder(self) -> ApplicationRecorder:
        """Return the recorder, and make its tables: of processes that start at once, one does it."""
        with self.datastore.get_connection() as connection, connection.transaction():
            # another connection makes the tables meanwhile
            connection.execute(HOWEVER_LONG.encode())
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
            return super().application_recorder()


@contextlib.contextmanager
def postgres_application(database: str) -> Generator[LedgerApplication]:
    """Return the library's application on a database; raises StoreError."""
    try:
        # the library would only say that there was no connection in time, not why
        psycopg.connect(**parameters_of(database)).close()
        application = LedgerApplication(
            {
                "PERSISTENCE_MODULE": get_topic(LedgerFactory),
                LedgerFactory.URL: database,
                "APPLICATION_RECORDER_TOPIC": get_topic(LedgerRecorder),
                # the factory asks for these, the connections are made by the URL
                **dict.fromkeys(("POSTGRES_DBNAME", "POSTGRES_HOST", "POSTGRES_USER", "POSTGRES_PASSWORD"), "by URL"),
            }
        )
    except (psycopg.Error, PersistenceError) as error:
        message = f"the PostgreSQL database cannot be used: {' '.join(str(error).split())}: see LUDOLOG_DATABASE"
        raise StoreError(message) from None
    with contextlib.closing(application):
        yield application
