"""Polls a log that other processes append to, so that no response is based on an outdated game."""

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from typing import TypeAlias

import psycopg
from eventsourcing.persistence import PersistenceError

from service.core.store.errors import StoreError
from service.core.store.freshness import Position
from service.core.store.outage import OUTAGE
from service.core.store.partitions import Partitions
from service.core.store.postgres_connection import CHANNEL, EVENTS, ORDER, note_server, parameters_of
from service.core.store.timeouts import LOG_END_TIMEOUT, LOG_POLL_TIMEOUT, is_set_within
from service.people.accounts import Accounts
from service.play.play import Play
from service.play.unplaced import UnplacedBatches

POLL_INTERVAL = 1.0
"""Seconds between two polls without a notification, because notifications can be lost."""

DEBOUNCE = 0.01
"""Seconds between a notification and its poll, so that many commits need one poll. Requests poll at once."""

PAUSE = 0.25
"""Seconds before a reconnect."""

PAGE = 5_000

_Connection: TypeAlias = psycopg.AsyncConnection[tuple[int | None, str | None, int | None, int]]


def _later(table: str) -> bytes:
    """Return the query of the events after a position, in the table of the positions."""
    return f"""
SELECT notification_id, originator_id, originator_version,
       (SELECT COALESCE(MAX(number), 0) FROM account_changes) AS account_change
FROM (SELECT * FROM {table} WHERE notification_id > %s ORDER BY notification_id LIMIT {PAGE}) AS later
RIGHT JOIN (SELECT 1) AS always ON TRUE
ORDER BY notification_id
""".encode()  # noqa: S608 - constants


def _end_of(table: str) -> bytes:
    return f"SELECT COALESCE(MAX(notification_id), 0), NULL, NULL, 0 FROM {table}".encode()  # noqa: S608 - constants


_log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def _replied_within(connection: _Connection, seconds: float) -> AsyncGenerator[None]:
    """Let what waits for a reply on a connection fail after so many seconds. Raises OperationalError, or TimeoutError.

    A statement that is cancelled, as by `asyncio.timeout`, would ask the server to end it, and wait for that: ten
    seconds more, if the server hangs.
    """
    hanging_up = asyncio.get_running_loop().call_later(seconds, _hang_up, connection)
    try:
        # for what does not wait for this connection
        async with asyncio.timeout(seconds + 1.0):
            yield
    finally:
        hanging_up.cancel()


def _hang_up(connection: _Connection) -> None:
    """End both directions of a connection: whoever waits for a reply reads its end."""
    with contextlib.suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as end:
        end.shutdown(socket.SHUT_RDWR)


class LogPoller:
    """Polls the end of the log: after each notification of a commit, once a second, and for every request.

    Requests that wait at the same time share one poll, which begins after the last of them arrived.
    """

    def __init__(
        self,
        database: str,
        play: Play,
        accounts: Accounts,
        direct: str | None = None,
        partitions: Partitions | None = None,
    ) -> None:
        """`direct` is the URL for LISTEN if `database` leads to a pooler in transaction mode.

        `partitions` are those of a log that is sequenced, whose events get their positions later (decision 088).
        """
        self._database, self._is_pooled = database, direct is not None
        self._direct = direct or database
        self._play = play
        self._accounts = accounts
        self._position = 0
        """The notification id of the last event that this process has read."""
        self.partitions = partitions
        self._unplaced = None if partitions is None else UnplacedBatches(partitions, self._connect, self._report)
        self.polls = 0
        """The number of polls."""
        self._polled_at = time.monotonic()
        self._waiting: list[asyncio.Future[None]] = []
        self._asked = asyncio.Event()
        self._debounce: asyncio.TimerHandle | None = None
        """Polls at the end of the debounce interval; None: no notification since the last poll."""
        self._tasks: list[asyncio.Task[None]] = []
        self.listeners: list[Callable[[str], None]] = []
        """Called with the id of every game that has new events."""
        self.reconnected: list[Callable[[], None]] = []
        """Called after a reconnect: the server may be a different one that has lost commits of the first."""

    async def start(self) -> None:
        """Start at the current end of the log. Raises psycopg.Error."""
        async with await _Connection.connect(**parameters_of(self._database, is_pooled=self._is_pooled)) as connection:
            self._position = await self._end(connection)
        ways = ((self._poll_when_asked, self._database, self._is_pooled), (self._listen, self._direct, False))
        self._tasks = [asyncio.create_task(self._follow(*way)) for way in ways]

    async def stop(self) -> None:
        """Stop polling."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._unplaced is not None:
            await self._unplaced.forget()

    @property
    def is_running(self) -> bool:
        """Whether the tasks run, with a connection or retrying."""
        return not any(task.done() for task in self._tasks)

    @property
    def position(self) -> Position:
        """What this process knows."""
        return Position(self._position, self._accounts.seen)

    @property
    def unplaced(self) -> int | None:
        """The number of batches without a position that the last poll has found; None: the log is not sequenced."""
        return None if self._unplaced is None else self._unplaced.count

    @property
    def lag(self) -> float:
        """Seconds since the last poll. Later events may be unknown to this process."""
        return time.monotonic() - self._polled_at

    async def catch_up(self) -> None:
        """Return once this process knows every event that was durable before the call. Raises StoreError on timeout."""
        polled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(polled)
        self._asked.set()
        try:
            async with asyncio.timeout(LOG_END_TIMEOUT):
                await polled
        except TimeoutError:
            message = "the database did not return the end of the log in time"
            raise StoreError(message) from None

    async def _connect(self) -> _Connection:
        return await _Connection.connect(**parameters_of(self._database, is_pooled=self._is_pooled), autocommit=True)

    async def _follow(self, use: Callable[[_Connection], Awaitable[None]], database: str, is_pooled: bool) -> None:
        """Run a task on a connection, and reconnect when the connection fails."""
        while True:
            try:
                parameters = parameters_of(database, is_pooled=is_pooled)
                async with await _Connection.connect(**parameters, autocommit=True) as connection:
                    note_server(database, connection.info)
                    await use(connection)
            except (psycopg.Error, PersistenceError, OSError, TimeoutError) as error:
                OUTAGE.report("the log cannot be followed", error)
            except Exception:  # noqa: BLE001 - as the next line says
                # without this task every request would be refused, so it continues after any error
                _log.exception("the log cannot be followed now")
            await asyncio.sleep(PAUSE)

    async def _listen(self, connection: _Connection) -> None:
        await connection.execute(f"LISTEN {CHANNEL}".encode())
        # poll now: notifications sent before LISTEN did not arrive
        self._asked.set()
        async for _ in connection.notifies():
            if self._debounce is None:
                self._debounce = asyncio.get_running_loop().call_later(DEBOUNCE, self._asked.set)

    async def _poll_when_asked(self, connection: _Connection) -> None:
        if self.polls:
            # after a reconnect the server may be a different one that has lost commits of the first
            self._position = await self._end(connection)
            if self._unplaced is not None:
                await self._unplaced.forget()
            self._play.forget()
            for forget in self.reconnected:
                forget()
            await asyncio.to_thread(self._accounts.read)
        while True:
            await is_set_within(self._asked, POLL_INTERVAL)
            self._asked.clear()
            if self._debounce is not None:
                self._debounce.cancel()
                self._debounce = None
            waiting, self._waiting = self._waiting, []
            try:
                async with _replied_within(connection, LOG_POLL_TIMEOUT):
                    await self._poll(connection)
            except BaseException:
                # the requests wait for the next connection until their timeout
                self._waiting = [polled for polled in waiting if not polled.done()] + self._waiting
                self._asked.set()
                raise
            OUTAGE.over()
            self.polls += 1
            self._polled_at = time.monotonic()
            for polled in waiting:
                if not polled.done():
                    polled.set_result(None)

    async def _poll(self, connection: _Connection) -> None:
        """Read all new events and account changes, and report the games that have new versions."""
        if self._unplaced is not None:
            # before those with a position: a batch that gets one in between is found there
            await self._unplaced.poll(connection)
        query = _later(self._table)
        is_more = True
        while is_more:
            cursor = await connection.execute(query, (self._position,))
            rows = await cursor.fetchall()
            if rows[0][3] > self._accounts.seen:
                await asyncio.to_thread(self._accounts.catch_up)
            moved = {game: version for _, game, version, _ in rows if game is not None and version is not None}
            self._report(moved)
            self._position = rows[-1][0] or self._position
            is_more = len(rows) == PAGE

    def _report(self, moved: Mapping[str, int]) -> None:
        """Report the games that have these versions."""
        for game, version in moved.items():
            self._play.moved(game, version)
            for listener in self.listeners:
                listener(game)

    @property
    def _table(self) -> str:
        """The table of the positions."""
        return EVENTS if self.partitions is None else ORDER

    async def _end(self, connection: _Connection) -> int:
        cursor = await connection.execute(_end_of(self._table))
        row = await cursor.fetchone()
        assert row is not None
        return row[0] or 0
