"""The signed heads of logs that were whole when the service checked them: a later change of the log differs from them.

Whoever changes the events of a game in the database, and computes all heads after them again, has no key to sign them.
"""

from typing import Any

import msgspec

from service.core.keys.signing import Signed
from service.core.store.damage import Kind
from service.core.store.database import Cursor

TABLE = "checked_heads"


def create(cursor: Cursor) -> None:
    """Create the table if it does not exist."""
    cursor.execute(
        f"CREATE TABLE IF NOT EXISTS {TABLE} (kind TEXT NOT NULL, id TEXT NOT NULL, version BIGINT NOT NULL, "
        "statement TEXT NOT NULL, PRIMARY KEY (kind, id))"
    )


def stated_head(cursor: Cursor, kind: Kind, log: str) -> dict[str, Any] | None:
    """Return the signed statement about a log; None if there is none yet."""
    row = cursor.one(f"SELECT statement FROM {TABLE} WHERE kind = ? AND id = ?", (kind, log))  # noqa: S608 - a constant
    if row is None:
        return None
    try:
        return msgspec.json.decode(row["statement"], type=dict[str, Any])
    except msgspec.DecodeError:
        return {}


def keep_head(cursor: Cursor, kind: Kind, log: str, version: int, signed: Signed) -> None:
    """Store the signed statement about a log, instead of an earlier one about fewer events."""
    cursor.execute(
        f"INSERT INTO {TABLE} (kind, id, version, statement) VALUES (?,?,?,?) "  # noqa: S608 - a constant
        "ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, statement = excluded.statement "
        f"WHERE excluded.version > {TABLE}.version",
        (kind, log, version, msgspec.json.encode(signed).decode()),
    )
