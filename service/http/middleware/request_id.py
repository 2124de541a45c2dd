"""Names every request, so that its answer, its lines in the log and its event are found by one another."""

import os
import re
import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, TypeAlias, cast

from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from service.http.headers import TOKEN_PREFIX

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the request that is being answered; None where nobody has asked, as for what bots decide."""

HEADER = "X-Request-ID"

_RAW_HEADER = HEADER.lower().encode()
_VALID = re.compile(rb"[!-~]{1,64}")
_BYTES = 12

Watcher: TypeAlias = Callable[[HTTPScope, int, float, float], None]
"""Hears of a request that is over: its scope, its status (0: it was left unanswered), and the seconds until the answer
began and until it ended."""


def request_id_of(scope: HTTPScope) -> bytes:
    """Return the id that a client has given its request, or a fresh one where it gave none that can be used."""
    for name, value in scope["headers"]:
        # the id is kept with the game: a token that was put there by mistake is not
        if name == _RAW_HEADER and _VALID.fullmatch(value) and TOKEN_PREFIX.encode() not in value:
            return value
    return os.urandom(_BYTES).hex().encode()


def traced(app: ASGIApp, watchers: Sequence[Watcher] = ()) -> ASGIApp:
    """Return an application that sends the id of each request back with every answer, and tells watchers."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # pyright: ignore[reportUnnecessaryComparison] - other types are told to Litestar
            await app(scope, receive, send)
            return
        asked = cast("HTTPScope", scope)
        request_id = request_id_of(asked)
        # each request is a task with a context of its own
        REQUEST_ID.set(request_id.decode())
        if not watchers:
            await app(scope, receive, _with_header(send, request_id))
            return
        watched = _Watched(send, request_id)
        try:
            await app(scope, receive, watched)
        finally:
            ended = time.perf_counter()
            for watcher in watchers:
                watcher(asked, watched.status, (watched.answered or ended) - watched.began, ended - watched.began)

    return answer


def _with_header(send: Send, request_id: bytes) -> Send:
    async def pass_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], (_RAW_HEADER, request_id)]
        await send(message)

    return pass_on


class _Watched:
    """Passes an answer on, and notes when it began."""

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
    """Return the template of the route that has answered, such as `/v1/games/{game}`; `none` for an unknown path."""
    return cast("dict[str, Any]", scope).get("path_template") or "none"
