"""Connections that lose what they carry."""

import re
import socket
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, cycle, repeat


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
    ends = cycle(lengths) if lengths else repeat(0)

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
                # a stream: it ends with its connection, which the client closes at any time
                left = next(ends)
                with suppress(OSError):
                    for part in chain([reply], iter(lambda: far.recv(65536), b"")):
                        near.sendall(part[:left] if lengths else part)
                        left -= len(part)
                        if lengths and left < 0:
                            (cut if cut is not None else []).append(left)
                            break
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
