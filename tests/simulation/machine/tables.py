"""The database with all tables of the service, from which every simulation starts."""

import random
import sqlite3
from functools import cache

from service.app import build_parts
from service.core.store.anchors import Readings, anchor_of
from service.news.notifications import Notifications
from service.play.play import Play
from service.tournaments.tournaments import Tournaments
from tests.simulation.machine.disk import Disk
from tests.simulation.machine.loop import Loop
from tests.simulation.machine.process import SimulatedStore, settings
from tests.simulation.machine.scheduler import START, Scheduler


@cache
def make_tables() -> sqlite3.Connection:
    """Return a database without games, made once by the service itself."""
    disk = Disk()
    loop = Loop(Scheduler(random.Random(0)), "template")
    store = SimulatedStore(disk, loop)
    anchor_of(store.database, "boot", Readings(lambda: START, lambda: START, lambda: True))
    parts = build_parts(settings(), store, Play(store), None)
    parts.get(Notifications).client.close()
    parts.get(Tournaments).pairing.close()
    return disk.raw
