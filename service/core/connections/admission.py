"""Limits the concurrent requests of each connection and address, and cancels requests whose client has disconnected.

An HTTP/2 client may send thousands of requests and reset each stream at once (CVE-2023-44487), on one connection after
another. Requests wait for a slot of their connection, then for one of their address. A reset removes a waiting request
from the queue and cancels one in progress. The requests of an address that resets many are delayed first.
"""

import asyncio
import contextlib
import contextvars
import re
from collections.abc import AsyncGenerator
from typing import Any, cast

from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from service.core.connections.activity import Activity, Address, Connection
from service.core.connections.addresses import Addresses
from service.core.connections.watched_request import WatchedRequest

MAX_CONCURRENT = 16
"""The maximum number of concurrent requests of a connection. Requests that wait for events do not count."""

MAX_OF_ADDRESS = 32
"""The maximum number of concurrent requests of an address. More of them would not be answered sooner."""

MAX_QUEUED = 256
"""The maximum number of new requests of an address that wait for a slot."""

PROBES = frozenset({"/health/live", "/health/ready"})
"""The paths without a limit for their address: a load balancer requests them from one that clients may share."""

HELD = 0.1
"""Seconds by which the requests of an address that resets many are delayed. Most of them are reset in this time."""

WATCHED_AFTER = 0.05
"""Seconds after which a request in progress is watched for a disconnect. Most requests end earlier."""

CANCELLED_METHODS = frozenset({"GET", "HEAD"})
"""The safe methods, whose requests are cancelled when the client disconnects."""

CANCELLED_PATHS = frozenset({"/v1/verifications"})
"""The paths of other requests without side effects."""

PREVIEWS = re.compile(r"/v1/games/[^/]+/previews")
"""The paths of previews, which have no side effects either."""


class _Slot:
    """The slots of a request among the concurrent requests of its connection and of its address."""

    __slots__ = ("_address", "_held", "_limits")

    def __init__(self, connection: Connection, address: Address, *, is_probe: bool) -> None:
        self._address = address
        both = ((connection, MAX_CONCURRENT), (address, MAX_OF_ADDRESS))
        self._limits = both[:1] if is_probe else both
        self._held = 0
        """The number of slots that the request has, in the order of the limits."""

    @property
    def is_held(self) -> bool:
        """Whether the request has all its slots."""
        return self._held == len(self._limits)

    def take(self) -> bool:
        """Take the slots that are free. Returns whether the request has all its slots."""
        while not self.is_held:
            slots, most = self._limits[self._held]
            if slots.working >= most:
                return False
            slots.working += 1
            self._held += 1
        return True

    async def queue(self, delay: float = 0.0) -> None:
        """Wait `delay` seconds, then for the slots, and count as a queued request of the address."""
        self._address.queued += 1
        try:
            if delay:
                await asyncio.sleep(delay)
            await self.wait()
        finally:
            self._address.queued -= 1

    async def wait(self) -> None:
        """Wait for the slots."""
        try:
            while not self.take():
                await self._next()
        except asyncio.CancelledError:
            self.release()
            raise

    async def _next(self) -> None:
        """Wait until another request has passed the next slot on. A cancelled request leaves the queue at once."""
        given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = self._limits[self._held][0].waiting

        def give() -> bool:
            if given.done():
                return False
            self._held += 1
            given.set_result(None)
            return True

        waiting[give] = None
        try:
            await given
        finally:
            waiting.pop(give, None)

    def release(self) -> None:
        """Pass each slot to the next waiting request."""
        while self._held:
            self._held -= 1
            slots = self._limits[self._held][0]
            while slots.waiting:
                give, _ = slots.waiting.popitem(last=False)
                if give():
                    break
            else:
                slots.working -= 1


_SLOT: contextvars.ContextVar[_Slot | None] = contextvars.ContextVar("slot", default=None)


@contextlib.asynccontextmanager
async def set_aside() -> AsyncGenerator[None]:
    """Release the slot of the current request while it waits for an event."""
    slot = _SLOT.get()
    if slot is None or not slot.is_held:
        yield
        return
    slot.release()
    yield
    if not slot.take():
        # many requests may wait for one event: they were admitted earlier, so they do not count as queued
        await slot.wait()


def give_up_slot() -> None:
    """Release the slot of the current request permanently, such as for a stream."""
    slot = _SLOT.get()
    if slot is not None:
        slot.release()


class Admission:
    """An ASGI application that limits the concurrent requests of each connection and address.

    `refuse` answers a request of an address of which MAX_QUEUED requests wait. Without it, the request waits too.
    """

    def __init__(
        self,
        app: ASGIApp,
        activity: Activity,
        addresses: Addresses | None = None,
        refuse: ASGIApp | None = None,
    ) -> None:
        self._app = app
        self._activity = activity
        self._addresses = addresses or Addresses(())
        self._refuse = refuse
        self._running: dict[WatchedRequest, float] = {}
        self._sweep: asyncio.TimerHandle | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a request as soon as its connection and its address have a free slot."""
        client: Any = cast("dict[str, Any]", scope).get("client")
        if client is None:
            await self._app(scope, receive, send)
            return
        asked = cast("HTTPScope", scope)
        # granian passes the port as a string
        connection = self._activity.of((client[0], int(client[1])))
        key = self._addresses.client_of(client[0], asked["headers"])
        address = self._activity.begin(key)
        connection.begin()
        try:
            if not _is_without_effects(asked):
                await self._app(scope, receive, send)
            elif self._refuse is not None and address.queued >= MAX_QUEUED and asked["path"] not in PROBES:
                await self._refuse(scope, receive, send)
            else:
                slot = _Slot(connection, address, is_probe=asked["path"] in PROBES)
                await self._answer(slot, key, (scope, receive, send))
        finally:
            connection.end()
            self._activity.end(key)

    async def _answer(self, slot: _Slot, key: str, exchange: tuple[Scope, Receive, Send]) -> None:
        scope, receive, send = exchange
        task = asyncio.current_task()
        assert task is not None
        request = WatchedRequest(receive, task)
        _SLOT.set(slot)
        loop = asyncio.get_running_loop()
        self._running[request] = loop.time()
        if self._sweep is None:
            self._sweep = loop.call_later(WATCHED_AFTER, self._watch_all)
        try:
            if self._activity.resets_often(key):
                request.watch()
                await slot.queue(HELD)
            elif not slot.take():
                request.watch()
                await slot.queue()
            await self._app(scope, request.receive, send)
        except asyncio.CancelledError:
            # cancelled because of the disconnect, not because the service stops
            if not request.is_gone or task.uncancel():
                raise
            self._activity.note_reset(key)
        finally:
            self._running.pop(request)
            slot.release()
            request.close()

    def _watch_all(self) -> None:
        """Watch the requests that have been in progress for WATCHED_AFTER seconds."""
        loop = asyncio.get_running_loop()
        before = loop.time() - WATCHED_AFTER
        for request, began in self._running.items():
            if began > before:
                # requests are in the order of their start
                break
            request.watch()
        self._sweep = loop.call_later(WATCHED_AFTER, self._watch_all) if self._running else None


def _is_without_effects(scope: HTTPScope) -> bool:
    """Return whether a request changes nothing, so that it may wait, and ends when its client disconnects."""
    path = scope["path"]
    return scope["method"] in CANCELLED_METHODS or path in CANCELLED_PATHS or PREVIEWS.fullmatch(path) is not None
