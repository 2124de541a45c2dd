"""The SQL of grants, codes and refresh tokens. Expired codes and grants are deleted when further ones are stored."""

import time
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Value
from service.apps.values import CODE_LASTS, DEVICE_LASTS, MOST_GRANTS, PAUSE, Allowed, Asked, Grant
from service.core.store.database import Cursor, Row
from service.core.store.times import timestamp_at, timestamp_now
from service.people.credentials import ScopeName
from service.people.rows import MAKER_IN_FORCE, delete_grants

_ENDED_AT_ONCE = 1000

_TOLERATED = 0.5
"""Seconds by which a poll may be early: two clocks measure the pause."""


def scopes_in(text: str) -> tuple[ScopeName, ...]:
    """Return the scopes of a column."""
    scopes: Any = tuple(text.split())
    return scopes


class CodeRow(Value, frozen=True):
    """An authorization code that was not exchanged."""

    digest: str
    asked: Asked
    allowed: Allowed


def insert_code(cursor: Cursor, digest: str, asked: Asked, allowed: Allowed) -> None:
    """Store an authorization code, and delete expired ones."""
    now = time.time()
    cursor.execute("DELETE FROM authorization_codes WHERE expires_at <= ?", (timestamp_at(now),))
    cursor.execute(
        "INSERT INTO authorization_codes"
        " (digest, client, redirect_uri, scopes, challenge, expires_at, player, lasts, until, made_with,"
        " game, tournament)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            *(digest, asked.client, asked.redirect_uri, " ".join(asked.scopes), asked.challenge),
            *(timestamp_at(now + CODE_LASTS), allowed.player, allowed.lasts, allowed.until, allowed.made_with),
            *(asked.game, asked.tournament),
        ),
    )


def code_of(cursor: Cursor, digest: str) -> CodeRow | None:
    """Return a code that has not expired and was allowed by what is still in force."""
    found = f"SELECT * FROM authorization_codes WHERE digest=? AND expires_at > ? AND {MAKER_IN_FORCE}"  # noqa: S608 - a constant
    row = cursor.one(found + cursor.for_update, (digest, timestamp_now()))
    if row is None:
        return None
    asked = replace(_asked(row), redirect_uri=row["redirect_uri"], challenge=row["challenge"])
    return CodeRow(digest, asked, Allowed(row["player"], row["lasts"], row["until"], row["made_with"]))


def _asked(row: Row) -> Asked:
    return Asked(row["client"], scopes_in(row["scopes"]), game=row["game"], tournament=row["tournament"])


def delete_code(cursor: Cursor, digest: str) -> None:
    """Delete an authorization code, which was exchanged."""
    cursor.execute("DELETE FROM authorization_codes WHERE digest=?", (digest,))


class DeviceRow(Value, frozen=True):
    """A device that asks for access."""

    digest: str
    user_code: str
    asked: Asked
    expires_at: str
    polled_at: str | None
    pause: int
    is_allowed: bool | None
    """Whether the person has allowed it; None: not decided yet."""
    allowed: Allowed | None


def count_devices(cursor: Cursor, source: str) -> int:
    """Return how many devices of an address wait. Codes that expired as long ago as they were valid are deleted."""
    now = time.time()
    cursor.execute("DELETE FROM device_codes WHERE expires_at <= ?", (timestamp_at(now - DEVICE_LASTS),))
    return cursor.count("device_codes WHERE source=? AND expires_at > ?", (source, timestamp_at(now)))


def has_user_code(cursor: Cursor, user_code: str) -> bool:
    """Return whether a user code is in use, or was a short time ago."""
    return cursor.one("SELECT 1 AS found FROM device_codes WHERE user_code=?", (user_code,)) is not None


def insert_device(cursor: Cursor, digest: str, user_code: str, source: str, asked: Asked) -> None:
    """Store the code of a device."""
    cursor.execute(
        "INSERT INTO device_codes (digest, user_code, source, client, scopes, expires_at, pause, game, tournament)"
        " VALUES (?,?,?,?,?,?,?,?,?)",
        (
            *(digest, user_code, source, asked.client, " ".join(asked.scopes)),
            *(timestamp_at(time.time() + DEVICE_LASTS), PAUSE, asked.game, asked.tournament),
        ),
    )


_DEVICE = "SELECT * FROM device_codes WHERE digest=?"


def device_of(cursor: Cursor, digest: str) -> DeviceRow | None:
    """Return a device by the digest of its code, also after the expiry."""
    row = cursor.one(_DEVICE + cursor.for_update, (digest,))
    return None if row is None else _device(row)


def device_by_user_code(cursor: Cursor, user_code: str) -> DeviceRow | None:
    """Return a device by its user code, unless it has expired."""
    # without a lock: a poll locks the device before the player, a person's request the player first
    found = "SELECT * FROM device_codes WHERE user_code=? AND expires_at > ?"
    row = cursor.one(found, (user_code, timestamp_now()))
    return None if row is None else _device(row)


def _device(row: Row) -> DeviceRow:
    allowed = None
    if row["is_allowed"]:
        allowed = Allowed(row["player"], row["lasts"], row["until"], row["made_with"])
    return DeviceRow(
        digest=row["digest"],
        user_code=row["user_code"],
        asked=_asked(row),
        expires_at=row["expires_at"],
        polled_at=row["polled_at"],
        pause=row["pause"],
        is_allowed=None if row["is_allowed"] is None else bool(row["is_allowed"]),
        allowed=allowed,
    )


def write_poll(cursor: Cursor, device: DeviceRow, at: float) -> bool:
    """Store when a device has polled. Return whether that was too early: then its pause grows."""
    is_early = device.polled_at is not None and timestamp_at(at - device.pause + _TOLERATED) < device.polled_at
    update = "UPDATE device_codes SET polled_at=?, pause=? WHERE digest=?"
    cursor.execute(update, (timestamp_at(at), device.pause + PAUSE * is_early, device.digest))
    return is_early


def write_decision(cursor: Cursor, device: DeviceRow, allowed: Allowed | None, player: str) -> bool:
    """Store what a person has decided about a device; None: refused. Return whether nobody had decided before."""
    lasts, until, made_with = (None,) * 3 if allowed is None else (allowed.lasts, allowed.until, allowed.made_with)
    row = cursor.one(
        "UPDATE device_codes SET is_allowed=?, player=?, lasts=?, until=?, made_with=?"
        " WHERE digest=? AND is_allowed IS NULL RETURNING digest",
        (0 if allowed is None else 1, player, lasts, until, made_with, device.digest),
    )
    return row is not None


def is_maker_in_force(cursor: Cursor, device: DeviceRow) -> bool:
    """Return whether the token or passkey that started the session which allowed a device is still in force."""
    found = f"SELECT 1 AS found FROM device_codes WHERE digest=? AND {MAKER_IN_FORCE}"  # noqa: S608 - a constant
    return cursor.one(found, (device.digest,)) is not None


def delete_device(cursor: Cursor, digest: str) -> None:
    """Delete the code of a device, which has got its token."""
    cursor.execute("DELETE FROM device_codes WHERE digest=?", (digest,))


def insert_grant(cursor: Cursor, grant: Grant, code: str) -> list[str]:
    """Store a grant with the digest of the code that led to it, and delete expired ones.

    Returns the ids of further grants of the player, beyond the maximum, which the caller has to end.
    """
    expired = cursor.all("SELECT id FROM grants WHERE expires_at <= ? LIMIT ?", (timestamp_now(), _ENDED_AT_ONCE))
    delete_grants(cursor, [row["id"] for row in expired])
    cursor.execute(
        "INSERT INTO grants (id, player, client, redirect_uri, scopes, code, created_at, expires_at, ends_with,"
        " game, tournament)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?)",
        (
            *(grant.id, grant.player, grant.client, grant.redirect_uri, " ".join(grant.scopes), code),
            *(grant.created_at, grant.expires_at, grant.ends_with, grant.game, grant.tournament),
        ),
    )
    known = sorted(grants_of(cursor, grant.player), key=lambda each: each.last_used_at or each.created_at)
    return [each.id for each in known if each.id != grant.id][
        : len(known) - MOST_GRANTS if len(known) > MOST_GRANTS else 0
    ]


_GRANTS = (
    "SELECT g.*, (SELECT MAX(t.last_used_at) FROM tokens t WHERE t.grant_id = g.id) AS last_used_at"
    " FROM grants g WHERE expires_at > ? AND"
)


def grants_of(cursor: Cursor, player: str) -> list[Grant]:
    """Return the grants of a player that have not expired, oldest first."""
    rows = cursor.all(f"{_GRANTS} player=? ORDER BY created_at, id", (timestamp_now(), player))
    return [_grant(row) for row in rows]


def grant_by_id(cursor: Cursor, grant: str) -> Grant | None:
    """Return a grant, unless it has expired."""
    row = cursor.one(f"{_GRANTS} id=?", (timestamp_now(), grant))
    return None if row is None else _grant(row)


def grant_by_code(cursor: Cursor, code: str) -> Grant | None:
    """Return the grant to which a code has led, by the digest of the code."""
    row = cursor.one(f"{_GRANTS} code=?", (timestamp_now(), code))
    return None if row is None else _grant(row)


def _grant(row: Row) -> Grant:
    return Grant(
        id=row["id"],
        player=row["player"],
        client=row["client"],
        scopes=scopes_in(row["scopes"]),
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        redirect_uri=row["redirect_uri"],
        ends_with=row["ends_with"],
        last_used_at=row["last_used_at"],
        game=row["game"],
        tournament=row["tournament"],
    )


class RefreshRow(Value, frozen=True):
    """A refresh token of a grant, by its digest."""

    digest: str
    grant: Grant
    is_used: bool


def insert_refresh_token(cursor: Cursor, digest: str, grant: str) -> None:
    """Store a refresh token of a grant."""
    cursor.execute("INSERT INTO refresh_tokens (digest, grant_id) VALUES (?,?)", (digest, grant))


def refresh_token_of(cursor: Cursor, digest: str) -> RefreshRow | None:
    """Return a refresh token, used or not, whose grant has not ended."""
    row = cursor.one("SELECT grant_id, used_at FROM refresh_tokens WHERE digest=?", (digest,))
    grant = None if row is None else grant_by_id(cursor, row["grant_id"])
    return None if row is None or grant is None else RefreshRow(digest, grant, row["used_at"] is not None)


def use_refresh_token(cursor: Cursor, digest: str) -> None:
    """Store that a refresh token was used."""
    cursor.execute("UPDATE refresh_tokens SET used_at=? WHERE digest=?", (timestamp_now(), digest))


def access_tokens_of(cursor: Cursor, grant: str) -> list[str]:
    """Return the ids of the access tokens of a grant that were not revoked."""
    return [row["id"] for row in cursor.all("SELECT id FROM tokens WHERE grant_id=? AND revoked_at IS NULL", (grant,))]
