"""Connections that lose what they carry."""

import re
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress


@contextmanager
def losing(port: int, every: int) -> Generator[tuple[str, list[int]]]:
    """A way to the server that loses every so manieth reply; yields its address and the count of replies lost."""
    lost: list[int] = []
    listening = socket.create_server(("127.0.0.1", 0))
    replies = 0

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
                near.sendall(reply)
                if b"transfer-encoding: chunked" in reply.partition(b"\r\n\r\n")[0].lower():
                    # a stream: it ends with its connection, which the client closes at any time
                    with suppress(OSError):
                        while part := far.recv(65536):
                            near.sendall(part)
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


def _message(stream: socket.socket) -> bytes:
    """Read one message of HTTP/1.1 with a known length."""
    read = b""
    while b"\r\n\r\n" not in read:
        part = stream.recv(65536)
        if not part:
            return b""
        read += part
    head, _, body = read.partition(b"\r\n\r\n")
    found = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
    while found and len(body) < int(found[1]):
        body += stream.recv(65536)
    return head + b"\r\n\r\n" + body
