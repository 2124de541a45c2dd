"""Whether the service lives and is ready."""

import sqlite3
from importlib.metadata import version

from litestar import Router, get
from litestar.datastructures import State

from service.messages import Health
from service.problems import problems


@get("/live", summary="Is the process alive?", operation_id="live")
async def live(state: State) -> Health:
    """Return at once."""
    return _health(state)


@get("/ready", summary="Can it serve?", operation_id="ready", responses=problems("unavailable"))
async def ready(state: State) -> Health:
    """Return once the store answers."""
    state.play.store.pragma("user_version")
    return _health(state)


def _health(state: State) -> Health:
    del state
    return Health("ok", version("ludolog"), f"eventsourcing {version('eventsourcing')}", sqlite3.sqlite_version)


router = Router("/health", route_handlers=[live, ready], tags=["health"])
