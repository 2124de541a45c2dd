"""Connections that send bytes as they are, over HTTP/1.1 and HTTP/2, and cost little: they parse only statuses."""

import asyncio
import re
import socket
import time
from collections.abc import Mapping
from typing import Any, cast

from hpack import Decoder, Encoder

from domain.kernel.values import Value

CONNECT_WITHIN = 5.0

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

DATA, HEADERS, RST_STREAM, SETTINGS, PING, WINDOW_UPDATE = 0, 1, 3, 4, 6, 8
"""Types of frames (RFC 9113 6)."""

END_STREAM, ACK, END_HEADERS = 1, 1, 4
"""Flags of frames."""

CANCEL = (8).to_bytes(4, "big")

WIDE_WINDOW = (1 << 31) - 1 - 65535

_STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")


class Request(Value, frozen=True):
    """A request: method, path, header fields and body."""

    method: str
    path: str
    fields: Mapping[str, str] = {}
    body: bytes = b""


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """Return a frame of HTTP/2."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


class Line(asyncio.Protocol):
    """A connection, and what came over it."""

    def __init__(self) -> None:
        self.statuses: list[int] = []
        self.closed_at: float | None = None
        self.transport = cast("asyncio.Transport", None)
        self._changed = asyncio.Event()
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the connection."""
        self.transport = cast("asyncio.Transport", transport)
        self.begin()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        self.closed_at = time.monotonic()
        self._changed.set()

    def begin(self) -> None:
        """Send what comes before the first request."""

    @property
    def is_closed(self) -> bool:
        """Whether the server has closed the connection."""
        return self.closed_at is not None

    def send(self, data: bytes) -> None:
        """Send bytes, unless the connection is closed."""
        if not self.is_closed:
            self.transport.write(data)

    def note(self, status: int) -> None:
        """Note the status of an answer."""
        self.statuses.append(status)
        self._changed.set()

    async def changed(self, seconds: float) -> None:
        """Wait for the next status or the end, at most so long."""
        self._changed.clear()
        if not self.is_closed:
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
            except TimeoutError:
                pass

    def ask(self, request: Request) -> None:
        """Send a whole request."""
        self.send(self.head(request, len(request.body)) + (self.part(request.body, last=True) if request.body else b""))

    def head(self, request: Request, length: int) -> bytes:
        """Return the head of a request whose body has so many bytes."""
        raise NotImplementedError

    def part(self, data: bytes, *, last: bool = False) -> bytes:
        """Return a part of the body of the last request."""
        raise NotImplementedError


class Line1(Line):
    """A connection of HTTP/1.1."""

    def head(self, request: Request, length: int) -> bytes:
        """Return a request line and fields."""
        fields = {"Host": "127.0.0.1", **request.fields, **({"Content-Length": str(length)} if length else {})}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        return f"{request.method} {request.path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1")

    def part(self, data: bytes, *, last: bool = False) -> bytes:
        """Return the bytes."""
        return data

    def data_received(self, data: bytes) -> None:
        """Look for status lines, wherever the data are cut."""
        text = self._rest + data
        end = 0
        for found in _STATUS.finditer(text):
            end = found.end()
            self.note(int(found[1]))
        self._rest = text[max(end, len(text) - 12) :]


class Line2(Line):
    """A connection of HTTP/2."""

    window = WIDE_WINDOW
    """The credit that is given to the server; 0 leaves the default."""

    def begin(self) -> None:
        """Send the preface, the settings and the credit."""
        self.stream = -1
        self._decoder = Decoder()
        self._heads: dict[Any, bytes] = {}
        sent = PREFACE
        if self.window:
            wide = (4).to_bytes(2, "big") + (self.window).to_bytes(4, "big")
            sent += frame(SETTINGS, 0, 0, wide) + frame(WINDOW_UPDATE, 0, 0, self.window.to_bytes(4, "big"))
        else:
            sent += frame(SETTINGS, 0, 0)
        self.send(sent)

    def head(self, request: Request, length: int) -> bytes:
        """Return the frame that opens the next stream."""
        key = (request.method, request.path, *request.fields.items(), length)
        block = self._heads.get(key)
        if block is None:
            block = self._heads[key] = block_of(request, length)
        self.stream += 2
        return frame(HEADERS, END_HEADERS | (0 if length else END_STREAM), self.stream, block)

    def part(self, data: bytes, *, last: bool = False) -> bytes:
        """Return frames with the data."""
        sizes = range(0, max(len(data), 1), 16384)
        pieces = [data[start : start + 16384] for start in sizes]
        return b"".join(
            frame(DATA, END_STREAM if last and number == len(pieces) else 0, self.stream, piece)
            for number, piece in enumerate(pieces, 1)
        )

    def data_received(self, data: bytes) -> None:
        """Read frames: statuses are noted, settings and pings acknowledged."""
        rest = self._rest + data
        place = 0
        while len(rest) - place >= 9:
            size = int.from_bytes(rest[place : place + 3], "big")
            if len(rest) - place < 9 + size:
                break
            kind, flags = rest[place + 3], rest[place + 4]
            if kind in {HEADERS, SETTINGS, PING}:
                self._take(kind, flags, rest[place + 9 : place + 9 + size])
            place += 9 + size
        self._rest = rest[place:]

    def _take(self, kind: int, flags: int, payload: bytes) -> None:
        if kind == HEADERS:
            fields = dict(cast("list[tuple[str, str]]", self._decoder.decode(payload)))
            if ":status" in fields:
                self.note(int(fields[":status"]))
        elif not flags & ACK:
            self.send(frame(kind, ACK, 0, payload if kind == PING else b""))


class Narrow(Line2):
    """A connection of HTTP/2 that gives the server no more credit than the default."""

    window = 0


def block_of(request: Request, length: int) -> bytes:
    """Return the fields of a request without any reference to earlier ones (RFC 7541 6.2.3)."""
    pseudo = {":method": request.method, ":path": request.path, ":scheme": "http", ":authority": "127.0.0.1"}
    fields = {**pseudo, **request.fields, **({"content-length": str(length)} if length else {})}
    return Encoder().encode([(name.lower(), value, True) for name, value in fields.items()], huffman=False)


async def opened(port: int, kind: type[Line], address: str = "127.0.0.1", receive_buffer: int = 0) -> Line | None:
    """Return a new connection from an address of this machine; None if the server refuses it."""
    made = socket.socket()
    made.setblocking(False)
    try:
        if receive_buffer:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        made.bind((address, 0))
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(CONNECT_WITHIN):
            await loop.sock_connect(made, ("127.0.0.1", port))
            _, line = await loop.create_connection(kind, sock=made)
    except (OSError, TimeoutError):
        made.close()
        return None
    return line
