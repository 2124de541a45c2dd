"""A client that sends fields and bodies as they are over HTTP/2, several requests at a time."""

import socket
from collections.abc import Sequence
from typing import Any

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import ConnectionTerminated, DataReceived, ResponseReceived, StreamEnded, StreamReset

from tests.abuse.raw.http1 import TIMEOUT, Answer
from tests.abuse.raw.requests import Request


class RawHttp2Client:
    """One connection. Requests that the server refuses as a violation of the protocol have no answer."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self._h2 = H2Connection(
            H2Configuration(header_encoding=None, validate_outbound_headers=False, normalize_outbound_headers=False)
        )
        self._h2.initiate_connection()
        self._flush()
        self._answers: dict[int, Answer | None] = {}
        self._begun: dict[int, tuple[int, str, bytes]] = {}
        self.is_closed = False

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def ask(self, requests: Sequence[Request]) -> list[Answer | None]:
        """Send requests at once and return their answers; None for a stream that the server has reset."""
        streams = [self._send(request) for request in requests]
        while not self.is_closed and not self._answers.keys() >= set(streams):
            self._receive()
        return [self._answers.pop(stream, None) for stream in streams]

    def _send(self, request: Request) -> int:
        stream = self._h2.get_next_available_stream_id()
        pseudo = (
            (":method", request.method),
            (":path", request.path),
            (":scheme", "http"),
            (":authority", "127.0.0.1"),
        )
        fields = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in (*pseudo, *request.fields)]
        self._h2.send_headers(stream, fields)
        rest = memoryview(request.body)
        while rest and not self.is_closed and stream not in self._answers:
            size = min(self._h2.local_flow_control_window(stream), self._h2.max_outbound_frame_size, len(rest))
            if size == 0:
                self._receive()
                continue
            self._h2.send_data(stream, bytes(rest[:size]))
            rest = rest[size:]
        if not self.is_closed and stream not in self._answers:
            self._h2.end_stream(stream)
        self._flush()
        return stream

    def _flush(self) -> None:
        try:
            self._socket.sendall(self._h2.data_to_send())
        except ConnectionError:
            self.is_closed = True

    def _receive(self) -> None:
        self._flush()
        data = b"" if self.is_closed else self._socket.recv(65536)
        if not data:
            self.is_closed = True
            return
        for event in self._h2.receive_data(data):
            if isinstance(event, DataReceived) and event.flow_controlled_length:
                self._h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            self._take(event)
        self._flush()

    def _take(self, event: Any) -> None:
        if isinstance(event, ResponseReceived):
            head: dict[bytes, bytes] = dict(event.headers)  # pyright: ignore[reportArgumentType] - h2 leaves the type of fields open
            media_type = head.get(b"content-type", b"").decode().partition(";")[0]
            self._begun[event.stream_id] = (int(head[b":status"]), media_type, b"")
        elif isinstance(event, DataReceived):
            status, media_type, body = self._begun[event.stream_id]
            self._begun[event.stream_id] = (status, media_type, body + event.data)
        elif isinstance(event, StreamEnded):
            self._answers[event.stream_id] = Answer(*self._begun.pop(event.stream_id))
        elif isinstance(event, StreamReset):
            begun = self._begun.pop(event.stream_id, None)
            self._answers[event.stream_id] = None if begun is None else Answer(*begun)
        elif isinstance(event, ConnectionTerminated):
            self.is_closed = True
