"""The response of an event stream: server-sent events (WHATWG HTML 9.2) or lines of JSON."""

import asyncio
from collections.abc import Mapping

from litestar.types import Receive, Scope, Send

from service.api.stream.reader import Reader, StreamAsked
from service.connections.admission import give_up_slot
from service.games.play import Play
from service.http.middleware.methods import HEAD_ASKED
from service.http.request.languages import CONTENT_LANGUAGE
from service.http.response.conditional import WHO_ASKS
from service.http.response.negotiation import NDJSON
from service.http.response.responses import SelfSendingResponse

EVENT_STREAM = "text/event-stream"


class EventStream(SelfSendingResponse):
    """A response that sends past events of a game, and then new ones."""

    def __init__(self, play: Play, asked: StreamAsked) -> None:
        super().__init__(None, media_type=EVENT_STREAM if asked.as_sse else NDJSON)
        self._play = play
        self._asked = asked

    async def _send(self, scope: Scope, receive: Receive, send: Send, /) -> None:
        headers: Mapping[str, str] = {
            "content-type": f"{self.media_type}; charset=utf-8",
            "cache-control": "no-store",
            "vary": f"{WHO_ASKS}, Accept",
            # nginx buffers responses by default
            "x-accel-buffering": "no",
        }
        if self._asked.texts is not None:
            headers = {**headers, CONTENT_LANGUAGE.lower(): self._asked.texts.language}
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        if HEAD_ASKED in scope:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        give_up_slot()
        reader = Reader(self._play, self._asked, send)
        notifier = self._play.notifier
        notifier.streams += 1
        sending = asyncio.ensure_future(reader.read())
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            notifier.streams -= 1
            sending.cancel()
            leaving.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
