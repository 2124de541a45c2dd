"""Kinds of damage to the stored events of a game, and their repair, on both databases."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.ledger.records import next_head, tip_of_new
from service.core.store.database import Cursor
from service.core.store.postgres_connection import EVENTS
from service.core.store.recorder import StoredEntry, entry_of


class Rows:
    """The stored events of a game as they were, to damage and to restore."""

    def __init__(self, cursor: Cursor, game: str) -> None:
        self.game = game
        self.table = EVENTS if cursor.is_postgres else "stored_events"
        self.position = "notification_id" if cursor.is_postgres else "rowid"
        self.rows = self._read(cursor)

    def _read(self, cursor: Cursor) -> list[dict[str, Any]]:
        columns = ("originator_id", "originator_version", "topic", "state")
        statement = f"SELECT {self.position} AS position, * FROM {self.table} WHERE originator_id = ? ORDER BY 3"
        found = list(cursor.all(statement.replace("ORDER BY 3", "ORDER BY originator_version"), (self.game,)))
        return [{name: row[name] for name in ("position", *columns)} for row in found]

    def entries(self) -> list[StoredEntry]:
        """Return the entries as they were."""
        return [entry_of(bytes(row["state"])) for row in self.rows]

    def change(self, cursor: Cursor, version: int, what: str, value: object) -> None:
        """Change one column of the row of a version."""
        statement = f"UPDATE {self.table} SET {what} = ? WHERE originator_id = ? AND originator_version = ?"
        cursor.execute(statement, (value, self.game, version))

    def store(self, cursor: Cursor, entry: StoredEntry) -> None:
        """Store another entry in place of that of the same version."""
        self.change(cursor, entry.record.version, "state", msgspec.json.encode(entry, order="sorted"))

    def remove(self, cursor: Cursor, *versions: int) -> None:
        """Remove the rows of versions."""
        for version in versions:
            statement = f"DELETE FROM {self.table} WHERE originator_id = ? AND originator_version = ?"
            cursor.execute(statement, (self.game, version))

    def restore(self, cursor: Cursor) -> None:
        """Put the rows back as they were, as a backup has them."""
        cursor.execute(f"DELETE FROM {self.table} WHERE originator_id = ?", (self.game,))
        for row in self.rows:
            cursor.execute(
                f"INSERT INTO {self.table} ({self.position}, originator_id, originator_version, topic, state) "
                "VALUES (?,?,?,?,?)",
                tuple(row.values()),
            )


class Damage(NamedTuple):
    """A kind of damage, and what is said of it."""

    name: str
    do: Callable[[Cursor, Rows], None]
    reason: str
    """A regular expression."""
    needs_check: bool = False
    """Whether the tables do not notice it: only a check of the log does."""
    needs_heads: bool = False
    """Whether only a head that was signed before tells it."""
    taints_tables: bool = False
    """Whether the tables have taken in what was wrong, so that they have to be rebuilt after the repair."""


def _changed(entry: StoredEntry, **fields: object) -> StoredEntry:
    data = msgspec.json.decode(entry.record.data) | fields
    return replace(entry, record=replace(entry.record, data=msgspec.Raw(msgspec.json.encode(data, order="sorted"))))


def _rewrite(cursor: Cursor, rows: Rows, change: Callable[[StoredEntry], StoredEntry], version: int) -> None:
    """Change an entry, and compute all heads again."""
    head = tip_of_new(rows.game).head
    for entry in rows.entries():
        new = change(entry) if entry.record.version == version else entry
        head = next_head(head, new.record)
        rows.store(cursor, replace(new, head=head))


def _other_seed(cursor: Cursor, rows: Rows) -> None:
    secret = msgspec.json.encode({"seed": "00" * 32})
    rows.store(cursor, replace(rows.entries()[0], secret=msgspec.Raw(secret)))


def _other_event(cursor: Cursor, rows: Rows) -> None:
    rows.change(cursor, 5, "state", rows.rows[5]["state"])


def _other_entropy(entry: StoredEntry) -> StoredEntry:
    return _changed(entry, entropy="00" * 32)


def _changed_alone(cursor: Cursor, rows: Rows) -> None:
    rows.store(cursor, _other_entropy(rows.entries()[1]))


def _changed_with_chain(cursor: Cursor, rows: Rows) -> None:
    _rewrite(cursor, rows, _other_entropy, 2)


def _unknown_event(cursor: Cursor, rows: Rows) -> None:
    _rewrite(cursor, rows, _unknown, 6)


def write_later_event(cursor: Cursor, rows: Rows) -> None:
    """Make a log that is whole, with an event that only a later release knows."""
    _unknown_event(cursor, rows)
    rows.change(cursor, 6, "topic", f"game.exploded:{rows.entries()[5].record.shape}")


def _other_topic(cursor: Cursor, rows: Rows) -> None:
    rows.change(cursor, 2, "topic", "game.seat_left:1")


def _early(entry: StoredEntry) -> StoredEntry:
    return replace(entry, record=replace(entry.record, at="2020-01-01T00:00:00.000000Z"))


def _time_goes_back(cursor: Cursor, rows: Rows) -> None:
    _rewrite(cursor, rows, _early, 4)


def _unknown(entry: StoredEntry) -> StoredEntry:
    return replace(entry, record=replace(entry.record, type="game.exploded"))


LAST = 0
"""Stands for the last version."""


def _version(rows: Rows, version: int) -> int:
    return version or len(rows.rows)


def _missing(*versions: int) -> Callable[[Cursor, Rows], None]:
    return lambda cursor, rows: rows.remove(cursor, *(_version(rows, version) for version in versions))


def _bytes(state: bytes, version: int = 5) -> Callable[[Cursor, Rows], None]:
    return lambda cursor, rows: rows.change(cursor, version, "state", state)


DAMAGES: Sequence[Damage] = (
    Damage("a missing row in the middle", _missing(5), "version 5 is missing|a version is missing"),
    Damage("several missing rows", _missing(4, 5, 6), "is missing"),
    Damage("the first row is missing", _missing(1), "version 1 is missing|a version is missing"),
    Damage("the last row is missing", _missing(LAST), "knows version", needs_check=True, needs_heads=True),
    Damage("garbage in a row", _bytes(b"\x00\xff\x17garbage"), "cannot be decoded"),
    Damage("an empty row", _bytes(b""), "cannot be decoded"),
    Damage("JSON that is no event", _bytes(b'{"record":{}}'), "cannot be decoded"),
    Damage("another event in a row", _other_event, "contains (version 6|another event)"),
    Damage("a changed row with the old head", _changed_alone, "does not follow", needs_check=True),
    Damage("a changed row with a new chain", _changed_with_chain, "was rewritten", needs_check=True, needs_heads=True),
    Damage("another seed", _other_seed, "seed does not fit", needs_check=True),
    Damage("an event that no rules know", _unknown_event, "topic", needs_check=True),
    Damage("another topic", _other_topic, "topic", needs_check=True),
    Damage("a time that goes back", _time_goes_back, "time of version 4", needs_check=True, taints_tables=True),
)
