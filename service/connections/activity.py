"""What HTTP knows of each connection: the requests in progress, and when the last one ended."""

import time
from collections import deque
from collections.abc import Callable, Collection
from typing import TypeAlias

Peer: TypeAlias = tuple[str, int]
"""Address and port of the client's end of a connection."""

FORGET_AFTER = 5.0
"""Seconds after its last request that the entry of a closed connection is kept: its socket may be a very new one."""


class Connection:
    """One connection, by its requests. Used on the event loop; other threads may read `requests` and `ended`."""

    __slots__ = ("ended", "requests", "waiting", "working")

    def __init__(self) -> None:
        self.requests = 0
        """Requests in progress, streams and long polls among them."""
        self.ended = time.monotonic()
        """When the last request ended, in seconds of the monotonic clock."""
        self.working = 0
        """Requests that hold one of the connection's work slots (`service.connections.admission`)."""
        self.waiting: deque[Callable[[], bool]] = deque()
        """Requests that wait for a slot: each is called to be given one, and returns whether it still needs it."""

    def begin(self) -> None:
        """Count a request that begins."""
        self.requests += 1

    def end(self) -> None:
        """Count a request that ended."""
        self.requests -= 1
        self.ended = time.monotonic()


class Activity:
    """All connections on which a request has begun."""

    def __init__(self) -> None:
        self._connections: dict[Peer, Connection] = {}

    def of(self, peer: Peer) -> Connection:
        """Return the entry of a connection, made by its first request."""
        found = self._connections.get(peer)
        if found is None:
            found = self._connections[peer] = Connection()
        return found

    def find(self, peer: Peer) -> Connection | None:
        """Return the entry of a connection, or None while no request has begun on it. Safe in any thread."""
        return self._connections.get(peer)

    def forget_all_but(self, open_peers: Collection[Peer]) -> None:
        """Drop the entries of connections that are closed. Call it on the event loop, where entries are made."""
        oldest = time.monotonic() - FORGET_AFTER
        gone = [
            peer
            for peer, connection in self._connections.items()
            if peer not in open_peers and not connection.requests and connection.ended < oldest
        ]
        for peer in gone:
            del self._connections[peer]

    def __len__(self) -> int:
        return len(self._connections)
