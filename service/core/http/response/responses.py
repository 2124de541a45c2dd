"""Base classes of responses."""

from collections.abc import Mapping
from typing import Any, TypeVar

from litestar import Litestar, Request, Response
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import json

from service.core.http.headers import CREDENTIALS

T = TypeVar("T")

SVG = "image/svg+xml"
"""The media type of pictures."""


class PrivateResponse(Response[T]):
    """A response that only the private cache of the client may store, unless its headers say otherwise (RFC 9111)."""

    def __init__(self, content: T, *, headers: Mapping[str, str] | None = None, **options: Any) -> None:
        all_headers = {"Cache-Control": "private, no-cache", "Vary": CREDENTIALS, **(headers or {})}
        super().__init__(content, headers=all_headers, **options)


class SelfSendingResponse(Response[Any]):
    """A response that sends its ASGI messages itself, without the encoding of the framework."""

    def to_asgi_response(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        app: Litestar | None = None,  # noqa: ARG002 - the framework passes both
        request: Request[Any, Any, Any] | None = None,  # noqa: ARG002
        **_: Any,
    ) -> ASGIApp:
        """Return the ASGI application that sends the response."""
        return self._send

    async def _send(self, scope: Scope, receive: Receive, send: Send, /) -> None:
        raise NotImplementedError


class RawResponse(SelfSendingResponse):
    """A response of prepared headers and bytes. It bypasses the encoding of the framework."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes | None) -> None:
        # not that of the framework, whose fields have no effect here
        self.status = self.status_code = status
        self.raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self.body = body or b""
        if body is not None:
            self.raw.append((b"content-length", b"%d" % len(body)))

    async def _send(self, _scope: Scope, _receive: Receive, send: Send, /) -> None:
        await send({"type": "http.response.start", "status": self.status, "headers": self.raw})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


class EncodedResponse(RawResponse):
    """A value, encoded once as JSON."""

    def __init__(self, content: object, status: int, headers: Mapping[str, str]) -> None:
        super().__init__(status, {**headers, "Content-Type": "application/json"}, json.encode(content))
