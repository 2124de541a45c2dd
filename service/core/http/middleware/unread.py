"""Responses to requests whose body was not read: the rest is read first, or the connection closes.

Otherwise the server closes the connection after the response, and whether the response says so depends on how much of
the body has arrived: the next request on the connection may fail without a response.
"""

import asyncio
from http import HTTPStatus
from typing import cast

from litestar.types import ASGIApp, HTTPScope, Message, Receive, ReceiveMessage, Scope, Send

from service.core.http.request.bodies import MAX_BODY

REST_WITHIN = 2.0
"""The timeout in seconds for the rest of the body of a refused request."""

_CLOSE = (b"connection", b"close")


def with_read_bodies(app: ASGIApp) -> ASGIApp:
    """Return an application that reads the rest of a body of at most MAX_BODY bytes before it responds.

    If the body is longer, has no length, waits for `100 Continue` or does not arrive within REST_WITHIN, the response
    has `Connection: close` (RFC 9112 9.6). HTTP/2 needs none of this: a stream ends alone.
    """

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        length = _length_of(cast("HTTPScope", scope))
        if length == 0:
            await app(scope, receive, send)
        else:
            body = _Body(receive, send, is_short=0 < length <= MAX_BODY)
            await app(scope, body.receive, body.send)

    return respond


def _length_of(scope: HTTPScope) -> int:
    """Return the length of the body of a request in bytes; -1 if it is not to be read."""
    length = 0
    if scope["http_version"].startswith("2"):
        return length
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            length = length or int(value)
        elif name in {b"transfer-encoding", b"expect"}:
            length = -1
    return length


class _Body:
    """The messages of a request with a body, and of its response."""

    __slots__ = ("_is_complete", "_is_short", "_receive", "_send")

    def __init__(self, receive: Receive, send: Send, *, is_short: bool) -> None:
        self._receive = receive
        self._send = send
        self._is_short = is_short
        self._is_complete = False

    async def receive(self) -> ReceiveMessage:
        message = await self._receive()
        self._is_complete = self._is_complete or not message.get("more_body")
        return message

    async def send(self, message: Message) -> None:
        if not self._is_complete and message["type"] == "http.response.start":
            may_come = self._is_short and message["status"] != HTTPStatus.REQUEST_TIMEOUT
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
