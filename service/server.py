"""Serving the application with granian, one process: a SQLite file has one."""

import os

from granian.constants import Interfaces
from granian.server import Server

from service.settings import Settings

BACKPRESSURE = 20_000
"""Requests and long polls at a time; granian's default would stop at 1,024."""

KILL_AFTER = 5
"""Seconds after which a worker that does not stop is killed."""


def serve(settings: Settings) -> None:
    """Serve until a signal says to stop."""
    os.environ["LUDOLOG_DATABASE"] = settings.database
    Server(
        "service.app:create_app",
        factory=True,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=1,
        backpressure=BACKPRESSURE,
        workers_kill_timeout=KILL_AFTER,
        log_access=False,
    ).serve()
