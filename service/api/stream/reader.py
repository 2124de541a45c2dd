"""One reader of a stream: sends past events itself, and gets new ones from the feed of the game."""

import asyncio
from collections.abc import Callable, Generator
from typing import Any

import msgspec
from litestar.types import Message, Send

from domain.game.game import Game
from projections.history import AnyViewer
from service.games.feed import Feed, Form, frame_of
from service.games.loaded import Loaded
from service.games.play import Play
from service.games.texts import Texts
from service.store.failpoints import at_point
from service.store.times import seconds_until

HEARTBEAT = 15.0
"""Seconds without an event before a heartbeat."""

WRITE_TIMEOUT = 30.0
"""Seconds after which a blocked send closes the stream."""

CHUNK = 256
"""The maximum number of events in one send, which bounds the memory of a slow reader."""

RETRY = 2000
"""The reconnect delay that clients are asked to use, in milliseconds."""


# not a Value: it holds functions, so the garbage collector has to see it
class StreamAsked(msgspec.Struct, frozen=True):
    """The parameters of a stream."""

    game: str
    viewer: AnyViewer
    after: int
    """Only events with higher versions."""
    follow: bool
    """Whether to wait for new events after the last one."""
    as_sse: bool
    """Whether to send server-sent events; otherwise lines of JSON."""
    may_go_on: Callable[[Game], bool]
    """Whether the reader may see the game in this state."""
    closing: Callable[[Loaded], bytes]
    """Returns the line with the signed head, which ends the stream of a finished game."""
    texts: Texts | None = None
    """The sentences of the events; None: without."""
    until: str | None = None
    """The expiry time of the token or invitation; None: no expiry."""


class Reader:
    """Sends the events of a game to one connection. Its only position is a version; it has no queue."""

    def __init__(self, play: Play, asked: StreamAsked, send: Send) -> None:
        self._play = play
        self._asked = asked
        self._form = Form(asked.as_sse, asked.texts)
        self._after = asked.after
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        """When the last send ended, or when the current one began."""
        self._is_sending = False
        self._waiting: asyncio.Future[_Unfinished | None] = self._loop.create_future()
        """Pending while the reader waits for new events. Only then may the feed or the watch send."""
        self._waiting.set_result(None)
        self._timer: asyncio.TimerHandle | None = None
        self._game: Game | None = None
        """The game at the last load."""

    async def read(self) -> None:
        """Send events until the stream ends or the client stops reading."""
        task = asyncio.current_task()
        assert task is not None
        self._watch(task)
        # access is checked again at the expiry time of the token
        until = self._asked.until
        expiry = None if until is None else self._loop.call_later(seconds_until(until), self.wake)
        try:
            await self._go_on()
        finally:
            for timer in (self._timer, expiry):
                if timer is not None:
                    timer.cancel()

    async def _go_on(self) -> None:
        if self._asked.as_sse:
            await self._hand_over(b"retry: %d\n\n" % RETRY)
        notifier = self._play.notifier
        while True:
            loaded = await self._play.load(self._asked.game)
            self._game = loaded.game
            await self._catch_up(loaded)
            if not self._asked.may_go_on(loaded.game):
                break
            if loaded.game.is_over:
                # the signed head proves which events were sent
                line = self._asked.closing(loaded)
                await self._hand_over(b"event: statement\ndata: %b\n\n" % line if self._asked.as_sse else line + b"\n")
            if loaded.game.is_over or not self._asked.follow:
                break
            if notifier.is_closing:
                # the service stops: a reconnect reaches the next process
                await self._hand_over(self._remark(b"come back soon"))
                break
            if self._after < (await self._play.load(self._asked.game)).game.version:
                # new events were appended during the sends
                continue
            await self._live()
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _catch_up(self, loaded: Loaded) -> None:
        """Send the events up to the current version while the reader may see them."""
        while self._after < (last := loaded.game.version) and self._asked.may_go_on(loaded.game):
            end = min(self._after + CHUNK, last)
            await self._hand_over(frame_of(loaded, self._asked.viewer, self._after, end, self._form))
            at_point("stream")
            self._after = end

    async def _hand_over(self, frame: bytes) -> None:
        self._since = self._loop.time()
        self._is_sending = True
        await self._send(_message(frame))
        self._handed_over()

    def _handed_over(self) -> None:
        self._since = self._loop.time()
        self._is_sending = False

    async def _live(self) -> None:
        """Let the feed send new events until the reader has to act itself."""
        feed = self._play.notifier.feed(self._asked.game, self._play.load)
        self._waiting = self._loop.create_future()
        feed.add(self)
        try:
            unfinished = await self._waiting
        finally:
            feed.discard(self)
        if unfinished is not None:
            await unfinished
            self._handed_over()

    def wake(self) -> None:
        """Make the reader load the game and act itself."""
        if not self._waiting.done():
            self._waiting.set_result(None)

    def offer(self, feed: Feed, loaded: Loaded) -> None:
        """Send the new events, or wake the reader if it has to do more than that."""
        if self._waiting.done():
            return
        game = loaded.game
        after, last = self._after, game.version
        if game.is_over or self._play.notifier.is_closing or last > after + CHUNK:
            self.wake()
        elif last > after:
            if self._asked.may_go_on(game):
                self._after = last
                self._pass_on(feed.frame(loaded, self._asked.viewer, after, last, self._form))
            else:
                self.wake()

    def _pass_on(self, frame: bytes) -> None:
        """Send without waiting, which usually completes. The task of the reader awaits the rest."""
        self._since = self._loop.time()
        rest = self._send(_message(frame)).__await__()
        try:
            first = next(rest)
        except StopIteration:
            return
        except Exception as error:  # noqa: BLE001 - the task of this reader raises it
            self._waiting.set_exception(error)
        else:
            self._is_sending = True
            self._waiting.set_result(_Unfinished(first, rest))

    def _watch(self, task: asyncio.Task[Any]) -> None:
        """Send a heartbeat when it is due. Cancel a reader whose send is blocked for too long."""
        left = self._since + (WRITE_TIMEOUT if self._is_sending else HEARTBEAT) - self._loop.time()
        if left <= 0:
            if self._is_sending:
                task.cancel()
                return
            if self._game is not None and not self._asked.may_go_on(self._game):
                # access has ended: the reader closes the stream
                self.wake()
            elif not self._waiting.done():
                self._pass_on(self._remark(b"still here"))
            left = HEARTBEAT
        self._timer = self._loop.call_later(min(left, HEARTBEAT), self._watch, task)

    def _remark(self, words: bytes) -> bytes:
        """Return a frame without an event: a comment, or an empty line."""
        return b": %b\n\n" % words if self._asked.as_sse else b"\n"


class _Unfinished:
    """The rest of a send that has to wait; the task of the reader awaits it."""

    def __init__(self, first: Any, rest: Generator[Any, Any, None]) -> None:
        self._first = first
        self._rest = rest

    def __await__(self) -> Generator[Any, Any, None]:
        # `next` has already taken the first future out of the generator
        yield self._first
        yield from self._rest


def _message(frame: bytes) -> Message:
    return {"type": "http.response.body", "body": frame, "more_body": True}
