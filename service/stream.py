"""The history of a game as a stream: server-sent events (WHATWG HTML 9.2) or lines of JSON."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from litestar import Litestar, Request, Response
from litestar.types import ASGIApp, Receive, Scope, Send

from domain.game import Game
from projections.history import Sight
from service.failpoints import at_point
from service.loaded import Loaded
from service.methods import HEAD_ASKED
from service.play import Play

EVENT_STREAM = "text/event-stream"
NDJSON = "application/x-ndjson"

HEARTBEAT = 15.0
"""Seconds without an event after which a sign of life is sent."""

STALLED = 30.0
"""Seconds after which a reader that takes nothing is left alone."""

CHUNK = 256
"""Events that are handed over at a time, at the most: what waits for a slow reader is never more."""

RETRY = 2000
"""Milliseconds after which a client is asked to come back."""


class EventStream(Response[None]):
    """Sends the events of a game after a version, and goes on with those that happen."""

    def __init__(
        self,
        play: Play,
        game: str,
        sight: Sight,
        after: int,
        *,
        follow: bool,
        media_type: str,
        may_go_on: Callable[[Game], bool],
        closing: Callable[[Loaded], bytes],
    ) -> None:
        super().__init__(None, media_type=media_type)
        self._play = play
        self._game = game
        self._sight: Sight = sight
        self._after = after
        self._follow = follow
        self._may_go_on = may_go_on
        self._closing = closing
        self._is_sse = media_type == EVENT_STREAM

    def to_asgi_response(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, app: Litestar | None = None, request: Request[Any, Any, Any] | None = None, **_: Any
    ) -> ASGIApp:
        """Return what sends the stream."""
        del app, request
        return self._send

    async def _send(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers: Mapping[str, str] = {
            "content-type": f"{self.media_type}; charset=utf-8",
            "cache-control": "no-store",
            "vary": "Authorization, Accept",
            # proxies that would collect the stream before they pass it on
            "x-accel-buffering": "no",
        }
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        if HEAD_ASKED in scope:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        hub = self._play.hub
        hub.streams += 1
        sending = asyncio.ensure_future(self._go_on(send))
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            hub.streams -= 1
            sending.cancel()
            leaving.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _go_on(self, send: Send) -> None:
        if self._is_sse:
            await _pass(send, b"retry: %d\n\n" % RETRY)
        hub = self._play.hub
        while True:
            loaded = await self._play.load(self._game)
            await self._catch_up(loaded, send)
            if not self._may_go_on(loaded.game):
                break
            if loaded.game.is_over:
                # the signed head, by which whoever has followed can show what was sent
                line = self._closing(loaded)
                await _pass(send, b"event: statement\ndata: %b\n\n" % line if self._is_sse else line + b"\n")
            if loaded.game.is_over or not self._follow:
                break
            if hub.is_closing:
                # the service is about to stop: who comes back finds the next one
                await _pass(send, b": come back soon\n\n" if self._is_sse else b"\n")
                break
            if self._after < (await self._play.load(self._game)).game.version:
                # it has moved on while this reader took its time
                continue
            if not await hub.wait(self._game, HEARTBEAT):
                await _pass(send, b": still here\n\n" if self._is_sse else b"\n")
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _catch_up(self, loaded: Loaded, send: Send) -> None:
        """Send what has happened up to now, as long as the reader may see it."""
        while self._after < (last := loaded.game.version) and self._may_go_on(loaded.game):
            end = min(self._after + CHUNK, last)
            lines = ((version, loaded.line(version, self._sight)) for version in range(self._after + 1, end + 1))
            if self._is_sse:
                frame = b"".join(b"id: %d\ndata: %b\n\n" % line for line in lines)
            else:
                frame = b"".join(line + b"\n" for _, line in lines)
            await _pass(send, frame)
            at_point("stream")
            self._after = end


async def _pass(send: Send, frame: bytes) -> None:
    async with asyncio.timeout(STALLED):
        await send({"type": "http.response.body", "body": frame, "more_body": True})


async def _gone(receive: Receive) -> None:
    """Wait until the client has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass
