"""Runs a witness: its HTTP server, and the polls of the sites that it follows."""

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Sequence
from functools import partial

import uvloop
from granian.errors import FatalError

from service.operate.witness.following import Follower
from service.operate.witness.state import WitnessError
from service.operate.witness.web import Web
from service.operate.witness.witness import Witness
from service.serving.address import bind
from service.serving.listener import Listener

CONNECTIONS = 256
"""Open connections; further ones wait."""

LEAST_BETWEEN = 5.0
"""Seconds between two polls of a site, also if a submission gives a reason for one."""

_log = logging.getLogger(__name__)


def run(witness: Witness, followers: Sequence[Follower], host: str, port: int, every: float, log_level: str) -> None:
    """Serve and poll until SIGTERM or SIGINT. `every` is the number of seconds between two polls of a site.

    Raises WitnessError, and OSError if the address cannot be used.
    """
    uvloop.run(_run(witness, followers, host, port, every, log_level))


async def _run(
    witness: Witness, followers: Sequence[Follower], host: str, port: int, every: float, log_level: str
) -> None:
    wanted = [asyncio.Event() for _ in followers]

    def poll_all() -> None:
        for each in wanted:
            each.set()

    app = Web(witness, followers, poll_all)
    server = Listener(app, host, port, partial(_listening, host, port), CONNECTIONS, log_level)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.stop)
    polls = [
        asyncio.create_task(_poll(follower, event, every)) for follower, event in zip(followers, wanted, strict=True)
    ]
    try:
        await server.serve()
    except FatalError as error:
        message = f"the server of the witness has ended ({error})"
        raise WitnessError(message) from None
    finally:
        for task in polls:
            task.cancel()
        await asyncio.gather(*polls, return_exceptions=True)


async def _poll(follower: Follower, wanted: asyncio.Event, every: float) -> None:
    while True:
        wanted.clear()
        try:
            await asyncio.to_thread(follower.poll)
        except Exception:  # noqa: BLE001 - the next poll may succeed
            _log.exception("%s cannot be followed", follower.site)
        await asyncio.sleep(min(LEAST_BETWEEN, every))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, every - LEAST_BETWEEN)):
                await wanted.wait()


def _listening(host: str, port: int) -> socket.socket:
    found = bind(host, port)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found
