"""The response of a stream: server-sent events (WHATWG HTML 9.2) or lines of JSON."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from litestar.types import Receive, Scope, Send

from service.core.connections.admission import give_up_slot
from service.core.http.middleware.methods import HEAD_ASKED
from service.core.http.request.languages import CONTENT_LANGUAGE
from service.core.http.response.conditional import WHO_ASKS
from service.core.http.response.negotiation import NDJSON
from service.core.http.response.responses import SelfSendingResponse
from service.core.store.outage import OUTAGE, is_outage
from service.people.accounts import Accounts
from service.people.api.callers import address_of
from service.people.api.request import PlayerRequest
from service.people.quotas.open_streams import OpenStreams, StreamKind
from service.play.api.stream.asides import Aside, MakeAside, together
from service.play.api.stream.connection import StreamConnection
from service.play.cache import UnreadableGameError
from service.play.notifier import Notifier

_log = logging.getLogger(__name__)

EVENT_STREAM = "text/event-stream"

_LEAVES_WITHIN = 0.5
"""Seconds after the error of a send within which the disconnection of the client is noticed."""

MakeReader: TypeAlias = Callable[[Send], StreamConnection[Any]]
"""Returns the reader that sends the stream to a connection."""


class EventStream(SelfSendingResponse):
    """A response that sends past events, and then new ones. Raises TooManyStreamsError."""

    def __init__(
        self,
        notifier: Notifier,
        streams: OpenStreams,
        holder: str,
        kind: StreamKind,
        make: MakeReader,
        *,
        as_sse: bool,
        language: str | None,
        watched: str | None,
        is_packed: bool,
    ) -> None:
        super().__init__(None, media_type=EVENT_STREAM if as_sse else NDJSON)
        self._notifier = notifier
        self._streams = streams
        self._holder = holder
        self._kind: StreamKind = kind
        self._make = make
        self._language = language
        self._watched = watched
        self._is_packed = is_packed
        self._streams.check(self._holder)

    async def _send(self, scope: Scope, receive: Receive, send: Send, /) -> None:
        headers: Mapping[str, str] = {
            "content-type": f"{self.media_type}; charset=utf-8",
            "cache-control": "no-store",
            "vary": f"{WHO_ASKS}, Accept, Accept-Encoding",
            # nginx buffers responses by default
            "x-accel-buffering": "no",
        }
        if self._language is not None:
            headers = {**headers, CONTENT_LANGUAGE.lower(): self._language}
        if self._is_packed:
            headers = {**headers, "content-encoding": "gzip"}
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        if HEAD_ASKED in scope:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        give_up_slot()
        reader = self._make(send)
        self._notifier.streams += 1
        with self._streams.counted(self._holder, self._kind, self._watched):
            sending = asyncio.ensure_future(reader.read())
            leaving = asyncio.ensure_future(_gone(receive))
            try:
                await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
                await _report(sending, leaving)
            finally:
                self._notifier.streams -= 1
                sending.cancel()
                leaving.cancel()
                await asyncio.gather(sending, leaving, return_exceptions=True)


class EventStreams:
    """Opens streams, and counts those of each account and address."""

    def __init__(self, accounts: Accounts, notifier: Notifier, streams: OpenStreams) -> None:
        self.aside_of: MakeAside = _no_aside
        """Returns the messages in the stream of a game."""
        self.orders_of: MakeAside = _no_aside
        """Returns the standing orders in the stream of a game."""
        self._accounts = accounts
        self._notifier = notifier
        self._streams = streams

    async def asides_of(
        self, request: PlayerRequest, game: str, *, talk: bool, orders: bool, as_sse: bool
    ) -> Aside | None:
        """Return what the stream of a request sends besides the events of the log; None: nothing."""
        makes = (self.aside_of,) * talk + (self.orders_of,) * orders
        found = [await make(request, game, as_sse=as_sse) for make in makes]
        return together([aside for aside in found if aside is not None])

    @property
    def is_closing(self) -> bool:
        """Whether the service stops, so that streams end."""
        return self._notifier.is_closing

    def open(
        self,
        request: PlayerRequest,
        kind: StreamKind,
        make: MakeReader,
        *,
        as_sse: bool,
        language: str | None = None,
        watched: str | None = None,
        is_packed: bool = False,
    ) -> EventStream:
        """Return the response to a request for a stream. Raises TooManyStreamsError.

        `watched` is the public game that the stream watches without a seat. `is_packed`: the reader compresses.
        """
        token = request.user
        holder = address_of(request) if token is None else self._accounts.account_of(token.player)
        return EventStream(
            self._notifier,
            self._streams,
            holder,
            kind,
            make,
            as_sse=as_sse,
            language=language,
            watched=watched,
            is_packed=is_packed,
        )


async def _no_aside(request: PlayerRequest, game: str, *, as_sse: bool) -> Aside | None:
    del request, game, as_sse


async def _report(sending: asyncio.Future[None], leaving: asyncio.Future[None]) -> None:
    """Log the error that ended a stream, unless the client has disconnected."""
    error = None if not sending.done() or sending.cancelled() else sending.exception()
    if error is None:
        return
    # the send to a client that leaves may fail before the event loop is notified
    await asyncio.wait({leaving}, timeout=_LEAVES_WITHIN)
    # the damage of a log is logged once, when it is found
    if leaving.done() or isinstance(error, ConnectionError | UnreadableGameError):
        return
    if is_outage(error):
        OUTAGE.report("a stream ends", error)
    else:
        _log.error("a stream ended with an error", exc_info=error)


async def _gone(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
