"""The log in a PostgreSQL database, which any number of processes share."""

import contextlib
from collections.abc import Generator, Sequence
from typing import Any

import psycopg
from eventsourcing.persistence import (
    ApplicationRecorder,
    InterfaceError,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresFactory
from eventsourcing.utils import Environment, get_topic, retry
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from service.recorder import LedgerApplication
from service.store_errors import StoreError

CHANNEL = EVENTS = "ludolog_events"
"""The table of the log, and the channel on which every commit to it is told."""

MIGRATING = 0x6C75646F6C6F67
"""The advisory lock under which tables are made and changed: "ludolog" in ASCII."""

CONNECT_WITHIN = 3
"""Seconds for a connection, new or from the pool."""

LOCK_WITHIN = 5
"""Seconds for the lock of the log, which another writer holds for the time of a commit."""

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
        given = conninfo_to_dict(database)
    except psycopg.Error:
        # what the library says may quote a part of the password
        message = (
            "LUDOLOG_DATABASE is no PostgreSQL URL: write postgresql://USER:PASSWORD@HOST/NAME, with %XX for each "
            "character of the password that is neither a letter nor a digit"
        )
        raise StoreError(message) from None
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
    }


class LedgerRecorder(PostgresApplicationRecorder):
    """The library's recorder, which stands still for ever when it is given a few thousand rows at once."""

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


class LedgerFactory(PostgresFactory):
    """The library's factory, for connections with all that a URL says."""

    URL = "POSTGRES_URL"

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        pool = self.datastore.pool
        pool.kwargs = {"row_factory": dict_row, **parameters_of(self.env.get(self.URL) or "")}
        # a connection that cannot be made is tried again by the next who needs one, not after ever longer pauses
        pool.reconnect_timeout = 1.0

    def application_recorder(self) -> ApplicationRecorder:
        """Return the recorder, and make its tables: of processes that start at once, one does it."""
        with self.datastore.get_connection() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", (MIGRATING,))
            try:
                return super().application_recorder()
            finally:
                connection.execute("SELECT pg_advisory_unlock(%s)", (MIGRATING,))


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
                "POSTGRES_CONNECT_TIMEOUT": str(CONNECT_WITHIN),
                "POSTGRES_LOCK_TIMEOUT": str(LOCK_WITHIN),
                "POSTGRES_POOL_SIZE": "1",
                "POSTGRES_MAX_OVERFLOW": str(CONNECTIONS - 1),
            }
        )
    except (psycopg.Error, PersistenceError) as error:
        message = f"the PostgreSQL database cannot be used: {str(error).strip()}: see LUDOLOG_DATABASE"
        raise StoreError(message) from None
    with contextlib.closing(application):
        yield application
