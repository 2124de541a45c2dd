"""Deliveries that are sent again on request of their owner."""

from domain.kernel.values import Value
from service.core.store.database import Cursor
from service.news.queue.deliveries import (
    MOST_WAITING,
    State,
    delivery_of,
    finished_between,
    number_waiting,
    queue_again,
)
from service.news.queue.receivers import lock_receivers
from service.people.request_keys import KeyedRequest, find_request, is_repeated


class Redelivered(Value, frozen=True):
    """How many deliveries were queued again, and whether more are left."""

    queued: int
    is_all: bool
    is_replayed: bool = False


class Range(Value, frozen=True):
    """Deliveries to send again: by the times at which they were queued, and how they ended."""

    since: str
    until: str
    states: tuple[State, ...]


def queue_asked(
    cursor: Cursor, webhook: str, asked: str | Range, keyed: KeyedRequest | None, now: str
) -> Redelivered | None:
    """Queue one delivery of a webhook, or a range of them, again. Return None if there is no such delivery.

    Raises KeyReusedError.
    """
    if (earlier := _earlier(cursor, keyed)) is not None:
        return earlier
    room = max(0, MOST_WAITING - number_waiting(cursor, webhook, now))
    if isinstance(asked, str):
        found = delivery_of(cursor, webhook, asked)
        if found is None:
            return None
        ids = [asked] if found.state != "waiting" else []
    else:
        ids = finished_between(cursor, webhook, (asked.since, asked.until), asked.states, room + 1)
    done = Redelivered(len(ids[:room]), is_all=len(ids) <= room)
    # the reply of a repeated request is made from this number
    if is_repeated(cursor, keyed, 2 * done.queued + done.is_all):
        return _earlier(cursor, keyed)
    lock_receivers(cursor, [webhook])
    queue_again(cursor, ids[:room], now)
    return done


def _earlier(cursor: Cursor, keyed: KeyedRequest | None) -> Redelivered | None:
    """Return what an earlier request with the same key has queued again. Raises KeyReusedError."""
    earlier = None if keyed is None else find_request(cursor, keyed)
    if earlier is None:
        return None
    number, is_all = divmod(earlier.version or 0, 2)
    return Redelivered(number, bool(is_all), is_replayed=True)
