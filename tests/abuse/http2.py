"""HTTP/2 clients of the tests."""

import contextlib
import socket
import time
from typing import Any, Self

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import DataReceived, Event, PingAckReceived, ResponseReceived, StreamEnded, StreamReset
from h2.exceptions import H2Error

TIMEOUT = 10.0
"""Seconds to wait for a connection, and for the next bytes of an answer."""


class Http2Client:
    """One HTTP/2 connection, by prior knowledge and without TLS."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self._h2 = H2Connection(H2Configuration(header_encoding="utf-8"))
        self._h2.initiate_connection()
        self._flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def _flush(self) -> None:
        self._socket.sendall(self._h2.data_to_send())

    def ask(self, path: str, token: str | None = None) -> int:
        """Begin a request without waiting for its answer; returns its stream."""
        stream = self._h2.get_next_available_stream_id()
        headers = [(":method", "GET"), (":path", path), (":scheme", "http"), (":authority", "127.0.0.1")]
        if token is not None:
            headers.append(("authorization", f"Bearer {token}"))
        self._h2.send_headers(stream, headers, end_stream=True)
        self._flush()
        return stream

    def reset(self, streams: list[int]) -> None:
        """Reset streams."""
        for stream in streams:
            self._h2.reset_stream(stream)
        self._flush()

    def get(self, path: str) -> int:
        """Return the status of an answer."""
        return self.statuses([self.ask(path)])[0]

    def _receive(self) -> list[Event]:
        """Return the next events, and return the credit of what they hold: flow control stops the server otherwise."""
        data = self._socket.recv(65536)
        if not data:
            raise ConnectionError("the server closed the connection")
        events = self._h2.receive_data(data)
        for event in events:
            if isinstance(event, DataReceived) and event.flow_controlled_length:
                self._h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        self._flush()
        return events

    def statuses(self, streams: list[int], *, whole: bool = True) -> list[int]:
        """Return the statuses of the answers to these streams, once the answers are complete or, else, their heads."""
        found: dict[int, int] = {}
        ended: set[int] = set()
        while not ended.issuperset(streams) if whole else not found.keys() >= set(streams):
            for event in self._receive():
                if isinstance(event, ResponseReceived):
                    headers: list[Any] = list(event.headers)
                    found[event.stream_id] = int(dict(headers)[":status"])
                elif isinstance(event, StreamEnded | StreamReset):
                    ended.add(event.stream_id)
        return [found[stream] for stream in streams]

    def ping(self) -> bool:
        """Return whether a ping is answered; False once the connection is closed."""
        try:
            self._h2.ping(b"8 bytes.")
            self._flush()
            while not any(isinstance(event, PingAckReceived) for event in self._receive()):
                pass
        except (OSError, H2Error):
            return False
        return True


def rapid_reset(port: int, path: str, seconds: float, delay: float) -> tuple[int, int]:
    """Ask for a path and reset each request a moment later; returns the numbers of requests and of connections."""
    deadline = time.monotonic() + seconds
    asked = connections = 0
    while time.monotonic() < deadline:
        connections += 1
        with contextlib.suppress(OSError, H2Error), socket.create_connection(("127.0.0.1", port)) as connection:
            asked += _reset_until_closed(connection, path, deadline, delay)
    return asked, connections


BURST = 50
"""Requests that are sent at once."""


def _reset_until_closed(connection: socket.socket, path: str, deadline: float, delay: float) -> int:
    h2 = H2Connection(H2Configuration(header_encoding="utf-8"))
    h2.initiate_connection()
    asked = 0
    head = [(":method", "GET"), (":path", path), (":scheme", "http"), (":authority", "127.0.0.1")]
    while time.monotonic() < deadline:
        streams: list[int] = []
        for _ in range(BURST):
            streams.append(h2.get_next_available_stream_id())
            h2.send_headers(streams[-1], head, end_stream=True)
        try:
            connection.sendall(h2.data_to_send())
            # long enough for the server to begin with them: what is reset at once, it does not even hand over
            time.sleep(delay)
            for stream in streams:
                h2.reset_stream(stream)
            connection.sendall(h2.data_to_send())
            if _is_closed(connection):
                break
        except OSError:
            break
        asked += BURST
    return asked


def _is_closed(connection: socket.socket) -> bool:
    """Throw away what has come; returns whether the server has closed the connection."""
    while True:
        try:
            data = connection.recv(1 << 20, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        if not data:
            return True
