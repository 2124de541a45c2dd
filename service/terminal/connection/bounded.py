"""Reads replies in bounded memory and time, whatever a server sends."""

import gzip
import time
import zlib
from collections.abc import Iterator
from io import BufferedReader, RawIOBase
from typing import IO, Any, cast

import httpx
from zstandard import ZstdDecompressor, ZstdError

from service.terminal.connection.errors import OversizeError

ACCEPTED = "zstd, gzip"
"""The codings that are read here (Accept-Encoding). A decoder of Brotli does not bound what it returns at once."""

MOST_BYTES = 2**27
"""The most bytes of a file after decoding, unless a caller names another number."""

SLOW_AFTER = 60.0
"""Seconds in which any reply may come."""

SLOWEST = 10_000
"""Bytes a second, before decoding, at which a reply has to come after that."""

_PART = 1 << 20

_WINDOW = 1 << 23
"""The most memory in bytes that the decoder of zstd takes (RFC 9659)."""

_OF_BODY = frozenset({"content-encoding", "content-length", "transfer-encoding"})


class _Raw(RawIOBase):
    """The body of a reply as it comes. Raises OversizeError if it comes too slowly, and httpx.RequestError."""

    def __init__(self, reply: httpx.Response) -> None:
        self._parts: Iterator[bytes] = reply.iter_raw()
        self._path = reply.request.url.path
        self._rest = b""
        self._began = time.monotonic()
        self._size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        while not self._rest:
            part = next(self._parts, None)
            if part is None:
                return 0
            self._rest = part
            self._size += len(part)
            if time.monotonic() - self._began > SLOW_AFTER + self._size / SLOWEST:
                message = f"{self._path} comes too slowly: {self._size} bytes so far"
                raise OversizeError(message)
        count = min(len(buffer), len(self._rest))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count


def read_whole(reply: httpx.Response, most: int) -> httpx.Response:
    """Return a reply that is a stream with its whole body, decoded, and close the stream.

    Raises OversizeError for a body of more than `most` bytes or one that comes too slowly, and httpx.RequestError.
    """
    try:
        body = _decoded(reply, most)
    except (gzip.BadGzipFile, EOFError, zlib.error, ZstdError) as error:
        message = f"its body cannot be decoded: {error}"
        raise httpx.DecodingError(message, request=reply.request) from None
    finally:
        reply.close()
    kept = [(name, value) for name, value in reply.headers.multi_items() if name.lower() not in _OF_BODY]
    return httpx.Response(reply.status_code, headers=kept, content=body, request=reply.request)


def _decoded(reply: httpx.Response, most: int) -> bytes:
    raw = BufferedReader(_Raw(reply), _PART)
    coding = reply.headers.get("Content-Encoding", "").strip().lower()
    match coding:
        case "" | "identity":
            source = cast("IO[bytes]", raw)
        case "gzip":
            source = cast("IO[bytes]", gzip.GzipFile(fileobj=raw))
        case "zstd":
            packed = ZstdDecompressor(max_window_size=_WINDOW).stream_reader(raw, read_across_frames=True)
            source = cast("IO[bytes]", packed)
        case _:
            message = f"its body is coded as {coding[:40]}, which was not asked for"
            raise httpx.DecodingError(message, request=reply.request)
    body = bytearray()
    while part := source.read(_PART):
        body += part
        if len(body) > most:
            message = f"{reply.request.url.path} has more than {most} bytes"
            raise OversizeError(message)
    return bytes(body)
