"""The former names of players: each stays reserved for its last holder, after a change and after a deletion.

Another player with the name of somebody who has just given it up would be taken for that player. Of a deleted player,
only keyed digests of the name are stored.
"""

import time

from domain.kernel.values import Value
from service.core.store.database import Cursor
from service.core.store.times import seconds_until, timestamp_at
from service.people.credentials import keyed_digest
from service.people.names import NameKeys, name_keys
from service.people.quotas.caps import CapReachedError

DAY = 24 * 3600

RESERVED_FOR = 90 * DAY
"""Seconds for which a former name is reserved for its last holder, and shown on the profile."""

FOR_EVER = "9999-12-31T23:59:59.999999Z"
"""Until when a name is reserved that an operator has replaced."""

MOST_CHANGES = 2
"""How often a player may change the name within `CHANGES_WITHIN`."""

CHANGES_WITHIN = 30 * DAY
"""Seconds for which a change of the name counts."""


class FormerName(Value, frozen=True):
    """A former name, and when the player gave it up, or an operator replaced it."""

    name: str
    until: str
    by_operator: bool = False


def former_names_of(cursor: Cursor, player: str, *, also_replaced: bool = False) -> list[FormerName]:
    """Return the former names that a profile shows, the last one first; for moderators, also the replaced ones."""
    only = "" if also_replaced else " AND by_operator=0"
    found = (
        "SELECT name, given_up_at, by_operator FROM former_names"  # noqa: S608 - constants
        f" WHERE player=? AND name IS NOT NULL AND reserved_until > ?{only} ORDER BY given_up_at DESC"
    )
    rows = cursor.all(found, (player, timestamp_at(time.time())))
    return [FormerName(row["name"], row["given_up_at"], bool(row["by_operator"])) for row in rows]


def is_reserved(cursor: Cursor, player: str, keys: NameKeys) -> bool:
    """Return whether a name, or one that looks the same, is reserved for another player who has given it up.

    A name that an operator has replaced is reserved for no player.
    """
    folded, shape = _digests(cursor, keys)
    found = (
        "SELECT 1 AS found FROM former_names WHERE (folded=? OR shape=?) AND (player<>? OR by_operator=1)"
        " AND reserved_until > ? LIMIT 1"
    )
    return cursor.one(found, (folded, shape, player, timestamp_at(time.time()))) is not None


def note_change(cursor: Cursor, player: str, name: str) -> None:
    """Store the name that a player gives up for another one. Raises CapReachedError."""
    now = time.time()
    counted = cursor.all(
        "SELECT given_up_at FROM former_names WHERE player=? AND given_up_at > ? AND by_operator=0"
        " ORDER BY given_up_at DESC",
        (player, timestamp_at(now - CHANGES_WITHIN)),
    )
    times = [row["given_up_at"] for row in counted]
    if len(times) >= MOST_CHANGES:
        left = seconds_until(times[MOST_CHANGES - 1]) + CHANGES_WITHIN
        raise CapReachedError("name_changes", MOST_CHANGES, max(1, round(left)))
    _store(cursor, player, name, name_keys(name), now)


def note_replacement(cursor: Cursor, player: str, name: str, new: NameKeys) -> None:
    """Reserve the name that an operator replaces, for ever. An operator may give a replaced name back."""
    folded, shape = _digests(cursor, new)
    cursor.execute(
        "DELETE FROM former_names WHERE player=? AND by_operator=1 AND (folded=? OR shape=?)", (player, folded, shape)
    )
    _store(cursor, player, name, name_keys(name), time.time(), by_operator=True)


def players_once_called(cursor: Cursor, keys: NameKeys) -> list[str]:
    """Return the players who have given up this name, or one that looks the same, while it is reserved."""
    folded, shape = _digests(cursor, keys)
    rows = cursor.all("SELECT DISTINCT player FROM former_names WHERE folded=? OR shape=?", (folded, shape))
    return [row["player"] for row in rows]


def note_deletion(cursor: Cursor, player: str, name: str) -> None:
    """Reserve the name of a player who is deleted, and delete the text of it and of former ones."""
    _store(cursor, player, None, name_keys(name), time.time())
    delete_texts(cursor, player)


def note_deletion_before(cursor: Cursor, player: str) -> None:
    """Note that a player was deleted whose last name is not known any more, and delete the text of former ones."""
    delete_texts(cursor, player)
    if cursor.one("SELECT 1 AS found FROM former_names WHERE player=? LIMIT 1", (player,)) is None:
        # no name has a colon, so this reserves none
        _store(cursor, player, None, name_keys(player), time.time())


def delete_texts(cursor: Cursor, player: str) -> None:
    """Delete the text of the former names of a player. They stay reserved."""
    cursor.execute("UPDATE former_names SET name=NULL WHERE player=?", (player,))


def _store(
    cursor: Cursor, player: str, name: str | None, keys: NameKeys, now: float, *, by_operator: bool = False
) -> None:
    cursor.execute("DELETE FROM former_names WHERE reserved_until <= ?", (timestamp_at(now),))
    folded, shape = _digests(cursor, keys)
    until = FOR_EVER if by_operator else timestamp_at(now + RESERVED_FOR)
    cursor.execute(
        "INSERT INTO former_names (player, name, folded, shape, given_up_at, reserved_until, by_operator)"
        " VALUES (?,?,?,?,?,?,?)",
        (player, name, folded, shape, timestamp_at(now), until, int(by_operator)),
    )


def _digests(cursor: Cursor, keys: NameKeys) -> tuple[str, str]:
    row = cursor.one("SELECT secret FROM account_secret")
    assert row is not None, "the accounts make the secret when they begin"
    secret = bytes.fromhex(row["secret"])
    return keyed_digest(secret, "folded name", keys.folded).hex(), keyed_digest(secret, "name shape", keys.shape).hex()
