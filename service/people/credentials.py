"""Bearer secrets: 256 random bits, shown once, stored as SHA-256."""

import hashlib
import hmac
import secrets
from typing import Literal, TypeAlias

from service.core.keys.base64url import encoded

Scope: TypeAlias = Literal["read", "play", "organise"]
SCOPES: tuple[Scope, ...] = ("read", "play", "organise")
"""The scopes of a token: read what the player may see; play; open games and assign seats."""

INVITATION = "ludolog_invitation_"
"""The prefix of the secret of an invitation."""

TICKET = "ludolog_ticket_"
"""The prefix of a stream ticket."""

SESSION = "ludolog_session_"
"""The prefix of the secret of a session."""


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
