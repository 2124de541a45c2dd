"""Responses to requests whose body was not read: the rest is read first, or the connection closes.

Otherwise the server closes the connection after the response, and whether the response says so depends on how much of
the body has arrived: the next request on the connection may fail without a response.
"""

import asyncio
from http import HTTPStatus
from typing import Self, cast

from litestar.types import ASGIApp, HTTPScope, Message, Receive, ReceiveMessage, Scope, Send

from service.core.http.request.bodies import MAX_BODY

REST_WITHIN = 2.0
"""The timeout in seconds for the rest of a body that was not read before the response."""

_CLOSE = (b"connection", b"close")


def with_read_bodies(app: ASGIApp) -> ASGIApp:
    """Return an application that reads the rest of a body of at most MAX_BODY bytes before it responds.

    If the body is longer, has no length, waits for `100 Continue` or does not arrive within REST_WITHIN, the response
    has `Connection: close` (RFC 9112 9.6). HTTP/2 needs none of this: a stream ends alone.
    """

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        body = _Body.of(cast("HTTPScope", scope), receive, send)
        if body is None:
            await app(scope, receive, send)
        else:
            await app(scope, body.receive, body.send)

    return respond


class _Body:
    """The messages of a request with a body, and of its response."""

    __slots__ = ("_is_complete", "_is_expected", "_missing", "_receive", "_send")

    def __init__(self, receive: Receive, send: Send, missing: int | None, *, is_expected: bool) -> None:
        """`missing` is the length of the body in bytes, if it has one. `is_expected`: it comes without being read."""
        self._receive = receive
        self._send = send
        self._missing = missing
        self._is_expected = is_expected
        self._is_complete = False

    @classmethod
    def of(cls, scope: HTTPScope, receive: Receive, send: Send) -> Self | None:
        """Return the body of a request; None if it has none, and in HTTP/2."""
        if scope["http_version"].startswith("2"):
            return None
        length, is_chunked, waits = 0, False, False
        for name, value in scope["headers"]:
            if name == b"content-length" and value.isdigit():
                length = int(value)
            elif name == b"transfer-encoding":
                is_chunked = True
            elif name == b"expect":
                waits = True
        if is_chunked:
            return cls(receive, send, None, is_expected=False)
        return cls(receive, send, length, is_expected=not waits and length <= MAX_BODY) if length else None

    async def receive(self) -> ReceiveMessage:
        message = await self._receive()
        if message["type"] == "http.request" and self._missing is not None:
            # the server may announce more after the last byte
            self._missing -= len(message["body"])
            self._is_complete = self._is_complete or self._missing <= 0
        self._is_complete = self._is_complete or not message.get("more_body")
        return message

    async def send(self, message: Message) -> None:
        if not self._is_complete and message["type"] == "http.response.start":
            may_come = self._is_expected and message["status"] != HTTPStatus.REQUEST_TIMEOUT
            if not (may_come and await self._is_read_to_its_end()):
                others = [each for each in message["headers"] if each[0].lower() != b"connection"]
                message["headers"] = [*others, _CLOSE]
        await self._send(message)

    async def _is_read_to_its_end(self) -> bool:
        try:
            async with asyncio.timeout(REST_WITHIN):
                while not self._is_complete:
                    await self.receive()
        except TimeoutError:
            return False
        return True
