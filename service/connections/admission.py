"""Limits the concurrent requests of each connection, and cancels requests whose client has disconnected.

An HTTP/2 client may send thousands of requests and reset each stream at once (CVE-2023-44487). Requests wait for a slot
of their connection. A reset removes a waiting request from the queue and cancels one in progress.
"""

import asyncio
import contextlib
import contextvars
from collections.abc import AsyncGenerator
from typing import Any, cast

from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Receive, Scope, Send

from service.connections.activity import Activity, Connection

MAX_CONCURRENT = 16
"""The maximum number of concurrent requests of a connection. Requests that wait for events do not count."""

WATCHED_AFTER = 0.05
"""Seconds after which a request in progress is watched for a disconnect. Most requests end earlier."""

CANCELLED_METHODS = frozenset({"GET", "HEAD"})
"""The safe methods, whose requests are cancelled when the client disconnects."""

CANCELLED_PATHS = frozenset({"/v1/verifications"})
"""The paths of other requests without side effects."""

_Disconnect: HTTPReceiveMessage = {"type": "http.disconnect"}


class _Request:
    """A request without side effects, which can be cancelled when its client disconnects."""

    __slots__ = ("_complete", "_future", "_gone", "_is_read", "_message", "_receive", "is_gone", "slot", "task")

    def __init__(self, receive: Receive, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.is_gone = False
        self.slot: _Slot | None = None
        self._receive = receive
        self._message: HTTPReceiveMessage | None = None
        """A message that the watch has received, but not yet the application."""
        self._is_read = False
        """Whether the application receives messages directly."""
        self._complete = False
        """Whether the body has been received."""
        self._gone: asyncio.Future[None] | None = None
        self._future: asyncio.Future[Any] | None = None

    def watch(self) -> None:
        """Cancel the request on a disconnect, unless the application itself waits for the disconnect."""
        if self._future is None and not self._is_read:
            self._expect()

    def _expect(self) -> None:
        # the server returns futures, so no task is created
        future: asyncio.Future[Any] = asyncio.ensure_future(cast("Any", self._receive()))
        future.add_done_callback(self._received)
        self._future = future

    def _received(self, future: asyncio.Future[HTTPReceiveMessage]) -> None:
        if future.cancelled() or future.exception() is not None:
            return
        message = future.result()
        if message["type"] == "http.disconnect":
            self._leave()
        elif not message.get("more_body"):
            self._message, self._complete = message, True
            self._expect()
        else:
            # the application receives the rest
            self._message, self._is_read = message, True
        self._wake()

    def _leave(self) -> None:
        self.is_gone = True
        if not self._is_read:
            self.task.cancel()

    def _wake(self) -> None:
        if self._gone is not None and not self._gone.done():
            self._gone.set_result(None)

    async def receive(self) -> HTTPReceiveMessage:
        """Return the next message to the application."""
        while self._message is None and self._future is not None and not self.is_gone and not self._is_read:
            self._gone = asyncio.get_running_loop().create_future()
            # the application waits for the disconnect and ends by itself
            self._is_read = self._complete
            await self._gone
        if self._message is not None:
            message, self._message = self._message, None
            return message
        if self.is_gone:
            return _Disconnect
        self._is_read = True
        message = cast("HTTPReceiveMessage", await self._receive())
        if message["type"] == "http.request" and not message.get("more_body"):
            self._complete = True
            self._is_read = False
        return message

    def close(self) -> None:
        """Stop watching."""
        if self._future is not None and not self._future.done():
            self._future.cancel()


class _Slot:
    """The slot of a request among the concurrent requests of its connection."""

    __slots__ = ("_connection", "is_held")

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.is_held = False

    def take(self) -> bool:
        """Take a slot if one is free. Returns whether the request has a slot."""
        if self._connection.working < MAX_CONCURRENT:
            self._connection.working += 1
            self.is_held = True
        return self.is_held

    async def wait(self) -> None:
        """Wait for a slot."""
        given: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def give() -> bool:
            if given.done():
                return False
            self.is_held = True
            given.set_result(None)
            return True

        self._connection.waiting.append(give)
        try:
            await given
        except asyncio.CancelledError:
            self.release()
            raise

    def release(self) -> None:
        """Pass the slot to the next waiting request."""
        if not self.is_held:
            return
        self.is_held = False
        waiting = self._connection.waiting
        while waiting:
            if waiting.popleft()():
                return
        self._connection.working -= 1


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
        await slot.wait()


def give_up_slot() -> None:
    """Release the slot of the current request for good, such as for a stream."""
    slot = _SLOT.get()
    if slot is not None:
        slot.release()


class Admission:
    """An ASGI application that limits the concurrent requests of each connection."""

    def __init__(self, app: ASGIApp, activity: Activity) -> None:
        self._app = app
        self._activity = activity
        self._running: dict[_Request, float] = {}
        self._sweep: asyncio.TimerHandle | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a request as soon as its connection has a free slot."""
        client: Any = cast("dict[str, Any]", scope).get("client")
        if client is None:
            await self._app(scope, receive, send)
            return
        # granian passes the port as a string
        connection = self._activity.of((client[0], int(client[1])))
        connection.begin()
        try:
            asked = cast("HTTPScope", scope)
            if asked["method"] in CANCELLED_METHODS or asked["path"] in CANCELLED_PATHS:
                await self._answer(connection, scope, receive, send)
            else:
                await self._app(scope, receive, send)
        finally:
            connection.end()

    async def _answer(self, connection: Connection, scope: Scope, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        assert task is not None
        request = _Request(receive, task)
        slot = _Slot(connection)
        _SLOT.set(slot)
        loop = asyncio.get_running_loop()
        self._running[request] = loop.time()
        if self._sweep is None:
            self._sweep = loop.call_later(WATCHED_AFTER, self._watch_all)
        try:
            if not slot.take():
                request.watch()
                await slot.wait()
            await self._app(scope, request.receive, send)
        except asyncio.CancelledError:
            # cancelled because of the disconnect, not because the service stops
            if not request.is_gone or task.uncancel():
                raise
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
