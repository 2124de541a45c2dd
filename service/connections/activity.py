"""The requests in progress on each connection, and the end of the last request."""

import time
from collections import deque
from collections.abc import Callable, Collection
from typing import TypeAlias

Peer: TypeAlias = tuple[str, int]
"""Address and port of the client."""

FORGET_AFTER = 5.0
"""Seconds for which the entry of a closed connection is kept, since a scan may not have seen a new socket yet."""


class Connection:
    """The requests of one connection. Used on the event loop; other threads may read `requests` and `ended`."""

    __slots__ = ("ended", "requests", "waiting", "working")

    def __init__(self) -> None:
        self.requests = 0
        """The number of requests in progress, including streams and long polls."""
        self.ended = time.monotonic()
        """The end of the last request, in seconds of the monotonic clock."""
        self.working = 0
        """The number of requests that hold a slot (`service.connections.admission`)."""
        self.waiting: deque[Callable[[], bool]] = deque()
        """The waiting requests: callbacks that take a slot and return whether they still need it."""

    def begin(self) -> None:
        """Count the begin of a request."""
        self.requests += 1

    def end(self) -> None:
        """Count the end of a request."""
        self.requests -= 1
        self.ended = time.monotonic()


class Activity:
    """The connections with at least one request."""

    def __init__(self) -> None:
        self._connections: dict[Peer, Connection] = {}

    def of(self, peer: Peer) -> Connection:
        """Return the entry of a connection, creating it for the first request."""
        found = self._connections.get(peer)
        if found is None:
            found = self._connections[peer] = Connection()
        return found

    def find(self, peer: Peer) -> Connection | None:
        """Return the entry of a connection; None before its first request. Thread-safe."""
        return self._connections.get(peer)

    def forget_all_but(self, open_peers: Collection[Peer]) -> None:
        """Remove the entries of closed connections. Must be called on the event loop."""
        oldest = time.monotonic() - FORGET_AFTER
        gone = [
            peer
            for peer, connection in self._connections.items()
            if peer not in open_peers and not connection.requests and connection.ended < oldest
        ]
        for peer in gone:
            self._connections.pop(peer)

    def __len__(self) -> int:
        return len(self._connections)
