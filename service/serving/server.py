"""Serving the application with granian, in this very process: a SQLite file has one."""

import asyncio
import contextlib
import errno
import gc
import os
import resource
import signal
import socket
from typing import Any

from granian._granian import SocketHolder
from granian.constants import Interfaces
from granian.errors import FatalError
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from service.api.stream import reader
from service.app import create_app
from service.connections.activity import Activity
from service.connections.addresses import Addresses
from service.connections.admission import Admission
from service.connections.limits import limits_of
from service.connections.watchdog import Watchdog
from service.serving.address import bound, in_vain
from service.serving.start import Start
from service.settings import Settings
from service.store.timeouts import SHUTDOWN_GRACE, SHUTDOWN_TIMEOUT

FILES = 65_536
"""Files that are asked for: a stream is one, and systems are used to giving a process 1,024 unless it asks."""

HEADERS_WITHIN = 10_000
"""Milliseconds that a client has for the head of a request."""

BACKLOG = 1024
"""Connections that may wait to be taken: as many as come while those above the limits are closed."""

GRANIAN_LOG: dict[str, Any] = {"handlers": {}, "loggers": {"_granian": {"handlers": [], "propagate": True}}}
"""What makes granian write to the log of the process."""

_STOPPED_HARD = 1


class AddressError(Exception):
    """The address cannot be listened on; says why and what to do."""


def check_address(settings: Settings) -> None:
    """Raise AddressError where the address cannot be listened on, such as when somebody does that already.

    That is what a site wants whose processes share a port: then only an address that is none is told.
    """
    try:
        listening(settings.host, settings.port, shared=settings.shared_port).close()
    except OSError as error:
        is_port = error.errno in {errno.EADDRINUSE, errno.EACCES}
        instead = "--port" if is_port else "--host, an address of this machine"
        message = f"{in_vain(settings.host, settings.port, error)}: choose another {instead}"
        raise AddressError(message) from error


def serve(settings: Settings) -> None:
    """Serve until a signal says to stop."""
    ask_for_files()
    asyncio.run(_serve(settings))


def ask_for_files() -> None:
    """Raise the number of files that may be open, as far as the system lets this process."""
    own, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if own != resource.RLIM_INFINITY and own < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def listening(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Return a socket to listen on, whose connections are closed when their client takes nothing for too long.

    What is in the buffers of the operating system, and of granian, only the operating system can give up.
    """
    found = bound(host, port, shared=shared)
    # whoever connects to it has these options too
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(reader.STALLED * 1000))
    return found


class _Server(Server):
    """Listens on a socket of ours: granian's own would share a port that is in use, and wait for clients for ever."""

    shares_port = False

    def _init_shared_socket(self) -> None:
        hold: Any = SocketHolder
        found = listening(self.bind_addr, self.bind_port, shared=self.shares_port)
        self._ssp = None
        self._shd = hold(found.detach(), uds=False, backlog=BACKLOG)


async def _serve(settings: Settings) -> None:
    app = create_app(settings)
    start = Start(app)
    activity = Activity()
    watchdog = Watchdog(
        settings.port,
        activity,
        limits_of(settings.connections, settings.connections_per_address),
        Addresses(settings.proxies),
    )
    server = _Server(
        Admission(start, activity),
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        # connections: the next ones wait until one of these is closed
        backpressure=watchdog.limits.total,
        http1_settings=HTTP1Settings(header_read_timeout=HEADERS_WITHIN),
        log_access=False,
        log_level=LogLevels(settings.log_level),
        log_dictconfig=GRANIAN_LOG,
    )
    server.shares_port = settings.shared_port
    loop = asyncio.get_running_loop()
    serving = asyncio.ensure_future(server.serve())

    def stop() -> None:
        # streams and long polls end by themselves, then the server finds nothing left to wait for
        app.state.play.hub.close()
        server.stop()
        loop.call_later(SHUTDOWN_GRACE, serving.cancel)
        # what is answered is durable: to go without goodbye loses nothing
        loop.call_later(SHUTDOWN_TIMEOUT, os._exit, _STOPPED_HARD)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    watchdog.start()
    frozen()
    # what was cancelled still waited for its client; store and bots are closed as ever, for the loop ends all that runs
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await serving
    except FatalError:
        if start.error is None:
            raise
        # what the server says of a failed start is less than what has failed
        raise start.error from None
    finally:
        watchdog.stop()


def frozen() -> None:
    """Tell the garbage collector that what is there now stays: it need not look at it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
