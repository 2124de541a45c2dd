"""Connections that lose what they carry."""

import re
import socket
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle, repeat


@contextmanager
def losing(
    port: int, every: int, lengths: Sequence[int] = (), cut: list[int] | None = None
) -> Generator[tuple[str, list[int]]]:
    """A way to the server that loses every so manieth reply; yields its address and the count of replies lost.

    `lengths` are the bytes after which streams end, one after another and then again; those that were are added to
    `cut`. Without them streams stay open.
    """
    lost: list[int] = []
    listening = socket.create_server(("127.0.0.1", 0))
    replies = 0
    ends = cycle(lengths) if lengths else repeat(None)

    def carry(near: socket.socket) -> None:
        nonlocal replies
        with near, socket.create_connection(("127.0.0.1", port)) as far:
            while request := _message(near):
                far.sendall(request)
                reply = _message(far)
                replies += 1
                if replies % every == 0:
                    lost.append(replies)
                    return
                if b"transfer-encoding: chunked" not in reply.partition(b"\r\n\r\n")[0].lower():
                    near.sendall(reply)
                    continue
                left = next(ends)
                is_whole, sent = _carry_stream(near, far, reply, left)
                if not is_whole:
                    if left is not None and sent >= left and cut is not None:
                        cut.append(sent)
                    return

    def accept() -> None:
        while True:
            try:
                near, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=carry, args=(near,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", lost
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()


def _carry_stream(near: socket.socket, far: socket.socket, part: bytes, length: int | None) -> tuple[bool, int]:
    """Carry a chunked body until it ends, an end closes its connection, or so many bytes are carried.

    Return whether the body is whole, after which the connection has further messages, and the bytes carried.
    """
    sent, last = 0, b""
    with suppress(OSError):
        while part:
            part = part if length is None else part[: length - sent]
            near.sendall(part)
            sent, last = sent + len(part), (last + part)[-5:]
            if last == b"0\r\n\r\n":
                return True, sent
            if sent == length:
                break
            part = far.recv(65536)
    return False, sent


def _message(stream: socket.socket) -> bytes:
    """Read one message of HTTP/1.1 with a known length. Return nothing after the last one."""
    read = b""
    while b"\r\n\r\n" not in read:
        part = b""
        # a reset ends the messages like a close: the client has left with bytes unread
        with suppress(ConnectionResetError):
            part = stream.recv(65536)
        if not part:
            return b""
        read += part
    head, _, body = read.partition(b"\r\n\r\n")
    found = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
    while found and len(body) < int(found[1]):
        body += stream.recv(65536)
    return head + b"\r\n\r\n" + body
