"""The SQL of pools: who waits, in which pool, since when, and with whom the player was paired."""

from collections.abc import Mapping, Sequence

from domain.kernel.values import Value
from service.core.store.database import Cursor, Row

MOST_READ = 500
"""Entries of a pool in one pairing, the ones that wait longest."""


class Entry(Value, frozen=True):
    """A player in a pool."""

    player: str
    ruleset: str
    clock: str
    """The name of the preset."""
    skill: int
    """The estimated skill in the title, in millionths."""
    since: str
    seen_at: str
    """When the client was last there."""
    meeting: str | None = None
    """The pairing; None: the player waits."""


def entry_of(cursor: Cursor, player: str) -> Entry | None:
    """Return the entry of a player."""
    row = cursor.one("SELECT * FROM pool_entries WHERE player=?", (player,))
    return None if row is None else _read(row)


def put_entry(cursor: Cursor, entry: Entry) -> None:
    """Store an entry in the place of an earlier one."""
    cursor.execute("DELETE FROM pool_entries WHERE player=?", (entry.player,))
    cursor.execute(
        "INSERT INTO pool_entries (player, ruleset, clock, skill, since, seen_at, meeting) VALUES (?,?,?,?,?,?,?)",
        (entry.player, entry.ruleset, entry.clock, entry.skill, entry.since, entry.seen_at, entry.meeting),
    )


def see(cursor: Cursor, player: str, now: str) -> None:
    """Store that the client of a player is there."""
    cursor.execute("UPDATE pool_entries SET seen_at=? WHERE player=? AND seen_at < ?", (now, player, now))


def note_pairing(cursor: Cursor, players: Sequence[str], meeting: str) -> None:
    """Store that players are paired."""
    cursor.execute_many("UPDATE pool_entries SET meeting=? WHERE player=?", [(meeting, player) for player in players])


def delete_entry(cursor: Cursor, player: str) -> None:
    """Delete the entry of a player."""
    cursor.execute("DELETE FROM pool_entries WHERE player=?", (player,))


def waiting_in(cursor: Cursor, ruleset: str, clock: str, seen_after: str) -> list[Entry]:
    """Return who waits in a pool and is there, the one who came first first."""
    rows = cursor.all(
        "SELECT * FROM pool_entries WHERE ruleset=? AND clock=? AND meeting IS NULL AND seen_at > ?"
        " ORDER BY since, player LIMIT ?",
        (ruleset, clock, seen_after, MOST_READ),
    )
    return [_read(row) for row in rows]


def numbers_waiting(cursor: Cursor, seen_after: str) -> Mapping[tuple[str, str], int]:
    """Return how many players wait in each pool that is not empty."""
    rows = cursor.all(
        "SELECT ruleset, clock, COUNT(*) AS number FROM pool_entries WHERE meeting IS NULL AND seen_at > ?"
        " GROUP BY ruleset, clock",
        (seen_after,),
    )
    return {(row["ruleset"], row["clock"]): int(row["number"]) for row in rows}


def forget_entries(cursor: Cursor, seen_before: str) -> None:
    """Delete the entries whose clients have gone."""
    cursor.execute("DELETE FROM pool_entries WHERE seen_at <= ?", (seen_before,))


def _read(row: Row) -> Entry:
    return Entry(
        row["player"], row["ruleset"], row["clock"], row["skill"], row["since"], row["seen_at"], row["meeting"]
    )
