"""Counts tokens, invitations, guests, open games and sign-ups, each with one statement on an index."""

from datetime import datetime
from math import ceil

from service.core.store.database import Cursor
from service.core.store.times import timestamp_at
from service.people.quotas.caps import SIGN_UP_WINDOW, Capped, CapReachedError, Caps, Usage

TAKEN_FOR = 60.0
"""Seconds for which a game counts that is not in the log yet. The request that opens it has ended long before."""

LAST_EVENTS = 4
"""The event that ends a game is one of its last four events."""

STARTED, ENDED, ABANDONED = "game.started:%", "game.ended:%", "game.abandoned:%"
"""SQL patterns of event topics in all shapes."""


def log_of(cursor: Cursor) -> str:
    """Return the name of the table with the keys and topics of the log."""
    return cursor.keys_table


_IN_FORCE = "tokens.revoked_at IS NULL AND (tokens.expires_at IS NULL OR tokens.expires_at > ?)"


def count_tokens(cursor: Cursor, account: str, now: str) -> int:
    """Return how many tokens of an account are in force, including those for its seats and for its present guests.

    Sessions and the tokens of apps do not count: their numbers have limits of their own, above which the oldest ones
    end.
    """
    own = cursor.count(
        f"tokens WHERE player = ? AND scopes <> '' AND ends_at IS NULL AND grant_id IS NULL AND {_IN_FORCE}",
        (account, now),
    )
    of_guests = cursor.count(
        f"""players JOIN tokens ON tokens.player = players.id
            WHERE players.made_by = ? AND players.guest_in IS NOT NULL AND NOT {is_over(cursor, "players.guest_in")}
            AND tokens.scopes <> '' AND tokens.ends_at IS NULL AND {_IN_FORCE}""",
        (account, *OVER, now),
    )
    return own + of_guests


def count_invitations(cursor: Cursor, player: str, now: str) -> int:
    """Return how many invitations of a player are in force, for games that are not over.

    Invitations precede their games. One whose game was not opened within `TAKEN_FOR` does not count.
    """
    opening = timestamp_at(datetime.fromisoformat(now).timestamp() - TAKEN_FOR)
    return cursor.count(
        f"""tokens WHERE player = ? AND scopes = '' AND {_IN_FORCE} AND NOT {is_over(cursor, "tokens.game")}
            AND (created_at > ? OR EXISTS (
                SELECT 1 FROM {log_of(cursor)} AS event WHERE event.originator_id = tokens.game))""",  # noqa: S608 - constants
        (player, now, *OVER, opening),
    )


def settle_guests(cursor: Cursor, owner: str) -> None:
    """Stop counting the guests in games that are over."""
    cursor.execute(
        f"UPDATE players SET guest_in = NULL WHERE made_by = ? AND guest_in IS NOT NULL"  # noqa: S608 - constants
        f" AND {is_over(cursor, 'players.guest_in')}",
        (owner, *OVER),
    )


OVER = (ENDED, ABANDONED, -LAST_EVENTS)
"""The parameters of the condition that a game is over."""


def is_over(cursor: Cursor, game: str) -> str:
    """Return the SQL condition that the game in a column is over. Its parameters are `OVER`."""
    log = log_of(cursor)
    return f"""EXISTS (
        SELECT 1 FROM {log} AS event WHERE event.originator_id = {game}
        AND (event.topic LIKE ? OR event.topic LIKE ?) AND event.originator_version > ? + (
            SELECT MAX(last.originator_version) FROM {log} AS last WHERE last.originator_id = {game}))"""  # noqa: S608 - constants


CLOSED = (STARTED, ABANDONED)
"""The parameters of the condition that a game is open."""


def is_open(cursor: Cursor, game: str) -> str:
    """Return the SQL condition that the game in a column is in the log and open. Its parameters: `CLOSED`."""
    log = log_of(cursor)
    return f"""EXISTS (SELECT 1 FROM {log} AS event WHERE event.originator_id = {game})
        AND NOT EXISTS (SELECT 1 FROM {log} AS event WHERE event.originator_id = {game}
        AND (event.topic LIKE ? OR event.topic LIKE ?))"""  # noqa: S608 - constants


def usage_of(cursor: Cursor, player: str, now: str) -> Usage:
    """Return the current numbers of an account."""
    current_guests = f"players WHERE made_by = ? AND guest_in IS NOT NULL AND NOT {is_over(cursor, 'players.guest_in')}"
    return Usage(
        tokens=count_tokens(cursor, player, now),
        invitations=count_invitations(cursor, player, now),
        open_games=count_open_games(cursor, player),
        guests=cursor.count(current_guests, (player, *OVER)),
    )


def count_open_games(cursor: Cursor, owner: str) -> int:
    """Return how many games of an account have not started, including those that are being opened."""
    return cursor.count(
        f"""account_games WHERE owner = ? AND NOT EXISTS (
            SELECT 1 FROM {log_of(cursor)} AS event WHERE event.originator_id = account_games.game
            AND (event.topic LIKE ? OR event.topic LIKE ?))""",  # noqa: S608 - a constant
        (owner, STARTED, ABANDONED),
    )


def check_tokens(cursor: Cursor, caps: Caps, player: str, now: str) -> None:
    """Raise CapReachedError if a player has reached the cap of tokens."""
    if caps.tokens and count_tokens(cursor, player, now) >= caps.tokens:
        raise CapReachedError("tokens", caps.tokens)


def check_invitations(cursor: Cursor, caps: Caps, player: str, now: str, more: int = 1) -> None:
    """Raise CapReachedError if a player cannot have so many more invitations."""
    if caps.invitations and count_invitations(cursor, player, now) + more > caps.invitations:
        raise CapReachedError("invitations", caps.invitations)


def check_guests(cursor: Cursor, caps: Caps, owner: str) -> None:
    """Raise CapReachedError if an account has reached the cap of guests."""
    if not caps.guests:
        return
    settle_guests(cursor, owner)
    if cursor.count("players WHERE made_by = ? AND guest_in IS NOT NULL", (owner,)) >= caps.guests:
        raise CapReachedError("guests", caps.guests)


def check_sign_up(cursor: Cursor, caps: Caps, address: str, network: str, now: float) -> None:
    """Record a sign-up from an address and its network, or raise CapReachedError.

    Both are keyed digests. The first sign-up after the window deletes them.
    """
    began = timestamp_at(now - SIGN_UP_WINDOW)
    counted: tuple[tuple[Capped, int, str], ...] = (
        ("sign_ups", caps.sign_ups, address),
        ("sign_ups_of_network", caps.sign_ups_of_network, network),
    )
    for what, most, source in counted:
        if not most:
            continue
        cursor.execute("DELETE FROM sign_ups WHERE signed_up_at <= ?", (began,))
        if cursor.count("sign_ups WHERE source = ?", (source,)) >= most:
            raise CapReachedError(what, most, _seconds_until_one_expires(cursor, most, source, now))
        cursor.execute("INSERT INTO sign_ups (source, signed_up_at) VALUES (?,?)", (source, timestamp_at(now)))


def _seconds_until_one_expires(cursor: Cursor, most: int, source: str, now: float) -> int:
    """Return the seconds, rounded up, until the next sign-up from an address or network is allowed."""
    # the oldest of the sign-ups that fill the cap: there may be more if the cap was lowered
    counted = "SELECT signed_up_at FROM sign_ups WHERE source = ? ORDER BY signed_up_at DESC LIMIT 1 OFFSET ?"
    row = cursor.one(counted, (source, most - 1))
    assert row is not None
    oldest = datetime.fromisoformat(row["signed_up_at"]).timestamp()
    return max(1, ceil(oldest + SIGN_UP_WINDOW - now))
