"""The database with all tables of the service, from which every simulation starts."""

import random
import sqlite3
from functools import cache

from service.games.play import Play
from service.services import build_services
from service.store.anchors import Readings, anchor_of
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
    services = build_services(settings(), store, Play(store), None, lambda: b"")
    services.notifications.client.close()
    services.tournaments.pairing.close()
    return disk.raw
