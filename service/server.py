"""Serving the application with granian, in this very process: a SQLite file has one."""

import asyncio
import contextlib
import gc
import os
import signal
import socket

from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from service.app import create_app
from service.settings import Settings

BACKPRESSURE = 20_000
"""Requests, long polls and streams at a time; granian's default would stop at 1,024."""

HEADERS_WITHIN = 10_000
"""Milliseconds that a client has for the head of a request."""

PATIENCE = 3.0
"""Seconds after a signal that a request has to end, such as one of whose body only a half has come."""

STOP_WITHIN = 8.0
"""Seconds after a signal within which the process is gone, whatever its clients do."""

_STOPPED_HARD = 1


class AddressError(Exception):
    """The address cannot be listened on; says why and what to do."""


def check_address(settings: Settings) -> None:
    """Raise AddressError where somebody listens on the port already: granian would share it without a word."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        message = f"cannot listen on {settings.host} port {settings.port} ({error.strerror}): choose another --port"
        raise AddressError(message) from error


def serve(settings: Settings) -> None:
    """Serve until a signal says to stop."""
    asyncio.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    app = create_app(settings)
    server = Server(
        app,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        backpressure=BACKPRESSURE,
        http1_settings=HTTP1Settings(header_read_timeout=HEADERS_WITHIN),
        log_access=False,
    )
    loop = asyncio.get_running_loop()
    serving = asyncio.ensure_future(server.serve())

    def stop() -> None:
        # streams and long polls end by themselves, then the server finds nothing left to wait for
        app.state.play.hub.close()
        server.stop()
        loop.call_later(PATIENCE, serving.cancel)
        # what is answered is durable: to go without goodbye loses nothing
        loop.call_later(STOP_WITHIN, os._exit, _STOPPED_HARD)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    frozen()
    # what was cancelled still waited for its client; store and bots are closed as ever, for the loop ends all that runs
    with contextlib.suppress(asyncio.CancelledError):
        await serving


def frozen() -> None:
    """Tell the garbage collector that what is there now stays: it need not look at it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
