"""Responses that send themselves, where the framework's own would work out what is known already."""

from collections.abc import Mapping
from typing import Any, TypeVar

from litestar import Litestar, Request, Response
from litestar.types import ASGIApp, Receive, Scope, Send

T = TypeVar("T")


class Private(Response[T]):
    """What an answer is that does not say who may keep it: nobody but who has asked (RFC 9111 5.2.2.7)."""

    def __init__(self, content: T, *, headers: Mapping[str, str] | None = None, **options: Any) -> None:
        said = {"Cache-Control": "private, no-cache", "Vary": "Authorization", **(headers or {})}
        super().__init__(content, headers=said, **options)


class Sending(Response[Any]):
    """A response whose class says how it is sent."""

    def to_asgi_response(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, app: Litestar | None = None, request: Request[Any, Any, Any] | None = None, **_: Any
    ) -> ASGIApp:
        """Return what sends it."""
        del app, request
        return self._send

    async def _send(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise NotImplementedError
