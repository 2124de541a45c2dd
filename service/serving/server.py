"""Runs the application with granian in the current process. A SQLite file is used by one process."""

import asyncio
import contextlib
import errno
import gc
import os
import resource
import signal
import socket
import threading
from functools import partial

import uvloop
from granian.errors import FatalError

from service.app import DRAIN, create_app
from service.core.connections.activity import Activity
from service.core.connections.addresses import Addresses
from service.core.connections.admission import Admission
from service.core.connections.limits import limits_of
from service.core.connections.watchdog import Watchdog
from service.core.settings import Settings
from service.core.store.timeouts import SHUTDOWN_CANCEL, SHUTDOWN_GRACE, SHUTDOWN_TIMEOUT
from service.play.api.stream import connection
from service.serving.address import bind, bind_error
from service.serving.listener import Listener
from service.serving.refusal import Refusal
from service.serving.start import Start

FILES = 65_536
"""The requested limit of open files. Each stream needs one, and the usual default is 1,024."""

_STOPPED_HARD = 1


class AddressError(Exception):
    """The service cannot listen on the address. The message says why and what to do."""


def check_address(settings: Settings) -> None:
    """Raise AddressError if the port is taken or the address is unusable.

    With a shared port, only an unusable address is an error.
    """
    try:
        listening(settings.host, settings.port, shared=settings.shared_port).close()
    except OSError as error:
        is_port = error.errno in {errno.EADDRINUSE, errno.EACCES}
        instead = "--port" if is_port else "--host, an address of this machine"
        message = f"{bind_error(settings.host, settings.port, error)}: choose another {instead}"
        raise AddressError(message) from error


def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT."""
    raise_file_limit()
    # until the application is built: what that allocates stays
    gc.disable()
    uvloop.run(_serve(settings))


def raise_file_limit() -> None:
    """Raise the limit of open files as far as the system permits."""
    own, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if own != resource.RLIM_INFINITY and own < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def listening(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Return a socket to listen on. The system closes its connections when a client does not receive data for too long.

    Only the operating system can discard the data in its own buffers and those of granian.
    """
    found = bind(host, port, shared=shared)
    # accepted connections inherit these options
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(connection.WRITE_TIMEOUT * 1000))
    return found


async def _serve(settings: Settings) -> None:
    activity = Activity()
    app = create_app(settings, activity=activity)
    start = Start(app)
    limits = limits_of(settings.connections, settings.connections_per_address)
    addresses = Addresses(settings.proxies)
    watchdog = Watchdog(settings.port, activity, limits, addresses)
    server = Listener(
        Admission(start, activity, addresses, Refusal(app)),
        settings.host,
        settings.port,
        partial(listening, settings.host, settings.port, shared=settings.shared_port),
        watchdog.limits.total,
        settings.log_level,
    )
    loop = asyncio.get_running_loop()
    serving = asyncio.ensure_future(server.serve())

    def stop() -> None:
        # end streams and long polls, so that the server has nothing to wait for
        server.stop()
        if DRAIN in app.state:
            app.state[DRAIN]()
        # all connections: a request to a client that does not read ends only with its connection, and the socket does
        # not show which client that is
        loop.call_later(SHUTDOWN_GRACE, watchdog.close_all)
        loop.call_later(SHUTDOWN_GRACE + SHUTDOWN_CANCEL, serving.cancel)
        _exit_after_timeout()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    watchdog.start()
    freeze_garbage_collector()
    # cancelled requests were waiting for the database; the shutdown of the application still runs
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await serving
    except FatalError:
        if start.error is None:
            raise
        # the error of the start says more than that of the server
        raise start.error from None
    finally:
        watchdog.stop()


def _exit_after_timeout() -> None:
    """Let the process exit hard if it has not ended in time. What was acknowledged is durable, so nothing is lost."""
    # a separate thread, because the loop may have ended while the interpreter waits for a thread that commits
    hard = threading.Timer(SHUTDOWN_TIMEOUT, os._exit, (_STOPPED_HARD,))
    hard.daemon = True
    hard.start()


def freeze_garbage_collector() -> None:
    """Enable garbage collection, without all current objects, since they live as long as the process.

    They are not collected first: that takes a sixth of the start, and little of them is garbage.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()
