"""Bearer secrets: 256 random bits, shown once, kept as their SHA-256."""

import base64
import hashlib
from typing import Literal, TypeAlias

Scope: TypeAlias = Literal["read", "play", "organise"]
SCOPES: tuple[Scope, ...] = ("read", "play", "organise")
"""What a token may be for: to see what its player sees; to play; to open games and decide who sits in them."""

INVITATION = "ludolog_invitation_"
"""How every invitation begins."""


def secret_of(prefix: str, bits: bytes) -> str:
    """Return the secret that consists of these bits."""
    return prefix + base64.urlsafe_b64encode(bits).decode().rstrip("=")


def digest_of(text: str) -> str:
    """Return what is kept of a secret: its SHA-256, hex."""
    return hashlib.sha256(text.encode()).hexdigest()
