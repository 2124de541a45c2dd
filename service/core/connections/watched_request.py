"""A request that is watched for a disconnect of its client while it is in progress."""

import asyncio
from typing import Any, cast

from litestar.types import HTTPReceiveMessage, Receive

_Disconnect: HTTPReceiveMessage = {"type": "http.disconnect"}


class WatchedRequest:
    """A request without side effects, which can be cancelled when its client disconnects."""

    __slots__ = ("_complete", "_future", "_gone", "_is_read", "_message", "_receive", "is_gone", "task")

    def __init__(self, receive: Receive, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.is_gone = False
        """Whether the client has disconnected."""
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
            # the application waits for the disconnect and then ends
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
        future, self._future = self._future, None
        if future is None:
            return
        # the future of the server refers to its callbacks, and the garbage collector cannot traverse it
        future.remove_done_callback(self._received)
        if not future.done():
            future.cancel()
