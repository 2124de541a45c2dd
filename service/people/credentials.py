"""Bearer secrets: 256 random bits, shown once, stored as SHA-256."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from functools import cache
from typing import Literal, TypeAlias, cast, get_args

from service.core.keys.base64url import encoded

Scope: TypeAlias = Literal[
    "games:read", "games:play", "games:create", "games:organise", "tournaments", "webhooks", "profile:read", "account"
]
"""What an operation needs of a token."""

Bundle: TypeAlias = Literal["read", "play", "organise"]
"""The scopes of releases up to 0.2.0. Each stands for several, and stays valid."""

ScopeName: TypeAlias = Scope | Bundle
"""The name under which a token holds scopes."""

SCOPES: tuple[Scope, ...] = get_args(Scope)
"""The scopes, in the order in which they are explained."""

ALL_SCOPES: tuple[ScopeName, ...] = ("read", "play", "organise", "account")
"""The names of all scopes, which the token of a sign-up holds. Clients of 0.2.0 look for the bundles."""

BUNDLES: frozenset[ScopeName] = frozenset(get_args(Bundle))

INCLUDES: dict[ScopeName, tuple[Scope, ...]] = {
    "games:play": ("games:read",),
    "games:create": ("games:read",),
    "games:organise": ("games:read",),
    "read": ("games:read", "profile:read"),
    "play": ("games:read", "games:play"),
    "organise": ("games:read", "games:create", "games:organise", "tournaments", "webhooks"),
}
"""The scopes that a name stands for besides itself. `account` is in no bundle: it can end the account."""

INVITATION = "ludolog_invitation_"
"""The prefix of the secret of an invitation."""

TICKET = "ludolog_ticket_"
"""The prefix of a stream ticket."""

SESSION = "ludolog_session_"
"""The prefix of the secret of a session."""


@cache
def allowed_by(names: tuple[ScopeName, ...]) -> frozenset[Scope]:
    """Return the scopes for which names stand."""
    included = {scope for name in names for scope in INCLUDES.get(name, ())}
    return frozenset(scope for scope in SCOPES if scope in names or scope in included)


def ordered(names: Iterable[ScopeName]) -> tuple[ScopeName, ...]:
    """Return names once each, in the order of all scopes: bundles first."""
    wanted = set(names)
    known: tuple[ScopeName, ...] = (*cast("tuple[ScopeName, ...]", get_args(Bundle)), *SCOPES)
    return tuple(name for name in known if name in wanted)


def secret_of(prefix: str, bits: bytes) -> str:
    """Return the secret with this prefix and these bits."""
    return prefix + encoded(bits)


def digest_of(text: str) -> str:
    """Return the SHA-256 (hex) of a secret, which the database stores."""
    return hashlib.sha256(text.encode()).hexdigest()


def keyed_digest(secret: bytes, purpose: str, text: str) -> bytes:
    """Return the HMAC-SHA256 of a text for one purpose under the secret of the service."""
    return hmac.digest(secret, f"ludolog/{purpose}/1 {text}".encode(), hashlib.sha256)


def derive_bits(secret: bytes, purpose: str, key: str | None) -> bytes:
    """Return 256 bits that are derived from an idempotency key; random ones without a key."""
    return secrets.token_bytes(32) if key is None else keyed_digest(secret, purpose, key)
