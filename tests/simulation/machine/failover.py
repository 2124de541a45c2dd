"""A failover to a server that has lost the last commits, as decisions 004 and 005 describe it."""

import asyncio
import sqlite3
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.world import World

EPOCH: ContextVar[int] = ContextVar("epoch", default=0)
"""The number of failovers before a request arrived. Replies to requests from before the last one are not checked."""

SEQUENCE_GAP = 32
"""Numbers of a sequence that PostgreSQL writes to its log in advance: the new server begins after them."""


async def fail_over(world: "World") -> None:
    """Let a standby take over that lacks what was committed in the last fraction of a second."""
    rng = world.rng
    snapshot = sqlite3.connect(":memory:")
    world.disk.raw.backup(snapshot)
    await asyncio.sleep(0.05 + rng.random())
    world.happened("world", "the server is lost")
    world.faults.is_out = True
    for connection in world.connections:
        connection.close()
    last: int = world.disk.raw.execute("SELECT COALESCE(MAX(rowid), 0) FROM stored_events").fetchone()[0]
    await asyncio.sleep(0.01 + 1.5 * rng.random() * rng.random())
    snapshot.backup(world.disk.raw)
    snapshot.close()
    world.disk.raw.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'stored_events'", (last + SEQUENCE_GAP,))
    world.restored()
    world.faults.is_out = False
    world.happened("world", "another server answers")
