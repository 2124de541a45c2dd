"""Connections that notice when another PostgreSQL server has taken over from theirs.

A server that hangs, such as a virtual machine that is stopped, closes no connection, and its kernel still acknowledges
packets: neither keepalives nor timeouts of the server end a wait for its reply. A plain timeout of the client would
also end commits that wait for a standby. So a connection without a reply asks the servers of its URL whether its
session is still there (decision 006).
"""

import contextlib
import math
import time
from collections.abc import Generator
from typing import Any, ClassVar, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import QueryCanceled
from psycopg.rows import TupleRow, tuple_row

from service.core.store.outage import OUTAGE
from service.core.store.postgres_connection import note_server, parameters_of

PROBE_AFTER = 5.0
"""Seconds without a reply after which a connection asks for its session, and between two such questions."""

PROBE_SOON = 0.25
"""The same for connections from before a takeover that another one has noticed."""

_Result = TypeVar("_Result")

_SESSION = "SELECT pg_backend_pid(), pg_postmaster_start_time()"
_IS_THERE = "SELECT pg_postmaster_start_time() = %s AND EXISTS (SELECT FROM pg_stat_activity WHERE pid = %s)"


class WatchedConnection(psycopg.Connection[Any]):
    """A connection that fails with OperationalError if its session is not on the server that accepts writes now."""

    taken_over_at: ClassVar[float] = 0.0
    """When a connection of this process has last noticed a takeover."""
    patience: float | None = None
    """Seconds without a reply after which an operation is given up. For statements whose server asks another one."""
    _database: str | None = None
    _session: TupleRow | None = None
    _watched_at = 0.0

    def watch(self, database: str) -> None:
        """Begin to watch: `database` is the URL of this connection."""
        note_server(database, self.info)
        with self.cursor(row_factory=tuple_row) as cursor:
            self._session = cursor.execute(_SESSION).fetchone()
        self._database, self._watched_at = database, time.monotonic()

    def wait(self, gen: PQGen[_Result], interval: float = 0.1, timeout: float | None = None) -> _Result:
        """Wait for the replies to an operation, as psycopg does."""
        watched = gen if self._database is None and self.patience is None else self._watching(gen, self._database)
        return super().wait(watched, interval, timeout)

    def _watching(self, gen: PQGen[_Result], database: str | None) -> PQGen[_Result]:
        """Forward the steps of an operation, and probe while none of them is ready."""
        try:
            wanted = next(gen)
            give_up_at = math.inf if self.patience is None else time.monotonic() + self.patience
            probe_at = time.monotonic() + (PROBE_SOON if self._watched_at < self.taken_over_at else PROBE_AFTER)
            while True:
                ready = yield wanted
                if not ready and time.monotonic() >= give_up_at:
                    self._give_up()
                if not ready and database is not None and time.monotonic() >= probe_at:
                    self._check(database)
                    probe_at = time.monotonic() + PROBE_AFTER
                wanted = gen.send(ready)
        except StopIteration as end:
            return end.value

    def _give_up(self) -> None:
        """Close this connection, and raise the error of a statement that the server has ended.

        A server that asks another one, which hangs, may not end the statement in time itself.
        """
        self.close()
        message = f"no reply within {self.patience} s"
        raise QueryCanceled(message)

    def _check(self, database: str) -> None:
        """Close this connection and raise OperationalError if another server accepts writes now."""
        try:
            with psycopg.connect(**parameters_of(database), autocommit=True) as other:
                note_server(database, other.info)
                row = other.execute(_IS_THERE, (self._session or (None, None))[::-1]).fetchone()
        except psycopg.Error as error:
            # no server accepts writes: the present one may still answer
            OUTAGE.report("a statement has no reply", error)
            return
        if row is not None and not row[0]:
            WatchedConnection.taken_over_at = time.monotonic()
            self.close()
            message = "another server accepts writes now, which does not have this session"
            raise psycopg.OperationalError(message)


def connected(database: str, **named: Any) -> WatchedConnection:
    """Return a connection to a database that is watched; raises psycopg.Error and StoreError."""
    connection = WatchedConnection.connect(**parameters_of(database), **named)
    try:
        connection.watch(database)
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def within(connection: psycopg.Connection[Any], seconds: float | None) -> Generator[None]:
    """Give up each operation on a connection in the block after so many seconds, with QueryCanceled; None: wait."""
    assert isinstance(connection, WatchedConnection)
    connection.patience = seconds
    try:
        yield
    finally:
        connection.patience = None
