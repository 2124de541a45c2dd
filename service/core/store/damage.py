"""The register of damage: which parts of the database are damaged, since when, and why.

The table is in the database itself, so that all processes leave the same games out, and a restart forgets nothing.
"""

import datetime
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from domain.kernel.values import Value
from service.core.store.database import Cursor
from service.core.store.times import timestamp_of

_log = logging.getLogger(__name__)

Kind: TypeAlias = Literal["game", "tournament", "table", "log"]
"""What is damaged: the log of a game or of a tournament, rows of a table of lists, or positions of the log."""

KINDS: tuple[Kind, ...] = get_args(Kind)

TABLE = "damage"

DAMAGED_GAMES = f"SELECT id FROM {TABLE} WHERE kind = 'game'"  # noqa: S608 - a constant
"""The query of the games that lists leave out."""

DAMAGED_TOURNAMENTS = f"SELECT id FROM {TABLE} WHERE kind = 'tournament'"  # noqa: S608 - a constant

_CONSEQUENCES: Mapping[Kind, str] = {
    "game": "it is left out of lists, and requests for it are answered 503",
    "tournament": "it is left out of lists, and requests for it are answered 503",
    "table": "run `ludolog rebuild`",
    "log": "run `ludolog fsck`",
}


class Damage(Value, frozen=True):
    """A damaged part: what it is, its id, why it counts as damaged, and when that was found."""

    kind: Kind
    id: str
    reason: str
    found_at: str


def create(cursor: Cursor) -> None:
    """Create the table if it does not exist."""
    cursor.execute(
        f"CREATE TABLE IF NOT EXISTS {TABLE} (kind TEXT NOT NULL, id TEXT NOT NULL, reason TEXT NOT NULL, "
        "found_at TEXT NOT NULL, PRIMARY KEY (kind, id))"
    )


def damaged_in(cursor: Cursor) -> list[Damage]:
    """Return everything that is damaged, in the order in which it was found."""
    rows = cursor.all(f"SELECT kind, id, reason, found_at FROM {TABLE} ORDER BY found_at, kind, id")  # noqa: S608 - a constant
    return [Damage(row["kind"], row["id"], row["reason"], row["found_at"]) for row in rows]


def mark(cursor: Cursor, kind: Kind, reasons: Mapping[str, str]) -> list[str]:
    """Mark parts as damaged, each with its reason; returns those that were not marked before."""
    if not reasons:
        return []
    at = timestamp_of(datetime.datetime.now(datetime.UTC))
    known = {
        row["id"]
        for row in cursor.among(f"SELECT id FROM {TABLE} WHERE kind = '{kind}' AND id IN", reasons)  # noqa: S608 - constants
    }
    for name, reason in sorted(reasons.items()):
        cursor.execute(
            f"INSERT INTO {TABLE} (kind, id, reason, found_at) VALUES (?,?,?,?) "  # noqa: S608 - a constant
            "ON CONFLICT (kind, id) DO UPDATE SET reason = excluded.reason",
            (kind, name, reason, at),
        )
    return sorted(reasons.keys() - known)


def clear(cursor: Cursor, kind: Kind, names: Iterable[str]) -> None:
    """Remove marks: these parts are whole again."""
    cursor.execute_many(f"DELETE FROM {TABLE} WHERE kind = ? AND id = ?", [(kind, name) for name in names])  # noqa: S608 - a constant


def report(kind: Kind, names: Sequence[str], reasons: Mapping[str, str]) -> None:
    """Log what was marked for the first time."""
    for name in names:
        _log.error("the %s %s is damaged (%s): %s", kind, name, reasons[name], _CONSEQUENCES[kind])


def report_whole(kind: Kind, name: str) -> None:
    """Log that a part is whole again."""
    _log.info("the %s %s is whole again", kind, name)
