"""A client that sends bytes as they are and reads the answers as HTTP/1.1."""

import contextlib
import io
import socket
from http.client import HTTPException, HTTPResponse
from typing import Any, Self, cast

from domain.kernel.values import Value
from tests.abuse.raw.requests import Request

TIMEOUT = 20.0
"""Seconds to wait for the next bytes of an answer."""


class Answer(Value, frozen=True):
    """The answer to a request."""

    status: int
    media_type: str
    body: bytes


class RawClient:
    """One connection at a time; a new one after the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None

    def close(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def ask(self, request: Request) -> Answer:
        """Send a request and return its answer; on a new connection if the server has closed the one there is."""
        if self._socket is not None:
            # the server may close an idle connection between two requests
            with contextlib.suppress(ConnectionError, HTTPException):
                return self._answer(self._socket, as_bytes(request))
            self.close()
        return self._answer(self.connected(), as_bytes(request))

    def connected(self) -> socket.socket:
        """Open a new connection."""
        self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=TIMEOUT)
        return self._socket

    def _answer(self, connection: socket.socket, sent: bytes) -> Answer:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            # the answer may come before the body is complete
            connection.sendall(sent)
        response = HTTPResponse(connection)
        response.begin()
        answer = Answer(response.status, response.headers.get_content_type(), response.read())
        if response.will_close:
            self.close()
        return answer


def as_bytes(request: Request) -> bytes:
    """Return a request as it is sent, with the length of its body."""
    fields = (("Host", "127.0.0.1"), *request.fields, ("Content-Length", str(len(request.body))))
    head = "".join(f"{name}: {value}\r\n" for name, value in fields)
    return f"{request.method} {request.path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + request.body


def answers(port: int, sent: bytes) -> tuple[list[Answer], bool]:
    """Send bytes on a connection of their own; returns the answers, and whether the server closed the connection."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=1.0) as connection:
        try:
            connection.sendall(sent)
            while data := connection.recv(65536):
                received += data
        except TimeoutError:
            return parsed(received), False
        except ConnectionError:
            # what is left of the request when the server closes becomes a reset
            pass
    return parsed(received), True


class _Kept(io.BytesIO):
    """Bytes that several responses read from one after another."""

    def makefile(self, _mode: str) -> Self:
        """Return the same bytes, at the place that the last response has reached."""
        return self

    def close(self) -> None:
        """Stay open for the next response."""


def parsed(received: bytes) -> list[Answer]:
    """Return the answers in these bytes. Raises HTTPException if there is anything else in them."""
    rest = _Kept(received)
    found: list[Answer] = []
    while rest.tell() < len(received):
        response = HTTPResponse(cast("Any", rest))
        response.begin()
        found.append(Answer(response.status, response.headers.get_content_type(), response.read()))
    return found
