"""One connection of a stream: sends, heartbeats, the timeout of a blocked send, and the wait for a relay."""

import asyncio
from typing import Any, Generic, TypeVar

from litestar.types import Message, Send

from service.core.http.messages import Reply
from service.core.store.times import seconds_until
from service.play.api.stream.packing import Link, Packing
from service.play.api.stream.unfinished import UnfinishedSend, begin
from service.play.relay import Relay

HEARTBEAT = 15.0
"""Seconds between two heartbeats, whatever else is sent: a client needs to listen to nothing else."""

BEAT = b": still here\n\nevent: heartbeat\ndata: {}\n\n"
"""A heartbeat of server-sent events: a comment, and for `EventSource`, which hides comments, an event.

Without an id, the event does not change the position of the client.
"""

_SOON = 1.0
"""Seconds until a heartbeat that is due during a send is tried again."""

WRITE_TIMEOUT = 30.0
"""Seconds after which a blocked send closes the stream."""

CHUNK = 256
"""The maximum number of events in one send, which bounds the memory of a slow reader."""

RETRY = 2000
"""The reconnect delay that clients are asked to use, in milliseconds."""

T = TypeVar("T")


class Heartbeat(Reply, frozen=True, forbid_unknown_fields=True):
    """The empty object that a stream sends to show that the connection lives."""


class StreamConnection(Generic[T]):
    """Sends frames to one connection. It has no queue: a subclass keeps a position and reads on from there.

    T is what the relay offers.
    """

    def __init__(self, send: Send, *, as_sse: bool, until: str | None, is_packed: bool = False) -> None:
        self._packing = Packing() if is_packed else None
        self.as_sse = as_sse
        """Whether to send server-sent events; otherwise lines of JSON."""
        self._until = until
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        """When the last send ended, or when the current one began."""
        self._beat = self._since
        """When the last heartbeat was sent."""
        self._is_sending = False
        self._waiting: asyncio.Future[UnfinishedSend | None] = self._loop.create_future()
        """Pending while the reader waits for new events. Only then may the relay or the watch send."""
        self._waiting.set_result(None)
        self._timer: asyncio.TimerHandle | None = None

    @property
    def goes_first(self) -> bool:
        """Whether the reader plays, so that it is served before those that watch."""
        return False

    async def read(self) -> None:
        """Send events until the stream ends or the client stops reading."""
        task = asyncio.current_task()
        assert task is not None
        self._watch(task)
        # access is checked again at the expiry time of the token
        until = self._until
        expiry = None if until is None else self._loop.call_later(seconds_until(until), self.wake)
        try:
            if self.as_sse:
                await self.hand_over(b"retry: %d\n\n" % RETRY)
            await self.send_all()
            end = b"" if self._packing is None else self._packing.end()
            await self._send({"type": "http.response.body", "body": end, "more_body": False})
        finally:
            for timer in (self._timer, expiry):
                if timer is not None:
                    timer.cancel()

    async def send_all(self) -> None:
        """Send past events and then new ones, until the stream ends."""
        raise NotImplementedError

    def has_access(self) -> bool:
        """Whether the reader may still read. Called on each heartbeat."""
        raise NotImplementedError

    def offer(self, relay: Relay[T], item: T) -> None:
        """Send what is new, or wake the reader if it has to do more than that."""
        raise NotImplementedError

    async def hand_over(self, frame: bytes) -> None:
        """Send a frame."""
        self._since = self._loop.time()
        self._is_sending = True
        await self._send(_message(self._packed(frame)))
        self._handed_over()

    async def send_closing_remark(self) -> None:
        """Send the last frame of a service that stops: a reconnect reaches the next process."""
        await self.hand_over(b": come back soon\n\n" if self.as_sse else b"\n")

    async def live(self, relay: Relay[T]) -> None:
        """Let the relay send new events until the reader has to act itself."""
        self._waiting = self._loop.create_future()
        relay.add(self)
        try:
            unfinished = await self._waiting
        finally:
            relay.discard(self)
        await self._finish(unfinished)

    async def pause(self, seconds: float) -> None:
        """Wait for some seconds, or until the reader is woken. Heartbeats are sent meanwhile."""
        self._waiting = self._loop.create_future()
        timer = self._loop.call_later(seconds, self.wake)
        try:
            unfinished = await self._waiting
        finally:
            timer.cancel()
        await self._finish(unfinished)

    async def _finish(self, unfinished: UnfinishedSend | None) -> None:
        """Await the rest of a send."""
        if unfinished is not None:
            await unfinished
            self._handed_over()

    @property
    def is_live(self) -> bool:
        """Whether the relay may send."""
        return not self._waiting.done()

    def wake(self) -> None:
        """Make the reader act itself."""
        if self.is_live:
            self._waiting.set_result(None)

    def pass_on(self, frame: bytes | Link) -> None:
        """Send without waiting, which usually completes. The task of the reader awaits the rest."""
        self._since = self._loop.time()
        try:
            unfinished = begin(self._send, _message(self._packed(frame)))
        except Exception as error:  # noqa: BLE001 - the task of this reader raises it
            self._waiting.set_exception(error)
            return
        if unfinished is not None:
            self._is_sending = True
            self._waiting.set_result(unfinished)

    def _packed(self, frame: bytes | Link) -> bytes:
        if isinstance(frame, Link):
            return frame.frame if self._packing is None else self._packing.shared(frame)
        return frame if self._packing is None else self._packing.own(frame)

    def _handed_over(self) -> None:
        self._since = self._loop.time()
        self._is_sending = False

    def _watch(self, task: asyncio.Task[Any]) -> None:
        """Send a heartbeat when it is due. Cancel a reader whose send is blocked for too long."""
        now = self._loop.time()
        left = self._beat + HEARTBEAT - now
        if self._is_sending:
            blocked = self._since + WRITE_TIMEOUT - now
            if blocked <= 0:
                task.cancel()
                return
            left = min(max(left, _SOON), blocked)
        elif left <= 0:
            left = HEARTBEAT
            if not self.has_access():
                # the reader closes the stream
                self.wake()
            elif self.is_live:
                self._beat = now
                self.pass_on(BEAT if self.as_sse else b"\n")
            else:
                left = _SOON
        self._timer = self._loop.call_later(min(left, HEARTBEAT), self._watch, task)


def _message(frame: bytes) -> Message:
    return {"type": "http.response.body", "body": frame, "more_body": True}
