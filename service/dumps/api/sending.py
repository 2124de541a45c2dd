"""Sends a part of a file."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import BinaryIO

from litestar.types import Receive, Scope, Send

from service.core.http.response.responses import SelfSendingResponse
from service.dumps.api.ranges import Part
from service.play.api.stream.connection import WRITE_TIMEOUT

CHUNK = 256 << 10
"""The bytes that are read at once."""


class SentFile(SelfSendingResponse):
    """A part of an open file, which is closed at the end. If the client reads nothing, the connection ends."""

    def __init__(self, file: BinaryIO, part: Part, headers: Mapping[str, str]) -> None:
        self._file = file
        self._part = part
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self.status_code = 200 if part.is_whole else 206

    async def _send(self, _scope: Scope, _receive: Receive, send: Send, /) -> None:
        # without its end, a reply is incomplete: the client resumes
        with self._file as file, suppress(TimeoutError):
            await send({"type": "http.response.start", "status": self.status_code, "headers": self._headers})
            file.seek(self._part.first)
            left = self._part.size
            while left and (data := await asyncio.to_thread(file.read, min(CHUNK, left))):
                left -= len(data)
                async with asyncio.timeout(WRITE_TIMEOUT):
                    await send({"type": "http.response.body", "body": data, "more_body": left > 0})
            if not self._part.size:
                await send({"type": "http.response.body", "body": b"", "more_body": False})
