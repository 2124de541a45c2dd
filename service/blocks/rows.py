"""The SQL of blocks: one row for each player whom another one has blocked."""

from collections.abc import Collection, Sequence

from domain.kernel.values import Value
from service.core.store.database import Cursor
from service.core.store.feature_tables import Step

TABLES: tuple[Step, ...] = (
    """CREATE TABLE blocks (
        player TEXT NOT NULL, blocked TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (player, blocked))""",
    "CREATE INDEX blocks_of_player ON blocks (player, at, blocked)",
    "CREATE INDEX blocks_of_blocked ON blocks (blocked)",
)


class Block(Value, frozen=True):
    """A player whom another one has blocked, and since when."""

    blocked: str
    at: str


def block_of(cursor: Cursor, player: str, blocked: str) -> Block | None:
    """Return the block of a player by another one; None: there is none."""
    row = cursor.one("SELECT at FROM blocks WHERE player=? AND blocked=?", (player, blocked))
    return None if row is None else Block(blocked, row["at"])


def blocks_of(cursor: Cursor, player: str, before: tuple[str, str] | None, limit: int) -> list[Block]:
    """Return the blocks of a player, the last one first; `before`: those after this time and player in the list."""
    earlier, values = ("", []) if before is None else (" AND (at, blocked) < (?, ?)", [*before])
    rows = cursor.all(
        f"SELECT blocked, at FROM blocks WHERE player=?{earlier} ORDER BY at DESC, blocked DESC LIMIT ?",  # noqa: S608
        [player, *values, limit],
    )
    return [Block(row["blocked"], row["at"]) for row in rows]


def insert_block(cursor: Cursor, player: str, block: Block) -> None:
    """Store a block. An earlier one of the same player stays."""
    cursor.execute(
        "INSERT INTO blocks (player, blocked, at) VALUES (?,?,?) ON CONFLICT (player, blocked) DO NOTHING",
        (player, block.blocked, block.at),
    )


def delete_block(cursor: Cursor, player: str, blocked: str) -> None:
    """Delete a block if there is one."""
    cursor.execute("DELETE FROM blocks WHERE player=? AND blocked=?", (player, blocked))


def blocked_by(cursor: Cursor, player: str) -> frozenset[str]:
    """Return whom a player has blocked."""
    return frozenset(row["blocked"] for row in cursor.all("SELECT blocked FROM blocks WHERE player=?", (player,)))


def has_blocked(cursor: Cursor, player: str, others: Collection[str]) -> frozenset[str]:
    """Return whom of some others a player has blocked."""
    return blocked_by(cursor, player).intersection(others) if others else frozenset()


def pairs_among(cursor: Cursor, players: Sequence[str]) -> set[tuple[str, str]]:
    """Return the pairs of these players of whom one has blocked the other, each in the order of the ids."""
    known = frozenset(players)
    rows = cursor.among("SELECT player, blocked FROM blocks WHERE player IN", players)
    found = {(row["player"], row["blocked"]) for row in rows}
    return {(min(pair), max(pair)) for pair in found if pair[1] in known}


def erase_blocks(cursor: Cursor, player: str, _now: str) -> None:
    """Delete the blocks of a player, and those by others."""
    cursor.execute("DELETE FROM blocks WHERE player=? OR blocked=?", (player, player))
