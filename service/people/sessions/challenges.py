"""Challenges of passkeys (WebAuthn 13.4.3), and the one-time values of consents to apps (decision 069).

They are valid for minutes, for one purpose and one player or session, and used once.

A challenge carries its expiry and a MAC under the secret of the service, so that a request for one stores nothing, and
every process of the database accepts it. The database has the challenges that were used until they expire.
"""

import hmac
import secrets
import time
from typing import Literal, TypeAlias

from service.core.store.database import Cursor
from service.core.store.times import timestamp_at, timestamp_now
from service.people.accounts import Accounts
from service.people.credentials import digest_of

VALID_FOR = 300.0
"""Seconds for which a challenge is valid."""

Purpose: TypeAlias = Literal["registration", "sign-in", "consent"]

_NONCE, _TIME = 16, 8
_BODY = _NONCE + _TIME


class PasskeyRefusedError(Exception):
    """The answer of an authenticator, or its challenge, is not accepted. Carries the reason."""


def new_challenge(accounts: Accounts, purpose: Purpose, player: str = "") -> tuple[bytes, str]:
    """Return a challenge and the time at which it expires."""
    expires = time.time() + VALID_FOR
    body = secrets.token_bytes(_NONCE) + int(expires).to_bytes(_TIME, "big")
    return body + _mac(accounts, purpose, player, body), timestamp_at(int(expires))


def check_challenge(accounts: Accounts, challenge: bytes, purpose: Purpose, player: str = "") -> None:
    """Raise PasskeyRefusedError unless this service made the challenge for this purpose and player lately."""
    body = challenge[:_BODY]
    if not hmac.compare_digest(challenge[_BODY:], _mac(accounts, purpose, player, body)):
        raise PasskeyRefusedError(
            "this answer is for another request, site or player. Try again from the page of this site"
        )
    if _expiry(challenge) <= time.time():
        raise PasskeyRefusedError("the request for a passkey has expired: it is valid for 5 minutes. Try again")


def use_challenge(cursor: Cursor, challenge: bytes) -> None:
    """Store that a valid challenge is used. Raises PasskeyRefusedError if it was used before."""
    cursor.execute("DELETE FROM used_challenges WHERE expires_at <= ?", (timestamp_now(),))
    row = cursor.one(
        "INSERT INTO used_challenges (hash, expires_at) VALUES (?,?) ON CONFLICT (hash) DO NOTHING RETURNING hash",
        (digest_of(challenge.hex()), timestamp_at(_expiry(challenge))),
    )
    if row is None:
        raise PasskeyRefusedError("this answer was sent before, and each is accepted once. Try again")


def _expiry(challenge: bytes) -> int:
    return int.from_bytes(challenge[_NONCE:_BODY], "big")


def _mac(accounts: Accounts, purpose: Purpose, player: str, body: bytes) -> bytes:
    return accounts.derived("passkey challenge", f"{purpose} {player} {body.hex()}")
