"""Base64url without padding (RFC 7515 2)."""

import base64


def encoded(raw: bytes) -> str:
    """Return bytes as base64url."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Return the bytes of base64url, with or without padding. Raises ValueError."""
    plain = text.rstrip("=").replace("-", "+").replace("_", "/")
    return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
