"""One streaming replica: its connections, and what it has."""

import contextlib
import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from service.core.store.database import Cursor
from service.core.store.freshness import Position
from service.core.store.postgres_connection import EVENTS, MAX_CONNECTIONS, parameters_of

REPLY_WITHIN = 1.0
"""Seconds within which a replica has to reply to a statement: one that hangs closes no connection."""

CONNECT_WITHIN = 2
"""Seconds for a new connection, the least that libpq knows."""

_Result = TypeVar("_Result")

_REACHED = (
    f"SELECT pg_is_in_recovery() AS is_standby, (SELECT COALESCE(MAX(notification_id), 0) FROM {EVENTS}) AS log, "  # noqa: S608 - a constant
    "(SELECT COALESCE(MAX(number), 0) FROM account_changes) AS accounts"
)

IDENTITY = "SELECT (SELECT system_identifier FROM pg_control_system()) AS system, current_database() AS name"
"""The beginning of a query that also says which database it is."""


class NoStandbyError(Exception):
    """The server accepts writes: it has been promoted, and has other events than the primary from now on."""


class NoReplyError(psycopg.OperationalError):
    """A statement had no reply in time."""


class ReplicaConnection(psycopg.Connection[Any]):
    """A connection that is closed if a statement has no reply in time; the statement raises NoReplyError."""

    def wait(self, gen: PQGen[_Result], interval: float = 0.1, timeout: float | None = None) -> _Result:
        """Wait for the replies to an operation, as psycopg does."""
        return super().wait(self._in_time(gen), interval, timeout)

    def _in_time(self, gen: PQGen[_Result]) -> PQGen[_Result]:
        try:
            wanted = next(gen)
            ends = time.monotonic() + REPLY_WITHIN
            while True:
                ready = yield wanted
                if not ready and time.monotonic() >= ends:
                    self.close()
                    message = f"no reply within {REPLY_WITHIN:g} s"
                    raise NoReplyError(message)
                wanted = gen.send(ready)
        except StopIteration as end:
            return end.value


class Replica:
    """A streaming replica; thread-safe."""

    def __init__(self, url: str) -> None:
        given = conninfo_to_dict(url)
        # of a single server, its own answer tells more than an error of libpq
        wanted = given.get("target_session_attrs") or ("standby" if "," in str(given.get("host")) else "any")
        self._parameters: dict[str, Any] = {
            **parameters_of(url, is_pooled=True),
            "target_session_attrs": wanted,
            "connect_timeout": CONNECT_WITHIN,
        }
        self.name = _name(url)
        """Host and port, for logs and metrics."""
        self.reached = Position(0, 0)
        """The last position that this process has seen there."""
        self.problem: str | None = "has not been looked at yet"
        """Why it answers no reads; None: it does."""
        self.is_current = False
        """Whether the last look found what the primary had at the look before."""
        self.readers = ThreadPoolExecutor(MAX_CONNECTIONS, "ludolog-replica")
        """Reads of games, so that nobody waits for one that hangs: neither names nor several addresses have a bound."""
        self._idle: list[ReplicaConnection] = []
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def reading(self) -> Generator[tuple[Cursor, Position]]:
        """Yield a cursor and what the replica has at least. Raises psycopg.Error and NoStandbyError.

        Each statement sees its own state of the database, which is never older than that of the statement before.
        """
        connection, cursor, reached = self._begun()
        self.reached = reached
        try:
            yield cursor, reached
        except BaseException:
            connection.close()
            raise
        with self._lock:
            if len(self._idle) < MAX_CONNECTIONS:
                self._idle.append(connection)
                return
        connection.close()

    def _begun(self) -> tuple[ReplicaConnection, Cursor, Position]:
        """Return a connection with a cursor, and what the server has."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        if connection is not None:
            try:
                return connection, *_asked(connection)
            except NoReplyError:
                raise
            except psycopg.OperationalError:
                # the server, or what is in between, has closed it since its last use: perhaps the others, too
                self.close()
        connection = ReplicaConnection.connect(**self._parameters, autocommit=True)
        return connection, *_asked(connection)

    def close(self) -> None:
        """Close the connections that are not used now."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


def _asked(connection: ReplicaConnection) -> tuple[Cursor, Position]:
    """Return a cursor, and what the server has. A connection that does not answer is closed.

    Raises psycopg.Error and NoStandbyError.
    """
    cursor = Cursor(connection.cursor(row_factory=dict_row), is_postgres=True)
    try:
        row = cursor.one(_REACHED)
    except BaseException:
        connection.close()
        raise
    assert row is not None
    if not row["is_standby"]:
        connection.close()
        raise NoStandbyError
    return cursor, Position(row["log"], row["accounts"])


def _name(url: str) -> str:
    """Return host and port of a URL, without user and password."""
    given = conninfo_to_dict(url)
    return f"{given.get('host') or given.get('hostaddr') or 'localhost'}:{given.get('port') or 5432}"
