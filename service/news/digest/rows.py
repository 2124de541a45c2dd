"""The rows of the daily e-mail: one for each player who asked for it, and the limits of confirmations."""

from typing import Literal, TypeAlias

from domain.kernel.values import Value
from service.core.store.database import Cursor, Row
from service.core.store.times import timestamp_now
from service.people.rows import IN_FORCE

State: TypeAlias = Literal["unconfirmed", "confirmed"]


class Digest(Value, frozen=True):
    """The daily e-mail of a player."""

    player: str
    id: str
    """A random id in hex. It changes with the address, so that old links end."""
    address: str
    language: str
    time_zone: str
    hour: int
    """The local hour at which it is sent."""
    site: str
    state: State
    requested_at: str
    """When the address was entered. The link of its confirmation is valid for a day."""
    next_at: str
    """When the next e-mail is due: the confirmation, or the digest."""
    attempts: int = 0
    """Failed attempts since the last success, or since the last day on which the server was at fault."""
    claimed_until: str | None = None
    sent_at: str | None = None
    failed_at: str | None = None
    """The last failure since the last success."""
    expires_at: str | None = None
    """The expiry time of the token that asked for it last; None: no expiry."""
    made_with: str | None = None
    """The id of the token or passkey with which it ends; None: it ends with none."""


WITH_MESSAGES = (
    # who wants unread messages in the daily e-mail; the other settings are in `digests`
    "CREATE TABLE digests_with_messages (player TEXT PRIMARY KEY)",
)


def wants_messages(cursor: Cursor, player: str) -> bool:
    """Whether the daily e-mail of a player names where messages are not read."""
    return cursor.one("SELECT 1 AS found FROM digests_with_messages WHERE player=?", (player,)) is not None


def set_wants_messages(cursor: Cursor, player: str, *, wants: bool) -> None:
    """Store whether the daily e-mail of a player names where messages are not read."""
    cursor.execute("DELETE FROM digests_with_messages WHERE player=?", (player,))
    if wants:
        cursor.execute("INSERT INTO digests_with_messages (player) VALUES (?)", (player,))


COLUMNS = Digest.__struct_fields__


def digest_of(cursor: Cursor, player: str, *, for_update: bool = False) -> Digest | None:
    """Return the daily e-mail of a player; `for_update` locks its row."""
    lock = cursor.for_update if for_update else ""
    row = cursor.one(f"SELECT * FROM digests WHERE player=?{lock}", (player,))  # noqa: S608 - a constant
    return None if row is None else _read(row)


def digest_in_force(cursor: Cursor, player: str) -> Digest | None:
    """Return the daily e-mail of a player; None also if it has ended."""
    statement = f"SELECT * FROM digests WHERE player=? AND {IN_FORCE}"  # noqa: S608 - a constant
    row = cursor.one(statement, (player, timestamp_now()))
    return None if row is None else _read(row)


def digest_with_id(cursor: Cursor, found: str) -> Digest | None:
    """Return the daily e-mail with an id, also an ended one, and lock its row."""
    row = cursor.one(f"SELECT * FROM digests WHERE id=?{cursor.for_update}", (found,))  # noqa: S608 - a constant
    return None if row is None else _read(row)


def insert_digest(cursor: Cursor, digest: Digest) -> None:
    """Insert or replace the daily e-mail of a player. Only a request of the player does."""
    values = [getattr(digest, name) for name in COLUMNS]
    changed = ", ".join(f"{name}=excluded.{name}" for name in COLUMNS if name != "player")
    marks = ",".join("?" * len(COLUMNS))
    statement = (
        f"INSERT INTO digests ({', '.join(COLUMNS)}) VALUES ({marks}) ON CONFLICT (player) DO UPDATE SET {changed}"  # noqa: S608 - constants
    )
    cursor.execute(statement, values)


def update_digest(cursor: Cursor, digest: Digest) -> None:
    """Change a daily e-mail. One that was deleted or replaced stays so."""
    changed = ", ".join(f"{name}=?" for name in COLUMNS)
    values = [getattr(digest, name) for name in COLUMNS]
    cursor.execute(f"UPDATE digests SET {changed} WHERE id=?", (*values, digest.id))  # noqa: S608 - constants


def claim_digest(cursor: Cursor, digest: Digest, now: str, until: str) -> Digest | None:
    """Claim an e-mail that is due, and return it as it is now; None: the row was claimed, changed or deleted.

    If it has ended, it is deleted.
    """
    delete_ended_digest(cursor, digest.player)
    row = cursor.one(
        "UPDATE digests SET claimed_until=? WHERE player=? AND id=? AND next_at <= ? "
        "AND (claimed_until IS NULL OR claimed_until <= ?) RETURNING *",
        (until, digest.player, digest.id, now, now),
    )
    return None if row is None else _read(row)


def delete_digest(cursor: Cursor, player: str) -> None:
    """Delete the daily e-mail of a player with its address."""
    cursor.execute("DELETE FROM digests WHERE player=?", (player,))


def delete_ended_digest(cursor: Cursor, player: str) -> None:
    """Delete the daily e-mail of a player with its address if it has expired, or if its maker was revoked."""
    statement = f"DELETE FROM digests WHERE player=? AND NOT {IN_FORCE}"  # noqa: S608 - a constant
    cursor.execute(statement, (player, timestamp_now()))


def delete_ended_digests(cursor: Cursor) -> None:
    """Delete the daily e-mails that have expired, or whose maker was revoked, with their addresses."""
    cursor.execute(f"DELETE FROM digests WHERE NOT {IN_FORCE}", (timestamp_now(),))  # noqa: S608 - a constant


def due_digests(cursor: Cursor, now: str, limit: int) -> list[Digest]:
    """Return what is due and not claimed, earliest first."""
    rows = cursor.all(
        "SELECT * FROM digests WHERE next_at <= ? AND (claimed_until IS NULL OR claimed_until <= ?) "
        "ORDER BY next_at, player LIMIT ?",
        (now, now, limit),
    )
    return [_read(row) for row in rows]


def overdue_digests(cursor: Cursor, before: str) -> int:
    """Return the number of e-mails that were due before a time."""
    return cursor.count("digests WHERE next_at < ?", (before,))


def note_confirmation(cursor: Cursor, player: str, address: str, now: str) -> None:
    """Count an e-mail with a confirmation. `address` is a keyed hash: the table outlives accounts."""
    cursor.execute("INSERT INTO digest_confirmations (player, address, at) VALUES (?,?,?)", (player, address, now))


def confirmations_since(cursor: Cursor, player: str, address: str, since: str) -> int:
    """Return how many confirmations were sent for a player, or to an address, since a time.

    The older rows of all players are deleted.
    """
    cursor.execute("DELETE FROM digest_confirmations WHERE at <= ?", (since,))
    return cursor.count("digest_confirmations WHERE player=? OR address=?", (player, address))


def _read(row: Row) -> Digest:
    return Digest(**dict(row))
