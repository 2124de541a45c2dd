"""The client sockets of this process, found among its file descriptors (Linux).

The HTTP server does not expose the connections that it accepts, but they are descriptors of this process.
"""

import contextlib
import fcntl
import os
import socket
import stat
import struct
import termios
import time
from collections.abc import Callable, Generator
from pathlib import Path

from service.core.connections.activity import Peer

DESCRIPTORS = Path("/proc/self/fd")

PART = 256
"""The number of descriptors that a scan checks without a pause."""

_INTEGER = struct.Struct("i")


class ClientSocket:
    """The socket of one connection, identified by its inode, since descriptor numbers are reused at once."""

    __slots__ = ("descriptor", "is_shut", "opened", "peer")

    def __init__(self, descriptor: int, peer: Peer, opened: float) -> None:
        self.descriptor = descriptor
        self.peer = peer
        self.opened = opened
        """The time of the first scan with this socket, in seconds of the monotonic clock."""
        self.is_shut = False
        """Whether the socket was shut down and waits for the server to close it."""


class ClientSockets:
    """The sockets of all connections to one port at the last scan."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._known: dict[int, ClientSocket | None] = {}
        """The sockets by inode; None for a socket that is not a client connection."""

    def scan(self, pause: Callable[[], object] = lambda: None) -> list[ClientSocket]:
        """Return the open client sockets. Calls `pause` after each PART descriptors."""
        seen: dict[int, ClientSocket | None] = {}
        for place, name in enumerate(os.listdir(DESCRIPTORS)):  # noqa: PTH208 - thousands of names, no paths needed
            if place % PART == PART - 1:
                pause()
            descriptor = int(name)
            inode = _socket_inode(descriptor)
            if inode is None:
                continue
            found = self._known[inode] if inode in self._known else self._identified(descriptor)
            if found is not None:
                found.descriptor = descriptor
            seen[inode] = found
        self._known = seen
        return [found for found in seen.values() if found is not None]

    def _identified(self, descriptor: int) -> ClientSocket | None:
        peer = _peer_of(descriptor, self._port)
        return None if peer is None else ClientSocket(descriptor, peer, time.monotonic())

    def shut(self, found: ClientSocket) -> bool:
        """Shut a connection down, so that the server closes it. Returns False if the descriptor has been reused.

        The check does not duplicate the descriptor: if it has become a file of SQLite, closing a duplicate would
        release the locks of this process on the file. Only microseconds separate check and shutdown.
        """
        if _peer_of(found.descriptor, self._port) != found.peer:
            return False
        with _borrowed(found.descriptor) as connection, contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        found.is_shut = True
        return True


def is_supported() -> bool:
    """Return whether the system lists the descriptors of a process."""
    return DESCRIPTORS.is_dir()


def has_bytes_to_send(found: ClientSocket) -> bool:
    """Return whether the client has not yet received all sent data."""
    return _queued(found.descriptor, termios.TIOCOUTQ) > 0


def has_bytes_to_read(found: ClientSocket) -> bool:
    """Return whether the server has not yet read all received data."""
    return _queued(found.descriptor, termios.FIONREAD) > 0


def _queued(descriptor: int, queue: int) -> int:
    try:
        return int(_INTEGER.unpack(fcntl.ioctl(descriptor, queue, bytes(_INTEGER.size)))[0])
    except OSError:
        return 0


def _socket_inode(descriptor: int) -> int | None:
    try:
        status = os.fstat(descriptor)
    except OSError:
        return None
    return status.st_ino if stat.S_ISSOCK(status.st_mode) else None


def _peer_of(descriptor: int, port: int) -> Peer | None:
    """Return the client of a connection to the port; None for any other descriptor."""
    try:
        with _borrowed(descriptor) as connection:
            if connection.family not in {socket.AF_INET, socket.AF_INET6} or connection.getsockname()[1] != port:
                return None
            address = connection.getpeername()
    except OSError:
        return None
    # without the zone of a link-local address, as the server reports it
    return address[0].partition("%")[0], address[1]


@contextlib.contextmanager
def _borrowed(descriptor: int) -> Generator[socket.socket]:
    """Return a socket object for a descriptor that stays open afterwards. Raises OSError."""
    borrowed = socket.socket(fileno=descriptor)
    try:
        yield borrowed
    finally:
        borrowed.detach()
