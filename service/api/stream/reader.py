"""One reader of a stream: catches up by itself, and then takes what happens from the feed of the game."""

import asyncio
from collections.abc import Callable, Generator
from typing import Any

import msgspec
from litestar.types import Message, Send

from domain.game.game import Game
from projections.history import AnyViewer
from service.games.feed import Feed, frame_of
from service.games.loaded import Loaded
from service.games.play import Play
from service.store.failpoints import at_point
from service.store.times import seconds_until

HEARTBEAT = 15.0
"""Seconds without an event after which a sign of life is sent."""

WRITE_TIMEOUT = 30.0
"""Seconds after which a reader that takes nothing is left alone."""

CHUNK = 256
"""Events that are handed over at a time, at the most: what waits for a slow reader is never more."""

RETRY = 2000
"""Milliseconds after which a client is asked to come back."""


# no Value: what it holds are functions, and so the business of the garbage collector
class StreamAsked(msgspec.Struct, frozen=True):
    """What is asked of a stream: which events of which game, in which form, and how far."""

    game: str
    sight: AnyViewer
    after: int
    """Events with higher versions than this."""
    follow: bool
    """Whether to go on when all is sent that there is."""
    as_sse: bool
    """Whether to send server-sent events; lines of JSON otherwise."""
    may_go_on: Callable[[Game], bool]
    """Whether the reader may still see a game, as it stands."""
    closing: Callable[[Loaded], bytes]
    """Returns the line with the signed head, which is sent once the game is over."""
    until: str | None = None
    """When what the stream was opened with expires; None: never."""


class Reader:
    """Sends the events of a game to one connection; has a version, and no queue."""

    def __init__(self, play: Play, asked: StreamAsked, send: Send) -> None:
        self._play = play
        self._asked = asked
        self._after = asked.after
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        """When the last hand-over ended, or, while one lasts, when that began."""
        self._is_sending = False
        self._waiting: asyncio.Future[_Unfinished | None] = self._loop.create_future()
        """Not done while the reader waits for what happens next: meanwhile the feed, or the watch, may send."""
        self._waiting.set_result(None)
        self._timer: asyncio.TimerHandle | None = None
        self._game: Game | None = None
        """As it was when the reader last looked itself."""

    async def read(self) -> None:
        """Send until there is nothing more to send, or nobody who takes it."""
        task = asyncio.current_task()
        assert task is not None
        self._watch(task)
        # whether it may go on is asked again at the very time at which its token expires
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
                # the signed head, by which whoever has followed can show what was sent
                line = self._asked.closing(loaded)
                await self._hand_over(b"event: statement\ndata: %b\n\n" % line if self._asked.as_sse else line + b"\n")
            if loaded.game.is_over or not self._asked.follow:
                break
            if notifier.is_closing:
                # the service is about to stop: who comes back finds the next one
                await self._hand_over(self._remark(b"come back soon"))
                break
            if self._after < (await self._play.load(self._asked.game)).game.version:
                # it has moved on while this reader took its time
                continue
            await self._live()
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _catch_up(self, loaded: Loaded) -> None:
        """Send what has happened up to now, as long as the reader may see it."""
        while self._after < (last := loaded.game.version) and self._asked.may_go_on(loaded.game):
            end = min(self._after + CHUNK, last)
            await self._hand_over(frame_of(loaded, self._asked.sight, self._after, end, as_sse=self._asked.as_sse))
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
        """Take what happens from the feed, for as long as nothing else is to be done than to pass it on."""
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
        """Let the reader look itself what there is."""
        if not self._waiting.done():
            self._waiting.set_result(None)

    def offer(self, feed: Feed, loaded: Loaded) -> None:
        """Pass on what has happened; where more is to be done than that, only wake the reader."""
        if self._waiting.done():
            return
        game = loaded.game
        after, last = self._after, game.version
        if game.is_over or self._play.notifier.is_closing or last > after + CHUNK:
            self.wake()
        elif last > after:
            if self._asked.may_go_on(game):
                self._after = last
                self._pass_on(feed.frame(loaded, self._asked.sight, after, last, as_sse=self._asked.as_sse))
            else:
                self.wake()

    def _pass_on(self, frame: bytes) -> None:
        """Send as far as that goes without waiting: mostly all the way. The rest is left to the reader itself."""
        self._since = self._loop.time()
        rest = self._send(_message(frame)).__await__()
        try:
            first = next(rest)
        except StopIteration:
            return
        except Exception as error:  # noqa: BLE001 - it is this reader's own, and no other's
            self._waiting.set_exception(error)
        else:
            self._is_sending = True
            self._waiting.set_result(_Unfinished(first, rest))

    def _watch(self, task: asyncio.Task[Any]) -> None:
        """Show a sign of life when it is time for one; leave a reader alone that takes nothing."""
        left = self._since + (WRITE_TIMEOUT if self._is_sending else HEARTBEAT) - self._loop.time()
        if left <= 0:
            if self._is_sending:
                task.cancel()
                return
            if self._game is not None and not self._asked.may_go_on(self._game):
                # what it was opened with is worth nothing any more: it ends by itself
                self.wake()
            elif not self._waiting.done():
                self._pass_on(self._remark(b"still here"))
            left = HEARTBEAT
        self._timer = self._loop.call_later(min(left, HEARTBEAT), self._watch, task)

    def _remark(self, words: bytes) -> bytes:
        """Return what carries no event: a comment, or an empty line."""
        return b": %b\n\n" % words if self._asked.as_sse else b"\n"


class _Unfinished:
    """What is left of a sending that has to wait: to be awaited by the task that has the time."""

    def __init__(self, first: Any, rest: Generator[Any, Any, None]) -> None:
        self._first = first
        self._rest = rest

    def __await__(self) -> Generator[Any, Any, None]:
        # the first thing that it waits for has been taken out already
        yield self._first
        yield from self._rest


def _message(frame: bytes) -> Message:
    return {"type": "http.response.body", "body": frame, "more_body": True}
