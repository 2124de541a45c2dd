"""Requests byte by byte, as no client library would send them."""

import json
import re
import socket
from collections.abc import Iterable
from typing import Any, TypeAlias

Fields: TypeAlias = Iterable[tuple[bytes, bytes]]

WITHIN = 20.0
"""Seconds that the server has to answer."""


def over_http_1(port: int, head: bytes, body: bytes = b"") -> tuple[int, dict[str, Any]]:
    """Send a head without its empty line, and a body; return the status and the JSON of the answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=WITHIN) as connection:
        connection.sendall(head + b"\r\nConnection: close\r\n\r\n" + body)
        answer = connection.makefile("rb").read()
    status = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
    assert status is not None, answer
    return int(status[1]), json.loads(answer.partition(b"\r\n\r\n")[2])


_HEADERS, _SETTINGS, _DATA, _RESET, _GOAWAY = 1, 4, 0, 3, 7
_END_STREAM, _END_HEADERS, _ACK = 1, 4, 1


def over_http_2(port: int, fields: Fields) -> tuple[int, dict[str, Any]]:
    """Send a request of these fields as one stream (RFC 9113); return the status and the JSON of the answer.

    The status is 0 where the server resets the stream, as it does to what is malformed.
    """
    block = b"".join(b"\x00" + _text(name) + _text(value) for name, value in fields)
    with socket.create_connection(("127.0.0.1", port), timeout=WITHIN) as connection:
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _frame(_SETTINGS, 0, 0, b""))
        connection.sendall(_frame(_HEADERS, _END_STREAM | _END_HEADERS, 1, block))
        incoming = connection.makefile("rb")
        status, body = 0, b""
        while True:
            head = incoming.read(9)
            if len(head) < 9:
                return status, {}
            payload = incoming.read(int.from_bytes(head[:3], "big"))
            kind, flags = head[3], head[4]
            if kind == _SETTINGS and not flags & _ACK:
                connection.sendall(_frame(_SETTINGS, _ACK, 0, b""))
            elif kind == _HEADERS:
                status = _status(payload)
            elif kind == _DATA:
                body += payload
            elif kind in {_RESET, _GOAWAY}:
                return 0, {}
            if kind in {_HEADERS, _DATA} and flags & _END_STREAM:
                return status, json.loads(body) if body else {}


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + payload


def _text(text: bytes) -> bytes:
    """A string of HPACK without Huffman coding (RFC 7541 5.2); shorter than 127 bytes."""
    assert len(text) < 127
    return bytes((len(text),)) + text


def _status(block: bytes) -> int:
    """The status at the start of a block: an entry of the static table, or a literal with its name from there."""
    known = {0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500}
    assert block[0] in known, block
    return known[block[0]]
