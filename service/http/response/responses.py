"""Base classes of responses."""

from collections.abc import Mapping
from typing import Any, TypeVar

from litestar import Litestar, Request, Response
from litestar.types import ASGIApp, Receive, Scope, Send

from service.http.headers import CREDENTIALS

T = TypeVar("T")


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
