"""Clients that misbehave, and one that does not."""

import contextlib
import http.client
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Sequence
from typing import Self

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
"""How an HTTP/2 client begins (RFC 9113 3.4)."""

GOOD_ADDRESS = "127.0.0.2"
"""The address of clients that behave, on the same interface."""

EMPTY_SETTINGS = bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])


def connected(port: int, sent: bytes = b"") -> socket.socket:
    """Return a connection on which these bytes were sent."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=5)
    connection.sendall(sent)
    return connection


def closed_after(connection: socket.socket, timeout: float) -> float | None:
    """Return the seconds until the server closes a connection; None if it is still open after so many."""
    began = time.monotonic()
    while (left := began + timeout - time.monotonic()) > 0:
        connection.settimeout(left)
        try:
            if not connection.recv(65536):
                return time.monotonic() - began
        except TimeoutError:
            return None
        except OSError:
            return time.monotonic() - began
    return None


class Crowd:
    """A process with many idle connections."""

    def __init__(self, port: int, count: int) -> None:
        command = [sys.executable, "-m", "tests.abuse.crowd", str(port), str(count)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def wait_until_opened(self) -> int:
        """Return the number of connections that were opened, once all were tried."""
        return self._number()

    def still_open(self) -> int:
        """Return the number of connections that the server has not closed."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self._number()

    def _number(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())

    def leave(self) -> None:
        """Hang up."""
        self._process.kill()
        self._process.communicate()


@contextlib.contextmanager
def crowd(port: int, count: int) -> Generator[Crowd]:
    """Open so many idle connections from another process, until the block ends."""
    made = Crowd(port, count)
    try:
        yield made
    finally:
        made.leave()


class Repeated:
    """Takes a turn again and again, in a thread, until the block ends."""

    def __init__(self, pause: float) -> None:
        """Take the turns with a pause before each, in seconds."""
        self._pause = pause
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.wait(self._pause):
            self.turn()

    def turn(self) -> None:
        """Do it once."""
        raise NotImplementedError


class GoodClient(Repeated):
    """Asks again and again, each time over a new connection, and measures the time of each answer."""

    def __init__(self, port: int, path: str, pause: float = 0.05) -> None:
        super().__init__(pause)
        self._port = port
        self._path = path
        self.seconds: list[float] = []
        self.failures: list[str] = []

    def turn(self) -> None:
        """Ask once."""
        began = time.monotonic()
        try:
            status = answered(self._port, self._path)
        except OSError as error:
            self.failures.append(repr(error))
        else:
            if status != http.client.OK:
                self.failures.append(str(status))
        self.seconds.append(time.monotonic() - began)


def answered(port: int, path: str, timeout: float = 10.0) -> int:
    """Return the status of an answer over a new connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=(GOOD_ADDRESS, 0))
    try:
        connection.request("GET", path)
        reply = connection.getresponse()
        reply.read()
        return reply.status
    finally:
        connection.close()


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
