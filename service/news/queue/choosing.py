"""Chooses the deliveries that a process sends next: due, still wanted, and not too many to one host."""

from collections import Counter
from collections.abc import Mapping

from domain.kernel.values import Value
from service.core.store.database import SQLITE_EVENTS, Cursor, Database
from service.core.store.postgres_connection import EVENTS
from service.lists.registry import Registry
from service.news.queue import answers, unread
from service.news.queue.deliveries import (
    CLAIM_LOCK,
    LEASE,
    Delivery,
    claim,
    delete_delivery,
    due_deliveries,
    next_due,
    postpone,
    sent_decisions,
)
from service.news.queue.receivers import Receiver, receiver_in_force
from service.news.times import later

_LAST = 2**63 - 1
"""The highest position that a log can have."""

LATER = 2.0
"""Seconds after which a delivery is looked at again if its game is not open, or the seats are not up to date."""


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
    """Claim deliveries that are due. Those that are no longer wanted are deleted.

    Those that depend on seats which are behind the log, or on a game that is not open yet, are postponed.
    """
    full = _full(room.busy, room)
    with database.reading() as cursor:
        if room.most <= 0 or not due_deliveries(cursor, now, full):
            return Chosen((), next_due(cursor))
    with database.writing() as cursor:
        cursor.lock(CLAIM_LOCK)
        # before any seat is read: a seat may be newer than this position, never older
        seats_upto = seats_position(database, cursor)
        begun = Counter(room.busy)
        claimed: list[Claimed] = []
        is_complete = False
        while not is_complete and len(claimed) < room.most:
            for delivery in due_deliveries(cursor, now, full, for_update=True):
                if len(claimed) == room.most or begun[delivery.host] >= room.most_per_host:
                    continue
                if (one := _claimed(cursor, delivery, seats_upto, now)) is not None:
                    begun[delivery.host] += 1
                    claimed.append(one)
            # many deliveries to a host that is full now must not hide those to others
            before, full = full, _full(begun, room)
            is_complete = len(full) == len(before)
        return Chosen(tuple(claimed), next_due(cursor))


def _full(begun: Mapping[str, int], room: Room) -> list[str]:
    """Return the hosts to which no further delivery can begin."""
    return [host for host, number in begun.items() if number >= room.most_per_host]


def _claimed(cursor: Cursor, delivery: Delivery, seats_upto: int, now: str) -> Claimed | None:
    """Claim a delivery; None: it is postponed, or no longer wanted and deleted."""
    receiver = receiver_in_force(cursor, delivery.receiver)
    is_behind = needs_seat(delivery) and last_position(cursor, delivery.game) > seats_upto
    if receiver is not None and (is_behind or answers.waits_for_game(cursor, delivery)):
        postpone(cursor, delivery.id, later(now, LATER))
        return None
    if receiver is None or not is_wanted(cursor, delivery):
        delete_delivery(cursor, delivery.id)
        return None
    claim(cursor, delivery.id, later(now, LEASE))
    return Claimed(delivery, receiver)


def needs_seat(delivery: Delivery) -> bool:
    """Whether a delivery is only sent while the seat of its player has a decision or a clock."""
    return delivery.decision is not None or delivery.due is not None


def seats_position(database: Database, cursor: Cursor) -> int:
    """Return the position in the log up to which the table `seats` has processed the events."""
    return Registry(database).states(cursor, ("seats",))[0].position


def last_position(cursor: Cursor, game: str | None) -> int:
    """Return the position of the last event of a game; 0 if there is none.

    An event without a position yet is after all that have one.
    """
    table, column = (EVENTS, f"COALESCE(notification_id, {_LAST})") if cursor.is_postgres else (SQLITE_EVENTS, "rowid")
    row = cursor.one(
        f"SELECT MAX({column}) AS last FROM {table} WHERE originator_id=?",  # noqa: S608 - constants
        (game,),
    )
    return 0 if row is None else row["last"] or 0


def is_wanted(cursor: Cursor, delivery: Delivery) -> bool:
    """Whether a delivery is still true: its decision, clock or challenge is open, its messages are not read.

    A delivery about a game that begins is not wanted if the game could not be opened.

    A second ping about one turn is not wanted.
    """
    if delivery.type == unread.TYPE:
        return unread.is_still_unread(cursor, delivery)
    if delivery.type in answers.ASKING:
        return answers.waits_for_answer(cursor, delivery)
    if delivery.type in answers.BEGINNING:
        return last_position(cursor, delivery.game) > 0
    if not needs_seat(delivery):
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
