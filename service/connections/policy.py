"""Which connections are closed: those that are idle for too long, and those above the limits."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from service.connections.activity import Activity
from service.connections.limits import ConnectionLimits
from service.connections.sockets import ClientSocket

FIRST_REQUEST_WITHIN = 8.0
"""Seconds within which the first request of a connection begins; with the time between two scans, less than 10."""

KEPT_ALIVE = 60.0
"""Seconds that a connection is kept between two requests. HTTP/1.1: the server's own limit of 10 comes first."""

Reason: TypeAlias = Literal["silent", "idle", "address", "total"]
"""Why a connection is closed: no request ever, none for long, too many of its address, too many in all."""


class Standing(NamedTuple):
    """How a connection stands."""

    socket: ClientSocket
    has_asked: bool
    """Whether a request has ever begun on it."""
    is_busy: bool
    """Whether a request is in progress, or an answer on its way."""
    since: float
    """When it was opened, or when its last request ended."""


class Closing(NamedTuple):
    """A connection to be closed, and why."""

    socket: ClientSocket
    reason: Reason


def standings_of(
    sockets: Iterable[ClientSocket], activity: Activity, is_sending: Callable[[ClientSocket], bool]
) -> list[Standing]:
    """Return how each connection stands; `is_sending` tells whether an answer is still on its way."""
    return [_standing(each, activity, is_sending) for each in sockets if not each.is_shut]


def _standing(each: ClientSocket, activity: Activity, is_sending: Callable[[ClientSocket], bool]) -> Standing:
    known = activity.find(each.peer)
    if known is None:
        return Standing(each, has_asked=False, is_busy=False, since=each.opened)
    is_busy = known.requests > 0 or is_sending(each)
    return Standing(each, has_asked=True, is_busy=is_busy, since=max(known.ended, each.opened))


def to_close(
    standings: Sequence[Standing],
    limits: ConnectionLimits,
    now: float,
    key_of: Callable[[str], str | None],
) -> list[Closing]:
    """Return the connections to be closed now.

    `key_of` returns under which name the connections of an address are counted; None where they are not.
    """
    closing = [
        Closing(each.socket, "idle" if each.has_asked else "silent") for each in standings if _expired(each, now)
    ]
    kept = [each for each in standings if not _expired(each, now)]
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


def _expired(each: Standing, now: float) -> bool:
    return not each.is_busy and now - each.since > (KEPT_ALIVE if each.has_asked else FIRST_REQUEST_WITHIN)


def _above_per_address(standings: Iterable[Standing], most: int, key_of: Callable[[str], str | None]) -> list[Standing]:
    """Return those above the limit of their address: idle ones before busy ones."""
    by_address: dict[str, list[Standing]] = defaultdict(list)
    for each in standings:
        key = key_of(each.socket.peer[0])
        if key is not None:
            by_address[key].append(each)
    above: list[Standing] = []
    for found in by_address.values():
        if len(found) > most:
            found.sort(key=_least_wanted)
            above += found[: len(found) - most]
    return above


def _least_wanted(each: Standing) -> tuple[bool, bool, float]:
    """Return what sorts connections by how little is lost with them.

    Without a request, the oldest first: a client that means to ask does so at once. Of busy ones, the newest.
    """
    return each.is_busy, each.has_asked, -each.socket.opened if each.is_busy else each.since
