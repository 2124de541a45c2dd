"""The SQL of standing orders."""

import msgspec

from domain.kernel.values import Seat, Value
from service.core.store.database import Cursor, Row
from service.core.store.feature_tables import Step
from service.core.store.times import timestamp_now
from service.orders.terms import End, Order, Terms
from service.people.rows import IN_FORCE

ORDERS_LOCK = 0x6C75646F_08
"""The advisory lock of a transaction that changes orders: their changes are counted in the order of the commits."""

TABLES: tuple[Step, ...] = (
    """CREATE TABLE standing_orders (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT, set_at TEXT NOT NULL,
        version BIGINT NOT NULL, round INTEGER, terms TEXT NOT NULL, salt TEXT NOT NULL, looked BIGINT NOT NULL,
        checked BIGINT NOT NULL, changed BIGINT NOT NULL, statement TEXT NOT NULL, acted INTEGER NOT NULL,
        made_with TEXT, expires_at TEXT, end_reason TEXT, end_version BIGINT,
        end_place INTEGER, ended_at TEXT)""",
    "CREATE INDEX standing_orders_of_game ON standing_orders (game, seat, set_at)",
    "CREATE INDEX standing_orders_of_player ON standing_orders (player)",
    "CREATE INDEX standing_orders_in_force ON standing_orders (player, game) WHERE ended_at IS NULL",
    "CREATE INDEX standing_orders_changed ON standing_orders (changed)",
    # a number that only grows: orders are deleted with accounts, so that the greatest one of a row may go back
    "CREATE TABLE standing_order_changes (last BIGINT NOT NULL)",
    "INSERT INTO standing_order_changes (last) SELECT COALESCE(MAX(changed), 0) FROM standing_orders",
)


class Waiting(Value, frozen=True):
    """A seat that has orders and an open decision, in a game that has changed since the orders were looked at."""

    game: str
    seat: Seat
    decision: str
    since: str


def lock_orders(cursor: Cursor) -> None:
    """Let transactions that change orders follow one another."""
    cursor.lock(ORDERS_LOCK)


def last_change(cursor: Cursor) -> int:
    """Return the number of the last change."""
    row = cursor.one("SELECT last FROM standing_order_changes")
    assert row is not None
    return int(row["last"])


def next_change(cursor: Cursor) -> int:
    """Return the number of a new change. The transaction holds `lock_orders`."""
    cursor.execute("UPDATE standing_order_changes SET last = last + 1")
    return last_change(cursor)


def insert_order(cursor: Cursor, order: Order) -> Order:
    """Store a new order. The transaction holds `lock_orders`."""
    changed = next_change(cursor)
    cursor.execute(
        "INSERT INTO standing_orders (id, game, seat, player, set_at, version, round, terms, salt, looked, checked,"
        " changed, statement, made_with, expires_at, acted) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,0)",
        (
            *(order.id, order.game, order.seat, order.player, order.set_at, order.version, order.round),
            *(msgspec.json.encode(order.terms).decode(), order.salt, order.version - 1, order.checked),
            *(changed, order.statement, order.made_with, order.expires_at),
        ),
    )
    return msgspec.structs.replace(order, changed=changed)


def order_of(cursor: Cursor, order: str) -> Order | None:
    """Return an order by its id."""
    row = cursor.one("SELECT * FROM standing_orders WHERE id=?", (order,))
    return None if row is None else _read(row)


def orders_of(cursor: Cursor, game: str, seat: Seat, player: str | None, *, in_force: bool) -> list[Order]:
    """Return the orders of a seat, oldest first; with a player only those of this player.

    `in_force`: only those that have not ended.
    """
    conditions, values = ["game=?", "seat=?"], list[object]([timestamp_now(), game, seat])
    if player is not None:
        conditions.append("player=?")
        values.append(player)
    if in_force:
        conditions.append("ended_at IS NULL")
    rows = cursor.all(
        f"SELECT *, {IN_FORCE} AS is_valid FROM standing_orders"  # noqa: S608 - our names
        f" WHERE {' AND '.join(conditions)} ORDER BY set_at, changed, id",
        values,
    )
    return [_read(row) for row in rows]


def acted_orders(cursor: Cursor, game: str) -> dict[str, Order]:
    """Return the orders of a game that have acted, by id."""
    rows = cursor.all("SELECT * FROM standing_orders WHERE game=? AND acted=1", (game,))
    return {row["id"]: _read(row) for row in rows}


def claim_order(cursor: Cursor, order: str) -> bool:
    """Note that an order is carried out. Return False if it has ended meanwhile. Holds `lock_orders`."""
    row = cursor.one(
        "UPDATE standing_orders SET acted=1, changed=? WHERE id=? AND ended_at IS NULL RETURNING id",
        (next_change(cursor), order),
    )
    return row is not None


def end_order(cursor: Cursor, order: str, end: End, now: str) -> bool:
    """Store why an order has ended. Return False if it had before. The transaction holds `lock_orders`."""
    row = cursor.one(
        "UPDATE standing_orders SET end_reason=?, end_version=?, end_place=?, ended_at=?, changed=?"
        " WHERE id=? AND ended_at IS NULL RETURNING id",
        (end.reason, end.version, end.place, now, next_change(cursor), order),
    )
    return row is not None


def set_looked(cursor: Cursor, order: str, version: int) -> None:
    """Store up to which version an order was looked at: it does not answer the open decision."""
    cursor.execute(
        "UPDATE standing_orders SET looked=?, checked=? WHERE id=? AND ended_at IS NULL AND looked<?",
        (version, version, order, version),
    )


def touch_order(cursor: Cursor, order: str) -> None:
    """Count a change of an order: it was carried out. The transaction holds `lock_orders`."""
    cursor.execute("UPDATE standing_orders SET changed=? WHERE id=?", (next_change(cursor), order))


def forget_looked(cursor: Cursor, game: str) -> None:
    """Look at the orders of a game again, from the version at which they were set: its log was mended."""
    cursor.execute(
        "UPDATE standing_orders SET looked=version-1, checked=version WHERE game=? AND ended_at IS NULL", (game,)
    )


def waiting_seats(cursor: Cursor, events: str, limit: int) -> list[Waiting]:
    """Return the seats whose orders have to be looked at. `events` is the table of the log.

    Whether it is a seat's turn comes from the table of seats, which may lag behind; the version from the log.
    """
    rows = cursor.all(
        "SELECT DISTINCT o.game, o.seat, s.decision, s.since FROM standing_orders o"  # noqa: S608 - our names
        " JOIN seats s ON s.player = o.player AND s.game = o.game"
        " WHERE o.ended_at IS NULL AND s.decision IS NOT NULL AND s.status = 'running' AND o.looked <"
        f" (SELECT MAX(e.originator_version) FROM {events} e WHERE e.originator_id = o.game)"
        " ORDER BY s.since LIMIT ?",
        (limit,),
    )
    return [Waiting(row["game"], row["seat"], row["decision"], row["since"]) for row in rows]


def over_games(cursor: Cursor, limit: int) -> list[str]:
    """Return games that are over, and in which orders have not ended."""
    rows = cursor.all(
        "SELECT DISTINCT o.game FROM standing_orders o JOIN lobby l ON l.game = o.game"
        " WHERE o.ended_at IS NULL AND l.status <> 'running' LIMIT ?",
        (limit,),
    )
    return [row["game"] for row in rows]


def in_force(cursor: Cursor, game: str) -> list[Order]:
    """Return the orders of all seats of a game that have not ended, oldest first."""
    rows = cursor.all(
        f"SELECT *, {IN_FORCE} AS is_valid FROM standing_orders"  # noqa: S608 - our names
        " WHERE game=? AND ended_at IS NULL ORDER BY set_at, changed, id",
        (timestamp_now(), game),
    )
    return [_read(row) for row in rows]


def changes_after(cursor: Cursor, changed: int, limit: int) -> list[Order]:
    """Return the orders of all games that changed after a number, in the order of the changes."""
    rows = cursor.all("SELECT * FROM standing_orders WHERE changed > ? ORDER BY changed LIMIT ?", (changed, limit))
    return [_read(row) for row in rows]


def erase_orders(cursor: Cursor, player: str, _now: str) -> None:
    """Delete the orders of a player; those that were carried out stay without the player: they explain decisions."""
    lock_orders(cursor)
    cursor.execute("DELETE FROM standing_orders WHERE player=? AND acted=0", (player,))
    cursor.execute(
        "UPDATE standing_orders SET player=NULL, ended_at=COALESCE(ended_at, set_at),"
        " end_reason=COALESCE(end_reason, 'seat'), end_version=COALESCE(end_version, checked) WHERE player=?",
        (player,),
    )


def _read(row: Row) -> Order:
    end = None if row["end_reason"] is None else End(row["end_reason"], row["end_version"], row["end_place"])
    return Order(
        *(row["id"], row["game"], row["seat"], row["player"] or "", row["set_at"], row["version"], row["round"]),
        *(msgspec.json.decode(row["terms"], type=Terms), row["salt"], row["checked"], row["changed"]),
        *(row["statement"], row["made_with"], row["expires_at"], bool(row["acted"]), end, row["ended_at"]),
        is_valid="is_valid" not in row.keys() or bool(row["is_valid"]),  # noqa: SIM118 - a row of SQLite is no mapping
    )
