"""Follows a log that other processes append to, so that nothing here is answered from the past."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import psycopg
from eventsourcing.persistence import PersistenceError

from service.accounts.accounts import Accounts
from service.games.play import Play
from service.store.errors import StoreError
from service.store.outage import OUTAGE
from service.store.postgres import CHANNEL, EVENTS, parameters_of
from service.store.timeouts import LOG_END_TIMEOUT, LOG_POLL_TIMEOUT

POLL = 1.0
"""Seconds between two looks at the log when nothing was told: messages may get lost, the log does not."""

GATHERED = 0.01
"""Seconds between hearing of a commit and looking, unless a request asks before: many commits, one look."""

PAUSE = 0.25
"""Seconds before a lost connection is made again."""

PAGE = 5_000

_LOOK = f"""
SELECT notification_id, originator_id, originator_version,
       (SELECT COALESCE(MAX(number), 0) FROM account_changes) AS account_change
FROM (SELECT * FROM {EVENTS} WHERE notification_id > %s ORDER BY notification_id LIMIT {PAGE}) AS later
RIGHT JOIN (SELECT 1) AS always ON TRUE
ORDER BY notification_id
""".encode()  # noqa: S608 - constants

_Connection: TypeAlias = psycopg.AsyncConnection[tuple[int | None, str | None, int | None, int]]

_END = f"SELECT COALESCE(MAX(notification_id), 0), NULL, NULL, 0 FROM {EVENTS}".encode()  # noqa: S608 - a constant

_log = logging.getLogger(__name__)


class Follower:
    """Looks at the end of the log: whenever a commit is told, once a second, and for every request.

    All requests that wait at a time share one look, which begins after the last of them came.
    """

    def __init__(self, database: str, play: Play, accounts: Accounts) -> None:
        self._parameters = parameters_of(database)
        self._play = play
        self._accounts = accounts
        self._position = 0
        """The number of the last event that is known here."""
        self.looks = 0
        """How often the end of the log was looked at."""
        self._looked_at = time.monotonic()
        self._waiting: list[asyncio.Future[None]] = []
        self._asked = asyncio.Event()
        self._told: asyncio.TimerHandle | None = None
        """What ends the gathering of commits that were told."""
        self._tasks: list[asyncio.Task[None]] = []
        self.listeners: list[Callable[[str], None]] = []
        """Hear of every game that has moved on."""

    async def start(self) -> None:
        """Begin at the end of the log; raises psycopg.Error."""
        async with await _Connection.connect(**self._parameters) as connection:
            self._position = await _end(connection)
        self._tasks = [asyncio.create_task(self._follow(use)) for use in (self._look_when_asked, self._listen)]

    async def stop(self) -> None:
        """Follow no longer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def is_running(self) -> bool:
        """Whether the log is followed, or at least tried to be."""
        return not any(task.done() for task in self._tasks)

    @property
    def lag(self) -> float:
        """Seconds since the last look at the end of the log: what was appended later is not known here."""
        return time.monotonic() - self._looked_at

    async def catch_up(self) -> None:
        """Return when all that was durable before this call is known here; raises StoreError after a while."""
        looked: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(looked)
        self._asked.set()
        try:
            async with asyncio.timeout(LOG_END_TIMEOUT):
                await looked
        except TimeoutError:
            message = "the database did not say in time how far the log goes"
            raise StoreError(message) from None

    async def _follow(self, use: Callable[[_Connection], Awaitable[None]]) -> None:
        """Use a connection for as long as it lasts, then the next one."""
        while True:
            try:
                async with await _Connection.connect(**self._parameters, autocommit=True) as connection:
                    await use(connection)
            except (psycopg.Error, PersistenceError, OSError, TimeoutError) as error:
                OUTAGE.report("the log cannot be followed", error)
            except Exception:  # noqa: BLE001 - as the next line says
                # whatever it was: without this task every request would be refused
                _log.exception("the log cannot be followed now")
            await asyncio.sleep(PAUSE)

    async def _listen(self, connection: _Connection) -> None:
        await connection.execute(f"LISTEN {CHANNEL}".encode())
        # what was told before this connection listened was told to nobody
        self._asked.set()
        async for _ in connection.notifies():
            if self._told is None:
                self._told = asyncio.get_running_loop().call_later(GATHERED, self._asked.set)

    async def _look_when_asked(self, connection: _Connection) -> None:
        if self.looks:
            # the server may be another one by now, which has not heard of all that the first one had
            self._position = await _end(connection)
            self._play.forget()
            await asyncio.to_thread(self._accounts.read)
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._asked.wait()
            self._asked.clear()
            if self._told is not None:
                self._told.cancel()
                self._told = None
            waiting, self._waiting = self._waiting, []
            try:
                async with asyncio.timeout(LOG_POLL_TIMEOUT):
                    await self._look(connection)
            except BaseException:
                # they go on waiting, for the next connection, as long as their patience lasts
                self._waiting = [looked for looked in waiting if not looked.done()] + self._waiting
                self._asked.set()
                raise
            OUTAGE.over()
            self.looks += 1
            self._looked_at = time.monotonic()
            for looked in waiting:
                if not looked.done():
                    looked.set_result(None)

    async def _look(self, connection: _Connection) -> None:
        """Take in all that is new."""
        is_more = True
        while is_more:
            cursor = await connection.execute(_LOOK, (self._position,))
            rows = await cursor.fetchall()
            if rows[0][3] > self._accounts.seen:
                await asyncio.to_thread(self._accounts.catch_up)
            moved = {game: version for _, game, version, _ in rows if game is not None and version is not None}
            for game, version in moved.items():
                self._play.moved(game, version)
                for listener in self.listeners:
                    listener(game)
            self._position = rows[-1][0] or self._position
            is_more = len(rows) == PAGE


async def _end(connection: _Connection) -> int:
    cursor = await connection.execute(_END)
    row = await cursor.fetchone()
    assert row is not None
    return row[0] or 0
