"""Request ids, which link a response with its log lines and its events, and observers of finished requests."""

import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, cast

from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from service.core.http.headers import REQUEST_ID, has_secret

HEADER = "X-Request-ID"

_RAW_HEADER = HEADER.lower().encode()
_VALID = re.compile(rb"[!-~]{1,64}")
_BYTES = 12
_IDS_AT_ONCE = 256

RequestObserver: TypeAlias = Callable[[HTTPScope, int, float, float], None]
"""Called after a request with its scope, its status (0: no response), and the seconds until the response began and
until it ended."""


def request_id_of(scope: HTTPScope) -> bytes:
    """Return the request id of the client, or a new one if the client sent no valid id."""
    for name, value in scope["headers"]:
        # the log of the game stores the id, so it must not be a token that was sent by mistake
        if name == _RAW_HEADER and _VALID.fullmatch(value) and not has_secret(value.decode()):
            return value
    return next(_ids)


def _new_ids() -> Iterator[bytes]:
    """Yield random ids. Their bytes are read many at once: each call to the system lets other threads run."""
    while True:
        text = os.urandom(_BYTES * _IDS_AT_ONCE).hex().encode()
        for start in range(0, len(text), 2 * _BYTES):
            yield text[start : start + 2 * _BYTES]


_ids = _new_ids()


def with_request_id(app: ASGIApp, observers: Sequence[RequestObserver] = ()) -> ASGIApp:
    """Return an application that adds the request id to every response and calls the observers."""

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # pyright: ignore[reportUnnecessaryComparison] - Litestar handles other types
            await app(scope, receive, send)
            return
        asked = cast("HTTPScope", scope)
        request_id = request_id_of(asked)
        # each request is a task with a context of its own
        REQUEST_ID.set(request_id.decode())
        if not observers:
            await app(scope, receive, _with_header(send, request_id))
            return
        timed = _TimedSend(send, request_id)
        try:
            await app(scope, receive, timed)
        finally:
            ended = time.perf_counter()
            for observe in observers:
                observe(asked, timed.status, (timed.answered or ended) - timed.began, ended - timed.began)

    return respond


def _with_header(send: Send, request_id: bytes) -> Send:
    async def pass_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], (_RAW_HEADER, request_id)]
        await send(message)

    return pass_on


class _TimedSend:
    """Forwards the messages of a response, adds the request id, and measures when the response began."""

    __slots__ = ("_request_id", "_send", "answered", "began", "status")

    def __init__(self, send: Send, request_id: bytes) -> None:
        self._send = send
        self._request_id = request_id
        self.began = time.perf_counter()
        self.answered: float | None = None
        self.status = 0

    async def __call__(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.answered = time.perf_counter()
            self.status = message["status"]
            message["headers"] = [*message["headers"], (_RAW_HEADER, self._request_id)]
        await self._send(message)


def route_of(scope: HTTPScope) -> str:
    """Return the template of the matched route, such as `/v1/games/{game}`; `none` for an unknown path."""
    return cast("dict[str, Any]", scope).get("path_template") or "none"
