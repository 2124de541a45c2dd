"""Deliveries and their rows: a delivery waits until it is due, is claimed by one process, and ends or is retried."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from msgspec.structs import replace

from domain.kernel.values import Value
from service.core.store.database import Cursor, Row
from service.news.outgoing.outcome import Outcome

State: TypeAlias = Literal["waiting", "delivered", "failed"]

MOST_WAITING = 1000
"""Deliveries of one receiver that are due or have begun. Further ones fail at once and can be sent again."""

LEASE = 60.0
"""Seconds for which a claimed delivery belongs to its process. If the process dies, another one sends it again."""

KEPT = 14 * 24 * 3600.0
"""Seconds for which deliveries are kept."""

CLAIM_LOCK = 0x6C75646F_04
"""The advisory lock of the transactions that claim deliveries: one process at a time does."""

_LISTED = "(attempts > 0 OR (decision IS NULL AND due IS NULL))"
"""The condition of the deliveries that a list shows: those that wait for their time have not begun."""

_LOOKED_AT = 200
"""Deliveries that are due and looked at in one query."""


class NewDelivery(Value, frozen=True):
    """A delivery to be queued. `once` is unique: the same event is queued once for each receiver."""

    id: str
    receiver: str
    once: str
    host: str
    type: str
    body: str
    next_at: str
    game: str | None = None
    about: str | None = None
    """The player whose decision or clock the delivery is about."""
    decision: str | None = None
    """It is only sent while this decision is open."""
    due: str | None = None
    """It is only sent while the clock of the player runs out at this time."""


class Delivery(NewDelivery, frozen=True, kw_only=True):
    """A queued or finished delivery."""

    created_at: str
    state: State
    attempts: int
    claimed_until: str | None
    attempted_at: str | None
    status: int | None
    error: str | None
    reply: str | None


def host_of(url: str) -> str:
    """Return the host of a URL, by which deliveries share the places of a process."""
    return urlsplit(url).hostname or ""


def insert_delivery(cursor: Cursor, new: NewDelivery, now: str, claimed_until: str | None = None) -> bool:
    """Queue a delivery; returns whether it is new."""
    return (
        cursor.one(
            "INSERT INTO deliveries (id, receiver, once, host, type, game, about, decision, due, body, created_at, "
            "state, attempts, next_at, claimed_until) VALUES (?,?,?,?,?,?,?,?,?,?,?,'waiting',0,?,?) "
            "ON CONFLICT (once) DO NOTHING RETURNING id",
            (
                *(new.id, new.receiver, new.once, new.host, new.type, new.game, new.about, new.decision, new.due),
                *(new.body, now, new.next_at, claimed_until),
            ),
        )
        is not None
    )


def due_deliveries(cursor: Cursor, now: str, busy: Iterable[str], *, for_update: bool = False) -> list[Delivery]:
    """Return the deliveries that are due and not claimed, earliest first, without those to busy hosts.

    `for_update` locks their rows, and leaves out those that another transaction has locked.
    """
    lock = cursor.unlocked if for_update else ""
    hosts = sorted(busy)
    others = f"AND host NOT IN ({', '.join('?' * len(hosts))})" if hosts else ""
    found = (
        "SELECT * FROM deliveries WHERE state='waiting' AND next_at <= ? "  # noqa: S608 - a constant
        f"AND (claimed_until IS NULL OR claimed_until <= ?) {others} ORDER BY next_at, id LIMIT {_LOOKED_AT}{lock}"
    )
    return [read_delivery(row) for row in cursor.all(found, (now, now, *hosts))]


def next_due(cursor: Cursor) -> str | None:
    """Return when the next delivery that is not claimed is due."""
    row = cursor.one("SELECT MIN(next_at) AS next FROM deliveries WHERE state='waiting' AND claimed_until IS NULL")
    return None if row is None else row["next"]


def claim(cursor: Cursor, delivery: str, until: str) -> None:
    """Claim a delivery."""
    cursor.execute("UPDATE deliveries SET claimed_until=? WHERE id=?", (until, delivery))


def postpone(cursor: Cursor, delivery: str, until: str) -> None:
    """Let a delivery that has not begun wait longer."""
    cursor.execute("UPDATE deliveries SET next_at=? WHERE id=?", (until, delivery))


def after_attempt(delivery: Delivery, outcome: Outcome, now: str, next_at: str | None) -> Delivery:
    """Return a delivery after an attempt. `next_at` is when the next one follows; None: the delivery has ended."""
    return replace(
        delivery,
        state="delivered" if outcome.is_success else "failed" if next_at is None else "waiting",
        attempts=delivery.attempts + 1,
        next_at=next_at or delivery.next_at,
        claimed_until=None,
        attempted_at=now,
        status=outcome.status,
        error=outcome.error,
        reply=outcome.reply or None,
    )


def note_attempt(cursor: Cursor, after: Delivery) -> None:
    """Store what came of an attempt."""
    cursor.execute(
        "UPDATE deliveries SET state=?, attempts=attempts+1, next_at=?, claimed_until=NULL, attempted_at=?, status=?, "
        "error=?, reply=? WHERE id=?",
        (after.state, after.next_at, after.attempted_at, after.status, after.error, after.reply, after.id),
    )


def fail_waiting(cursor: Cursor, receiver: str, error: str) -> None:
    """End all waiting deliveries of a receiver."""
    cursor.execute(
        "UPDATE deliveries SET state='failed', claimed_until=NULL, error=? WHERE receiver=? AND state='waiting'",
        (error, receiver),
    )


def drop(cursor: Cursor, delivery: str) -> None:
    """End a new delivery because too many wait. It can be sent again later."""
    error = f"dropped: {MOST_WAITING} deliveries waited"
    cursor.execute("UPDATE deliveries SET state='failed', error=? WHERE id=?", (error, delivery))


def delete_delivery(cursor: Cursor, delivery: str) -> None:
    """Delete a delivery that is no longer needed."""
    cursor.execute("DELETE FROM deliveries WHERE id=?", (delivery,))


def delete_older(cursor: Cursor, new: NewDelivery, now: str) -> None:
    """Delete what waits for its time about an earlier decision or clock of the player in the game.

    A player has one open decision in a game, so the earlier ones are answered.
    """
    if new.decision is None and new.due is None:
        return
    # What is due belongs to the process that claims. What its owner sends again has no `due` any more.
    # With `next_at > ?` SQLite would read all that wait, instead of those of the game.
    # What another transaction has locked is being deleted, or is looked at when it is due.
    cursor.execute(
        "DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries "  # noqa: S608 - a constant
        "WHERE game=? AND receiver=? AND about=? AND type=? AND id <> ? AND state='waiting' "
        f"AND attempts=0 AND NOT next_at <= ? AND (decision IS NOT NULL OR due IS NOT NULL){cursor.unlocked})",
        (new.game, new.receiver, new.about, new.type, new.id, now),
    )


def number_waiting(cursor: Cursor, receiver: str, now: str) -> int:
    """Return how many deliveries of a receiver are due or have begun: those that wait for their time do not count."""
    waiting = "deliveries WHERE receiver=? AND state='waiting' AND (attempts > 0 OR next_at <= ?)"
    return cursor.count(waiting, (receiver, now))


def number_listed_waiting(cursor: Cursor, receiver: str) -> int:
    """Return how many deliveries `select_deliveries` lists as waiting."""
    return cursor.count(f"deliveries WHERE receiver=? AND state='waiting' AND {_LISTED}", (receiver,))


def all_waiting(cursor: Cursor) -> int:
    """Return the number of waiting deliveries."""
    return cursor.count("deliveries WHERE state='waiting'")


def sent_decisions(cursor: Cursor, receiver: str, game: str) -> list[tuple[str, str]]:
    """Return ids and decisions of the deliveries about a game that were sent, or are being sent."""
    found = (
        "SELECT id, decision FROM deliveries WHERE receiver=? AND game=? AND decision IS NOT NULL "
        "AND (attempts > 0 OR claimed_until IS NOT NULL) AND state <> 'failed'"
    )
    return [(row["id"], row["decision"]) for row in cursor.all(found, (receiver, game))]


def note_test(cursor: Cursor, player: str, now: str) -> None:
    """Count a test of a player, also beyond the deletion of its receiver."""
    cursor.execute("INSERT INTO receiver_tests (player, at) VALUES (?,?)", (player, now))


def tests_since(cursor: Cursor, player: str, since: str) -> int:
    """Return how many tests a player has sent since a time, and delete the older rows of all players."""
    cursor.execute("DELETE FROM receiver_tests WHERE at <= ?", (since,))
    return cursor.count("receiver_tests WHERE player=?", (player,))


class DeliveryQuery(Value, frozen=True):
    """A query for the deliveries of a receiver, newest first."""

    receiver: str
    state: State | None = None
    after: tuple[str, str] | None = None
    """Creation time and id of the last delivery of the previous page."""
    limit: int = 20


def select_deliveries(cursor: Cursor, query: DeliveryQuery) -> list[Delivery]:
    """Return a page of deliveries. Those that wait for their time have not begun and are not listed."""
    conditions, values = (
        ["receiver=?", _LISTED],
        list[object]([query.receiver]),
    )
    if query.state is not None:
        conditions.append("state=?")
        values.append(query.state)
    if query.after is not None:
        conditions.append("(created_at, id) < (?, ?)")
        values += query.after
    found = f"SELECT * FROM deliveries WHERE {' AND '.join(conditions)} ORDER BY created_at DESC, id DESC LIMIT ?"  # noqa: S608 - constants
    return [read_delivery(row) for row in cursor.all(found, [*values, query.limit])]


def delivery_of(cursor: Cursor, receiver: str, delivery: str) -> Delivery | None:
    """Return a delivery of a receiver by its id."""
    row = cursor.one("SELECT * FROM deliveries WHERE receiver=? AND id=?", (receiver, delivery))
    return None if row is None else read_delivery(row)


def delivery_once(cursor: Cursor, once: str) -> Delivery | None:
    """Return the delivery with this `once`; None if there is none."""
    row = cursor.one("SELECT * FROM deliveries WHERE once=?", (once,))
    return None if row is None else read_delivery(row)


def release_once(cursor: Cursor, once: str) -> None:
    """Let another delivery have this `once`. The delivery that has it gets its id instead."""
    cursor.execute("UPDATE deliveries SET once=id WHERE once=?", (once,))


def finished_between(
    cursor: Cursor, receiver: str, span: tuple[str, str], states: Sequence[State], limit: int
) -> list[str]:
    """Return the ids of finished deliveries that were queued in `[since, until)`, oldest first."""
    marks = ", ".join("?" * len(states))
    found = (
        f"SELECT id FROM deliveries WHERE receiver=? AND state IN ({marks}) AND created_at >= ? AND created_at < ? "  # noqa: S608 - constants
        "ORDER BY created_at, id LIMIT ?"
    )
    return [row["id"] for row in cursor.all(found, (receiver, *states, *span, limit))]


def queue_again(cursor: Cursor, deliveries: Iterable[str], now: str) -> None:
    """Send finished deliveries again, with the same ids."""
    for each in deliveries:
        cursor.execute(
            "UPDATE deliveries SET state='waiting', attempts=0, next_at=?, claimed_until=NULL, due=NULL "
            "WHERE id=? AND state <> 'waiting'",
            (now, each),
        )


def delete_old(cursor: Cursor, before: str) -> None:
    """Delete deliveries that have ended and were created before a time; locked ones another time."""
    old = f"SELECT id FROM deliveries WHERE created_at < ? AND state <> 'waiting'{cursor.unlocked}"  # noqa: S608 - a constant
    cursor.execute(f"DELETE FROM deliveries WHERE id IN ({old})", (before,))  # noqa: S608 - a constant


def read_delivery(row: Row) -> Delivery:
    """Return the delivery of a row."""
    return Delivery(**dict(row))
