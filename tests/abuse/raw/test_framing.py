"""HTTP/1.1 messages whose length, fields or request line are ambiguous or broken (RFC 9112): one refusal, no 5xx.

A proxy and the service must never disagree where a request ends: the second request would be that of another client.
"""

from collections.abc import Iterator

import pytest

from tests.abuse.raw.http1 import answers
from tests.service.server import Server

HOST = b"Host: 127.0.0.1\r\n"

GET = b"GET /v1/games HTTP/1.1\r\n" + HOST

POST = b"POST /v1/players HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"

LAST = b"GET /health/live HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"

HIDDEN = b"GET /v1/games HTTP/1.1\r\nHost: smuggled\r\n\r\n"
"""A request in what one of two readers takes for a body."""

REFUSED_AND_CLOSED = {
    "two lengths": POST + b"Content-Length: 0\r\nContent-Length: 36\r\n\r\n" + HIDDEN,
    "a list of lengths": POST + b"Content-Length: 2, 2\r\n\r\n{}" + HIDDEN,
    "a negative length": POST + b"Content-Length: -1\r\n\r\n" + HIDDEN,
    "a length with a sign": POST + b"Content-Length: +2\r\n\r\n{}" + HIDDEN,
    "a length beyond 64 bits": POST + b"Content-Length: 99999999999999999999999\r\n\r\n{}",
    "a length and chunks": POST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "chunks and a length": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 44\r\n\r\n0\r\n\r\n" + HIDDEN,
    "chunks after a tab": POST + b"Transfer-Encoding:\tchunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n" + HIDDEN,
    "chunks after a vertical tab": POST + b"Transfer-Encoding:\x0bchunked\r\nContent-Length: 2\r\n\r\n{}",
    "a space after the name": POST + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "an unknown coding": POST + b"Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\n{}",
    "a coding after chunks": POST + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + HIDDEN,
    "chunks in HTTP/1.0": b"POST /v1/players HTTP/1.0\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a chunk whose size is no number": POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "a chunk of negative size": POST + b"Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
    "a chunk beyond 64 bits": POST + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n",
    "chunks without carriage returns": POST + b"Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n" + HIDDEN,
    "a chunk longer than its size": POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX0\r\n\r\n" + HIDDEN,
    "a folded field": GET + b"X-A: b\r\n c\r\n\r\n",
    "a carriage return in a field": GET + b"X-A: b\rX-B: c\r\n\r\n",
    "NUL in a name": GET + b"X\x00A: b\r\n\r\n",
    "NUL in a value": GET + b"XA: b\x00\r\n\r\n",
    "a space in the path": b"GET /v1/ga mes HTTP/1.1\r\n" + HOST + b"\r\n",
    "a control character in the path": b"GET /v1/\x01 HTTP/1.1\r\n" + HOST + b"\r\n",
    "bytes in the path": b"GET /v1/\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n",
    "bytes in the method": b"G\xc3\x84T /v1/games HTTP/1.1\r\n" + HOST + b"\r\n",
    "an unknown version": b"GET /v1/games HTTP/9.9\r\n" + HOST + b"\r\n",
    "HTTP/0.9": b"GET /v1/games\r\n\r\n",
    "a space before the method": b" GET /v1/games HTTP/1.1\r\n" + HOST + b"\r\n",
    "5000 fields": GET + b"".join(b"X-%d: v\r\n" % number for number in range(5000)) + b"\r\n",
    "a field of a megabyte": GET + b"X: " + b"a" * 1_000_000 + b"\r\n\r\n",
    "a path of 200 kB": b"GET /v1/games?" + b"a" * 200_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "the beginning of TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "zeros": b"\x00" * 1000 + b"\r\n\r\n",
}
"""Messages that end the connection."""

ANSWERED = {
    "no host": (400, b"GET /v1/games HTTP/1.1\r\n\r\n"),
    "two hosts": (400, b"GET /v1/games HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
    "a tunnel": (405, b"CONNECT other.example:443 HTTP/1.1\r\n" + HOST + b"\r\n"),
    "an unknown method": (405, b"FROB /v1/games HTTP/1.1\r\n" + HOST + b"\r\n"),
    "the whole server": (404, b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n"),
    "a percent sign without digits": (404, b"GET /v1/games/%zz HTTP/1.1\r\n" + HOST + b"\r\n"),
    "a parent folder": (404, b"GET /v1/../../etc/passwd HTTP/1.1\r\n" + HOST + b"\r\n"),
    "an encoded parent folder": (400, b"GET /static/..%2f..%2f..%2fetc%2fpasswd HTTP/1.1\r\n" + HOST + b"\r\n"),
    "an upgrade to HTTP/2": (200, GET + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n"),
    "an upgrade to a web socket": (400, GET + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
    "ranges": (200, GET + b"Range: bytes=0-0,1-1,-1,9999999999999999999-\r\n\r\n"),
    "a body of GET": (200, GET + b"Content-Length: 5\r\n\r\nhello"),
    "500 cookies": (200, GET + b"Cookie: " + b";".join(b"a%d=b" % number for number in range(500)) + b"\r\n\r\n"),
}
"""Messages whose end is clear: one answer of this status."""


@pytest.fixture
def unharmed(server: Server) -> Iterator[Server]:
    """The server of the file, which has to run on."""
    yield server
    assert server.process.poll() is None
    assert server.client().get("/health/ready").status_code == 200


@pytest.mark.parametrize("sent", REFUSED_AND_CLOSED.values(), ids=REFUSED_AND_CLOSED)
def test_a_message_with_an_unclear_end_gets_one_refusal_and_no_second_answer(unharmed: Server, sent: bytes) -> None:
    found, is_closed = answers(unharmed.port, sent)
    assert len(found) <= 1
    assert all(400 <= answer.status < 500 for answer in found)
    assert is_closed


@pytest.mark.parametrize(("status", "sent"), ANSWERED.values(), ids=ANSWERED)
def test_a_strange_message_with_a_clear_end_gets_one_answer(unharmed: Server, status: int, sent: bytes) -> None:
    found, _ = answers(unharmed.port, sent + LAST)
    assert [answer.status for answer in found] == [status, 200]
