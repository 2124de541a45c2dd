"""Sends a file while it is made."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from litestar.types import Receive, Scope, Send

from service.core.http.response.responses import SelfSendingResponse
from service.play.api.stream.connection import WRITE_TIMEOUT


class SentWhileMade(SelfSendingResponse):
    """The parts of a file. If one cannot be made, or the client reads nothing, the connection ends without the end."""

    def __init__(self, parts: AsyncGenerator[bytes], headers: Mapping[str, str]) -> None:
        self._parts = parts
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self.status_code = 200

    async def _send(self, _scope: Scope, _receive: Receive, send: Send, /) -> None:
        async with aclosing(self._parts) as parts:
            await send({"type": "http.response.start", "status": 200, "headers": self._headers})
            async for part in parts:
                if part:
                    async with asyncio.timeout(WRITE_TIMEOUT):
                        await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
