"""The policy for closing connections: idle timeouts and limits."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from service.core.connections.activity import Activity
from service.core.connections.limits import ConnectionLimits
from service.core.connections.sockets import ClientSocket

FIRST_REQUEST_WITHIN = 8.0
"""The timeout in seconds for the first request of a connection, below 10 including the time between two scans."""

KEPT_ALIVE = 60.0
"""The idle timeout in seconds between two requests. For HTTP/1.1 the server has its own timeout of 10."""

Reason: TypeAlias = Literal["silent", "idle", "address", "total"]
"""The reason for closing: no first request, idle, limit of the address, or total limit."""


class ConnectionState(NamedTuple):
    """The state of a connection."""

    socket: ClientSocket
    has_asked: bool
    """Whether the connection has had a request."""
    is_busy: bool
    """Whether a request or the sending of a response is in progress."""
    since: float
    """The time of the opening or of the end of the last request."""


class Closing(NamedTuple):
    """A connection to close, and the reason."""

    socket: ClientSocket
    reason: Reason


def states_of(
    sockets: Iterable[ClientSocket], activity: Activity, is_sending: Callable[[ClientSocket], bool]
) -> list[ConnectionState]:
    """Return the state of each connection. `is_sending` returns whether a response is still being sent."""
    return [_state(each, activity, is_sending) for each in sockets if not each.is_shut]


def _state(each: ClientSocket, activity: Activity, is_sending: Callable[[ClientSocket], bool]) -> ConnectionState:
    known = activity.find(each.peer)
    if known is None:
        return ConnectionState(each, has_asked=False, is_busy=False, since=each.opened)
    is_busy = known.requests > 0 or is_sending(each)
    return ConnectionState(each, has_asked=True, is_busy=is_busy, since=max(known.ended, each.opened))


def to_close(
    states: Sequence[ConnectionState],
    limits: ConnectionLimits,
    now: float,
    key_of: Callable[[str], str | None],
) -> list[Closing]:
    """Return the connections to close now.

    `key_of` returns the key under which the connections of an address are counted; None if they are not counted.
    """
    closing = [Closing(each.socket, "idle" if each.has_asked else "silent") for each in states if _expired(each, now)]
    kept = [each for each in states if not _expired(each, now)]
    if limits.per_address:
        above = _above_per_address(kept, limits.per_address, key_of)
        closing += [Closing(each.socket, "address") for each in above]
        gone = {id(each) for each in above}
        kept = [each for each in kept if id(each) not in gone]
    excess = len(kept) - (limits.total - limits.room)
    if excess > 0:
        kept.sort(key=_least_wanted)
        closing += [Closing(each.socket, "total") for each in kept[:excess] if not each.is_busy]
    return closing


def _expired(each: ConnectionState, now: float) -> bool:
    return not each.is_busy and now - each.since > (KEPT_ALIVE if each.has_asked else FIRST_REQUEST_WITHIN)


def _above_per_address(
    states: Iterable[ConnectionState], most: int, key_of: Callable[[str], str | None]
) -> list[ConnectionState]:
    """Return the connections above the limit of their address, idle ones before busy ones."""
    by_address: dict[str, list[ConnectionState]] = defaultdict(list)
    for each in states:
        key = key_of(each.socket.peer[0])
        if key is not None:
            by_address[key].append(each)
    above: list[ConnectionState] = []
    for found in by_address.values():
        if len(found) > most:
            found.sort(key=_least_wanted)
            above += found[: len(found) - most]
    return above


def _least_wanted(each: ConnectionState) -> tuple[bool, bool, float]:
    """Return the sort key by which connections are closed.

    Connections without a request come first, oldest first, since a real client sends a request at once. Busy
    connections come last, newest first.
    """
    return each.is_busy, each.has_asked, -each.socket.opened if each.is_busy else each.since
