"""The SQL of the export: pages of rows of a person, and how often a person has asked."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from service.core.personal import Own
from service.core.store.database import Cursor, Database, Row
from service.core.store.times import timestamp_at
from service.people.quotas.caps import CapReachedError
from service.people.rows import lock_account

WINDOW = 24 * 3600
"""Seconds within which the exports of a person are counted."""

PAGE = 500
"""Rows that are read and compressed at once."""

TABLES = (
    "CREATE TABLE exports (player TEXT NOT NULL, at TEXT NOT NULL)",
    "CREATE INDEX exports_of_player ON exports (player, at)",
)

EXPORTS = Own(
    "exports",
    "exports",
    "when you asked for such a file within the last day",
    ("at",),
    order=("at",),
    left_out={"player": "it is you"},
)


def take_export(database: Database, player: str, token: str, most: int, now: str) -> None:
    """Count an export. Raises CapReachedError, and TokenRevokedError after the account was deleted."""
    seconds = datetime.fromisoformat(now).timestamp()
    with database.writing() as cursor:
        lock_account(cursor, player, token)
        cursor.execute("DELETE FROM exports WHERE at <= ?", (timestamp_at(seconds - WINDOW),))
        times = [row["at"] for row in cursor.all("SELECT at FROM exports WHERE player=? ORDER BY at DESC", (player,))]
        if most and len(times) >= most:
            oldest = datetime.fromisoformat(times[most - 1]).timestamp()
            raise CapReachedError("exports", most, max(1, int(oldest + WINDOW - seconds) + 1))
        cursor.execute("INSERT INTO exports (player, at) VALUES (?,?)", (player, now))


def erase_exports(cursor: Cursor, player: str, _: str) -> None:
    """Delete when a player has asked for exports."""
    cursor.execute("DELETE FROM exports WHERE player=?", (player,))


def page_of(database: Database, own: Own, player: str, after: Sequence[object] | None) -> list[Row]:
    """Return the next rows of a person, with the columns of their order. `after` is the order of the last one."""
    order = ", ".join(own.order)
    columns = ", ".join(dict.fromkeys((*own.columns, *own.order)))
    values: list[object] = [player] * own.of.count("?")
    later = ""
    if after is not None:
        later = f" AND ({order}) > ({', '.join('?' * len(after))})"
        values += after
    statement = f"SELECT {columns} FROM {own.table} WHERE {own.of}{later} ORDER BY {order} LIMIT {PAGE}"  # noqa: S608 - our names
    with database.reading() as cursor:
        return list(cursor.all(statement, values))


def exported(own: Own, rows: Sequence[Row]) -> Iterator[dict[str, object]]:
    """Return the exported columns of rows."""
    for row in rows:
        yield {column: row[column] for column in own.columns}
