"""Chooses the deliveries that a process sends next: due, still wanted, and not too many to one host."""

from collections import Counter
from collections.abc import Mapping

from domain.kernel.values import Value
from service.notifications.queue.deliveries import (
    LEASE,
    Delivery,
    claim,
    delete_delivery,
    due_deliveries,
    lock_claims,
    next_due,
    sent_decisions,
)
from service.notifications.queue.receivers import Receiver, receiver_of
from service.notifications.times import later
from service.store.database import Cursor, Database


class Room(Value, frozen=True):
    """How many deliveries a process can begin: in all, and for each host that it is sending to."""

    most: int
    most_per_host: int
    busy: Mapping[str, int]


class Claimed(Value, frozen=True):
    """A delivery that this process has to send, and its receiver."""

    delivery: Delivery
    receiver: Receiver


class Chosen(Value, frozen=True):
    """What to send now, and when the next delivery is due; None: none waits."""

    claimed: tuple[Claimed, ...]
    next_at: str | None


def choose(database: Database, now: str, room: Room) -> Chosen:
    """Claim deliveries that are due. Those that are no longer wanted are deleted."""
    full = [host for host, number in room.busy.items() if number >= room.most_per_host]
    with database.reading() as cursor:
        if room.most <= 0 or not due_deliveries(cursor, now, full):
            return Chosen((), next_due(cursor))
    with database.writing() as cursor:
        lock_claims(cursor)
        begun = Counter(room.busy)
        claimed: list[Claimed] = []
        for delivery in due_deliveries(cursor, now, full):
            if len(claimed) == room.most:
                break
            if begun[delivery.host] >= room.most_per_host:
                continue
            receiver = receiver_of(cursor, delivery.receiver)
            if receiver is None or not is_wanted(cursor, delivery):
                delete_delivery(cursor, delivery.id)
                continue
            claim(cursor, delivery.id, later(now, LEASE))
            begun[delivery.host] += 1
            claimed.append(Claimed(delivery, receiver))
        return Chosen(tuple(claimed), next_due(cursor))


def is_wanted(cursor: Cursor, delivery: Delivery) -> bool:
    """Whether a delivery about an open decision or a clock is still true, and not a second ping about one turn."""
    if delivery.decision is None and delivery.due is None:
        return True
    row = cursor.one(
        "SELECT decision, due FROM seats WHERE player=? AND game=? AND decision IS NOT NULL",
        (delivery.about, delivery.game),
    )
    if row is None or (delivery.due is not None and row["due"] != delivery.due):
        return False
    if delivery.decision is None:
        return True
    sent = sent_decisions(cursor, delivery.receiver, delivery.game or "")
    is_pinged = any(each != delivery.id and decision == row["decision"] for each, decision in sent)
    return row["decision"] == delivery.decision and not is_pinged
