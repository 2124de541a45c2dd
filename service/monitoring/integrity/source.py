"""Reads what is checked, by plain statements on either database: of a store, or of a connection that only reads."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple, TypeAlias

from domain.ledger.integrity import DamagedLogError
from service.core.store.database import Cursor
from service.core.store.postgres_connection import EVENTS, ORDER
from service.core.store.reading import reason_of
from service.core.store.recorder import StoredEntry, entry_of

Reading: TypeAlias = Callable[[], AbstractContextManager[Cursor]]
"""Opens a transaction that reads."""


class Row(NamedTuple):
    """A stored event with its key. The columns of a damaged page of SQLite may have any type."""

    position: int | None
    version: int
    topic: str
    state: bytes


def log_of(cursor: Cursor) -> tuple[str, str]:
    """Return the names of the table of events and of the column of its positions."""
    return (EVENTS, "notification_id") if cursor.is_postgres else ("stored_events", "rowid")


def has_log(cursor: Cursor) -> bool:
    """Return whether the database has the table of events."""
    return cursor.has_table(log_of(cursor)[0])


def events_in(cursor: Cursor) -> int:
    """Return the number of events, about: the last position."""
    if not has_log(cursor):
        return 0
    table, position = log_of(cursor)
    if cursor.is_postgres and cursor.has_table(ORDER):
        table = ORDER
    row = cursor.one(f"SELECT MAX({position}) AS last FROM {table}")  # noqa: S608 - our names
    return 0 if row is None or row["last"] is None else row["last"]


def games_after(cursor: Cursor, game: str, limit: int) -> list[str]:
    """Return the first ids of games after an id, in order."""
    table, _ = log_of(cursor)
    statement = f"SELECT DISTINCT originator_id AS id FROM {table} WHERE originator_id > ? ORDER BY 1 LIMIT ?"  # noqa: S608 - our names
    return [row["id"] for row in cursor.all(statement, (game, limit))]


def tournaments_after(cursor: Cursor, tournament: str, limit: int) -> list[str]:
    """Return the first ids of tournaments after an id, in order: of those with events, and of those in the list."""
    statement = (
        "SELECT tournament AS id FROM tournament_events WHERE tournament > ? "
        "UNION SELECT id FROM tournaments WHERE id > ? ORDER BY 1 LIMIT ?"
    )
    return [row["id"] for row in cursor.all(statement, (tournament, tournament, limit))]


def rows_of_game(cursor: Cursor, game: str) -> list[Row]:
    """Return the rows of a game, ordered by version. Those without a position yet are after all that have one."""
    table, position = log_of(cursor)
    if cursor.is_postgres:
        position = f"COALESCE({position}, 9000000000000000000 + originator_version)"
    statement = (
        f"SELECT {position} AS position, originator_version, topic, state FROM {table} "  # noqa: S608 - our names
        "WHERE originator_id = ? ORDER BY originator_version"
    )
    return [
        Row(row["position"], row["originator_version"], row["topic"], row["state"])
        for row in cursor.all(statement, (game,))
    ]


def rows_of_tournament(cursor: Cursor, tournament: str) -> list[Row]:
    """Return the rows of a tournament, ordered by version. They have no topic."""
    statement = "SELECT number, version, entry FROM tournament_events WHERE tournament = ? ORDER BY version"
    return [
        Row(row["number"], row["version"], "", row["entry"].encode()) for row in cursor.all(statement, (tournament,))
    ]


def entries_in(log: str, rows: list[Row]) -> list[StoredEntry]:
    """Return the entries of rows; raises DamagedLogError unless they are the events that their keys say, in order."""
    entries: list[StoredEntry] = []
    before = 0
    for row in rows:
        try:
            entry = entry_of(row.state)
        except Exception as error:  # noqa: BLE001 - damaged bytes may cause any error
            message = f"version {row.version} cannot be decoded: {reason_of(error)}"
            raise DamagedLogError(message) from None
        record = entry.record
        if (record.game, record.version) != (log, row.version):
            message = f"version {row.version} contains another event"
            raise DamagedLogError(message)
        if row.topic and row.topic != f"{record.type}:{record.shape}":
            message = f"the topic of version {row.version} is not that of its event"
            raise DamagedLogError(message)
        if not isinstance(row.position, int) or row.position <= before:
            message = f"the position of version {row.version} in the log does not follow that of the version before"
            raise DamagedLogError(message)
        before = row.position
        entries.append(entry)
    return entries
