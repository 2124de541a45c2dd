"""The connection with which a process follows the log."""

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self

import psycopg

from tests.simulation.machine.loop import Loop

if TYPE_CHECKING:
    from tests.simulation.world import World


class Connection:
    """The connection with which a process follows the log, as the log poller uses that of psycopg."""

    world: "World"
    info = SimpleNamespace(host="", port=5432)
    """The server, of which there is one."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self._notified = asyncio.Event()
        self.is_broken = False
        self.listens = False
        """Whether it receives notifications."""

    @classmethod
    async def connect(cls, **_: Any) -> "Connection":
        await asyncio.sleep(0.001)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        made = cls(loop)
        cls.world.connections.append(made)
        return made

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self in self.world.connections:
            self.world.connections.remove(self)

    async def execute(self, query: bytes, parameters: tuple[int, ...] = ()) -> "Rows":
        """Run one of the two queries of the poller."""
        if query.startswith(b"LISTEN"):
            self.listens = True
            return Rows([])
        return Rows(await asyncio.to_thread(self._select, parameters[0] if parameters else None))

    def _select(self, after: int | None) -> list[tuple[Any, ...]]:
        if self.is_broken:
            message = "the server has closed the connection"
            raise psycopg.OperationalError(message)
        database = self.world.disk.application.datastore
        with database.transaction(commit=False) as cursor:
            if after is None:
                cursor.execute("SELECT COALESCE(MAX(rowid), 0) AS last FROM stored_events")
                return [(*cursor.fetchall()[0], None, None, 0)]
            cursor.execute("SELECT COALESCE(MAX(number), 0) AS last FROM account_changes")
            (change,) = cursor.fetchall()[0]
            cursor.execute(
                "SELECT rowid, originator_id, originator_version FROM stored_events WHERE rowid > ? "
                "ORDER BY rowid LIMIT 5000",
                (after,),
            )
            return [(*row, change) for row in cursor.fetchall()] or [(None, None, None, change)]

    def notify(self) -> None:
        """Deliver a notification."""
        self._notified.set()

    def close(self) -> None:
        """Lose the connection."""
        self.is_broken = True
        self._notified.set()

    async def notifies(self) -> Any:
        """Yield at each notification."""
        while True:
            await self._notified.wait()
            self._notified.clear()
            if self.is_broken:
                message = "the server has closed the connection"
                raise psycopg.OperationalError(message)
            yield None


class Rows:
    """What a query has returned."""

    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self._rows = rows

    async def fetchall(self) -> list[tuple[Any, ...]]:
        return self._rows

    async def fetchone(self) -> tuple[Any, ...] | None:
        return self._rows[0] if self._rows else None
