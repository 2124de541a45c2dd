"""What follows from the outcome of an attempt: a retry, the end, or a receiver that is disabled."""

from msgspec.structs import replace

from service.core.store.database import Cursor
from service.news.events import new_id
from service.news.outgoing.outcome import Outcome
from service.news.planning import queue
from service.news.queue.deliveries import (
    Delivery,
    NewDelivery,
    after_attempt,
    fail_waiting,
    host_of,
    note_attempt,
)
from service.news.queue.receivers import (
    Disabled,
    Kind,
    PingTerms,
    Receiver,
    delete_receiver,
    lock_receivers,
    receiver_of,
    receivers_of,
    update_receiver,
)
from service.news.texts import body_of, disabled_text
from service.news.times import later, seconds_between

RETRIES = (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600)
"""Seconds before each further attempt of a webhook: the schedule of Standard Webhooks."""

PING_RETRIES = (5, 60)
"""Seconds before each further attempt of a ping, which is of no use after hours."""

MOST_RETRY_AFTER = 3600
"""Seconds of Retry-After that are respected."""

FAILING_FOR = 5 * 24 * 3600
"""Seconds of failures only after which a receiver is disabled."""

_GONE = 410

_ENDED = frozenset({404, _GONE})
"""The statuses by which a push service says that a subscription has ended (RFC 8030 7.3)."""


def note(cursor: Cursor, delivery: Delivery, outcome: Outcome, now: str, jitter: float) -> None:
    """Store the outcome of an attempt. `jitter` is the factor by which the delay before a retry differs."""
    if not outcome.is_success and (failed := receiver_of(cursor, delivery.receiver)) is not None:
        # if it is disabled, the player's other receivers may be told
        kinds: tuple[Kind, ...] = ("webhook", "ping", "push")
        told = [each.id for kind in kinds for each in receivers_of(cursor, failed.player, kind)]
        lock_receivers(cursor, [delivery.receiver, *told])
    receiver = receiver_of(cursor, delivery.receiver, for_update=True)
    if receiver is None:
        # deleted while the request was under way, with its deliveries
        return
    note_attempt(cursor, after_attempt(delivery, outcome, now, _next_at(delivery, receiver, outcome, now, jitter)))
    if outcome.is_success:
        if receiver.failing_since is not None:
            update_receiver(cursor, replace(receiver, failing_since=None))
        return
    failing = replace(receiver, failing_since=receiver.failing_since or now)
    is_long = seconds_between(failing.failing_since or now, now) >= FAILING_FOR
    if receiver.kind == "push" and (is_long or outcome.status in _ENDED):
        # the browser has ended the subscription, or is gone: only the browser can make a new one
        delete_receiver(cursor, receiver.id)
    elif outcome.status == _GONE:
        disable(cursor, failing, "gone", now)
    elif is_long:
        disable(cursor, failing, "failing", now)
    elif failing != receiver:
        update_receiver(cursor, failing)


def disable(cursor: Cursor, receiver: Receiver, because: Disabled, now: str) -> None:
    """Disable a receiver and end its deliveries. The owner of a webhook is notified by the owner's pings."""
    if receiver.disabled_at is not None:
        return
    update_receiver(cursor, replace(receiver, disabled_at=now, disabled_because=because))
    fail_waiting(cursor, receiver.id, "disabled: this receiver was disabled before the delivery")
    if receiver.kind == "webhook" and because != "owner":
        queue(cursor, _notices(cursor, receiver, because, now), now)


def _notices(cursor: Cursor, webhook: Receiver, because: Disabled, now: str) -> list[NewDelivery]:
    url = f"{webhook.site}/account/notifications"
    found: list[NewDelivery] = []
    kinds: tuple[Kind, ...] = ("ping", "push")
    for ping in [each for kind in kinds for each in receivers_of(cursor, webhook.player, kind)]:
        if ping.disabled_at is None and isinstance(ping.terms, PingTerms):
            text = disabled_text(ping.terms, because, webhook.url, url)
            body = body_of(ping.terms, text, type="webhook.disabled", webhook=webhook.id, url=url)
            once = f"{ping.id} disabled {webhook.id} {now}"
            new = NewDelivery(new_id("ping"), ping.id, once, host_of(ping.url), "webhook.disabled", body.decode(), now)
            found.append(new)
    return found


def _next_at(delivery: Delivery, receiver: Receiver, outcome: Outcome, now: str, jitter: float) -> str | None:
    """Return when the next attempt follows; None after the last one."""
    delays = RETRIES if receiver.kind == "webhook" else PING_RETRIES
    is_over = delivery.attempts >= len(delays) or receiver.disabled_at is not None
    if outcome.is_success or is_over or delivery.type == "test":
        return None
    asked = min(outcome.retry_after or 0, MOST_RETRY_AFTER)
    return later(now, max(delays[delivery.attempts] * jitter, asked))
