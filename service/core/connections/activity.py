"""The requests in progress on each connection and of each address, and the end of the last request."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from typing import TypeAlias

Peer: TypeAlias = tuple[str, int]
"""Address and port of the client."""

FORGET_AFTER = 5.0
"""Seconds for which the entry of a closed connection is kept, since a scan may not have seen a new socket yet."""

RESETS = 100
"""The number of requests that an address may reset in RESET_WINDOW before its next requests are delayed."""

RESET_WINDOW = 10.0
"""Seconds in which resets are counted."""


class Slots:
    """The slots for concurrent requests of a connection or an address (`service.core.connections.admission`)."""

    __slots__ = ("waiting", "working")

    def __init__(self) -> None:
        self.working = 0
        """The number of requests that hold a slot."""
        self.waiting: OrderedDict[Callable[[], bool], None] = OrderedDict()
        """The waiting requests in order: callbacks that take a slot and return whether they still need it."""


class Address(Slots):
    """The requests of one address. Used on the event loop."""

    __slots__ = ("queued", "requests")

    def __init__(self) -> None:
        super().__init__()
        self.requests = 0
        """The number of requests in progress, including streams and long polls."""
        self.queued = 0
        """The number of new requests that wait for a slot of their connection or of the address."""


class Connection(Slots):
    """The requests of one connection. Used on the event loop; other threads may read `requests` and `ended`."""

    __slots__ = ("ended", "requests")

    def __init__(self) -> None:
        super().__init__()
        self.requests = 0
        """The number of requests in progress, including streams and long polls."""
        self.ended = time.monotonic()
        """The end of the last request, in seconds of the monotonic clock."""

    def begin(self) -> None:
        """Count the start of a request."""
        self.requests += 1

    def end(self) -> None:
        """Count the end of a request."""
        self.requests -= 1
        self.ended = time.monotonic()


class Activity:
    """The connections with at least one request, and the addresses with a request in progress."""

    def __init__(self) -> None:
        self._connections: dict[Peer, Connection] = {}
        self._addresses: dict[str, Address] = {}
        self._resets: Counter[str] = Counter()
        self._resets_before: Counter[str] = Counter()
        self._window = 0.0
        """The end of the window of `_resets`. The resets of the window before it count as well."""

    def of(self, peer: Peer) -> Connection:
        """Return the entry of a connection, creating it for the first request."""
        found = self._connections.get(peer)
        if found is None:
            found = self._connections[peer] = Connection()
        return found

    def begin(self, key: str) -> Address:
        """Count the start of a request of an address, given by the key under which it is counted."""
        found = self._addresses.get(key)
        if found is None:
            found = self._addresses[key] = Address()
        found.requests += 1
        return found

    def end(self, key: str) -> None:
        """Count the end of a request of an address."""
        found = self._addresses[key]
        found.requests -= 1
        if not found.requests:
            del self._addresses[key]

    def note_reset(self, key: str) -> None:
        """Count a request whose client has disconnected before the response."""
        self._turn()
        self._resets[key] += 1

    def resets_often(self, key: str) -> bool:
        """Return whether an address has reset more than RESETS requests in one of the last two windows."""
        if not self._resets and not self._resets_before:
            return False
        self._turn()
        return max(self._resets[key], self._resets_before[key]) > RESETS

    def _turn(self) -> None:
        """Begin a new window if the last one has ended."""
        now = time.monotonic()
        if now >= self._window:
            is_next = now < self._window + RESET_WINDOW
            self._resets_before = self._resets if is_next else Counter()
            self._resets, self._window = Counter(), now + RESET_WINDOW

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

    @property
    def running(self) -> int:
        """The number of requests in progress, including streams and long polls. Use it on the event loop."""
        return sum(each.requests - each.queued for each in self._addresses.values())

    @property
    def queued(self) -> int:
        """The number of requests that wait for a slot. Use it on the event loop."""
        return sum(each.queued for each in self._addresses.values())

    def __len__(self) -> int:
        return len(self._connections)
