"""Responses that send themselves, where the framework's own would work out what is known already."""

from typing import Any

from litestar import Litestar, Request, Response
from litestar.types import ASGIApp, Receive, Scope, Send


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
