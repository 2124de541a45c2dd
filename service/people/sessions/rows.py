"""The SQL of passkeys."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.values import Value
from service.core.store.database import Cursor, Row
from service.people.credentials import ScopeName
from service.people.sessions.challenges import PasskeyRefusedError
from service.people.sessions.keys import SignedIn
from service.people.tokens import Token


class Passkey(Value, frozen=True):
    """A passkey of a player. What it signs in may do what the token could that registered it."""

    id: str
    player: str
    label: str
    credential: str
    """The id of the credential, in base64url."""
    public_key: str
    """The public key in COSE, in hexadecimal digits."""
    sign_count: int
    scopes: tuple[ScopeName, ...]
    expires_at: str | None
    created_at: str
    last_used_at: str | None = None
    ends_with: str | None = None
    """The id of the token or passkey with which it ends; None: with none, or it is of a release without this field."""
    uncounted_at: str | None = None
    """The last time when it signed in though its counter did not increase."""
    token_at: str | None = None
    """When a token last led to it, or to the passkeys before it; empty: none ever did.

    None: it is of a release without this field. Then a token may have led to it when it was made. Unlike `ends_with`,
    it does not change when a passkey is deleted from which this one descends.
    """

    @property
    def led_to_at(self) -> str:
        """When a token may have led to it for the last time; empty: none ever did."""
        return self.created_at if self.token_at is None else self.token_at


def insert_passkey(cursor: Cursor, made: Passkey) -> None:
    """Insert a new passkey. Raises PasskeyRefusedError if its credential is registered already."""
    row = cursor.one(
        "INSERT INTO passkeys"
        " (id, player, label, credential, public_key, sign_count, scopes, expires_at, created_at, ends_with,"
        " token_at) VALUES (?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (credential) DO NOTHING RETURNING id",
        (
            *(made.id, made.player, made.label, made.credential, made.public_key, made.sign_count),
            *(" ".join(made.scopes), made.expires_at, made.created_at, made.ends_with, made.token_at),
        ),
    )
    if row is None:
        raise PasskeyRefusedError(
            "this passkey is registered already: sign in with it, or register one of another device"
        )


def token_behind(cursor: Cursor, by: Token, now: str) -> str:
    """Return when a token last led to what a request is sent with; empty: none ever did.

    It is now for a token, and for a session without `token_at`: who has copied a token may sign in before a grant, and
    register a passkey after it. The caller holds the lock of the player.
    """
    row = cursor.one("SELECT token_at FROM tokens WHERE id=? AND ends_at IS NOT NULL", (by.id,))
    return now if row is None or row["token_at"] is None else row["token_at"]


def passkeys_of(cursor: Cursor, player: str, now: str) -> list[Passkey]:
    """Return the passkeys of a player that have not expired, oldest first."""
    statement = "SELECT * FROM passkeys WHERE player=? AND (expires_at IS NULL OR expires_at > ?)"
    return list(_read(cursor.all(f"{statement} ORDER BY created_at, id", (player, now))))


def passkey_of_credential(cursor: Cursor, credential: str, now: str) -> Passkey | None:
    """Return the passkey with this credential id, unless it has expired."""
    statement = "SELECT * FROM passkeys WHERE credential=? AND (expires_at IS NULL OR expires_at > ?)"
    return next(_read(cursor.all(statement, (credential, now))), None)


def delete_expired_passkeys(cursor: Cursor, player: str, now: str) -> None:
    """Delete the passkeys of a player that have expired."""
    cursor.execute("DELETE FROM passkeys WHERE player=? AND expires_at <= ?", (player, now))


def write_sign_count(cursor: Cursor, passkey: Passkey, signed: SignedIn, now: str) -> None:
    """Store a use. Raises PasskeyRefusedError if the passkey was used or deleted since it was read."""
    row = cursor.one(
        "UPDATE passkeys SET sign_count=?, last_used_at=?, uncounted_at=COALESCE(?, uncounted_at)"
        " WHERE id=? AND sign_count=? RETURNING id",
        (signed.sign_count, now, now if signed.is_uncounted else None, passkey.id, passkey.sign_count),
    )
    if row is None:
        raise PasskeyRefusedError(
            "this passkey was used at the same time, or deleted. Try again; if it was deleted, sign in with another "
            "passkey or with your token"
        )


def _read(rows: Iterator[Row]) -> Iterator[Passkey]:
    for row in rows:
        scopes: Any = tuple(row["scopes"].split())
        # by name: a later release may have added columns in a rolling upgrade
        yield Passkey(**{**{name: row[name] for name in Passkey.__struct_fields__}, "scopes": scopes})
