"""Finds the batches of a sequenced log that have no position yet, in each partition apart (decision 088)."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias

import psycopg

from service.core.store.adapters.placing import LEAVES
from service.core.store.outage import survived
from service.core.store.partitions import LOOK_TIMEOUT, RETRY_AFTER, Partitions, is_no_answer
from service.core.store.postgres_connection import UNPLACED

OLD = 1.0
"""Seconds without a position after which this process places, and between two such steps.

Otherwise whoever reads the order to its end does it. Each poll reads all batches that have none.
"""

_Connection: TypeAlias = psycopg.AsyncConnection[Any]
_log = logging.getLogger(__name__)


def _unplaced(table: str) -> bytes:
    """Return the query of the batches without a position: the game, the version of the last event, and its age."""
    return f"""
SELECT originator_id, originator_version + cardinality(topics) - 1, clock_timestamp() - appended_at > '{OLD} s'
FROM {table}
""".encode()  # noqa: S608 - our names


class UnplacedBatches:
    """Reads the unplaced batches of all partitions, each on a connection of its own.

    So a partition that hangs delays one poll, by `LOOK_TIMEOUT`. Then it is away, and polls leave it out until a look
    that none of them waits for has read it.
    """

    def __init__(
        self,
        partitions: Partitions,
        connect: Callable[[], Awaitable[_Connection]],
        report: Callable[[Mapping[str, int]], None],
    ) -> None:
        """`report` is called with the games that have new batches, and their versions."""
        self._partitions = partitions
        self._connect = connect
        self._report = report
        self._found: dict[str, set[tuple[str, int]]] = {}
        """By partition, the games and versions that the last poll has found."""
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._looked_at: dict[str, float] = {}
        self._connections: dict[str, _Connection] = {}
        self._placing: asyncio.Task[None] | None = None
        self._placed_at = -math.inf

    @property
    def count(self) -> int:
        """The number of batches without a position that the last poll has found."""
        return sum(map(len, self._found.values()))

    async def forget(self) -> None:
        """Forget all batches, and close the connections: the server may be a different one."""
        # without waiting for them: each cancels its statement first, and closes its own connection
        for look in self._looks.values():
            look.cancel()
        connections = [*self._connections.values()]
        self._found, self._looks, self._connections = {}, {}, {}
        for connection in connections:
            await connection.close()

    async def poll(self, connection: _Connection) -> None:
        """Report the games with new batches. A partition that does not answer is left out. Raises psycopg.Error."""
        names = await self._names(connection)
        if len(names) == 1:
            await self._look(names[0], connection)
            return
        waited = {name: look for name in names if (look := self._begin(name)) is not None}
        if waited:
            await asyncio.wait(waited.values(), timeout=LOOK_TIMEOUT)
        for name, look in waited.items():
            if look.done():
                look.result()
            else:
                self._partitions.lost(name, TimeoutError(f"no reply within {LOOK_TIMEOUT} s"))

    def _begin(self, name: str) -> asyncio.Task[None] | None:
        """Begin to look at a partition; returns the task if the poll should wait for it."""
        is_away = name in self._partitions.away
        look = self._looks.get(name)
        if look is not None and not look.done():
            if is_away:
                return None
            # somebody else has found that the partition answers: the connection of this look may be dead
            look.cancel()
        elif look is not None and not look.cancelled():
            # of a look that nobody waited for; the next one fails, too, if the server itself is lost
            look.exception()
        now = time.monotonic()
        if is_away and now < self._looked_at.get(name, 0.0) + RETRY_AFTER:
            return None
        self._looked_at[name] = now
        look = self._looks[name] = asyncio.create_task(self._look_apart(name))
        return None if is_away else look

    async def _look_apart(self, name: str) -> None:
        """Look at a partition on its own connection."""
        connection = self._connections.pop(name, None)
        try:
            if connection is None:
                connection = await self._connect()
            await self._look(name, connection)
        except BaseException as error:
            if connection is not None:
                await connection.close()
            if not is_no_answer(error):
                raise
            self._partitions.lost(name, error)
            return
        self._partitions.found(name)
        self._connections[name] = connection

    async def _look(self, name: str, connection: _Connection) -> None:
        cursor = await connection.execute(_unplaced(name))
        rows: list[tuple[str, int, bool]] = await cursor.fetchall()
        found = {(game, version) for game, version, _ in rows}
        moved: dict[str, int] = {}
        for game, version in found - self._found.get(name, set()):
            moved[game] = max(version, moved.get(game, 0))
        self._found[name] = found
        self._report(moved)
        if any(is_old for _, _, is_old in rows):
            self._place()

    def _place(self) -> None:
        """Begin to give positions, unless it was begun within the last second."""
        now = time.monotonic()
        if now >= self._placed_at + OLD and (self._placing is None or self._placing.done()):
            self._placed_at = now
            self._placing = asyncio.create_task(self._place_all())

    async def _place_all(self) -> None:
        with survived(_log, "batches get no positions", "batches get no positions now"):
            await asyncio.to_thread(self._partitions.place_all)

    async def _names(self, connection: _Connection) -> Sequence[str]:
        """Return the tables of unplaced batches, one of each partition."""
        if not self._partitions.names:
            cursor = await connection.execute(LEAVES.encode())
            self._partitions.names = [str(row[0]) for row in await cursor.fetchall()] or [UNPLACED]
        return self._partitions.names
