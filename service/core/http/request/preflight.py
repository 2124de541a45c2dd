"""Detection of CORS preflights (WHATWG Fetch 4.8)."""

from typing import Any


def is_preflight(scope: Any) -> bool:
    """Return whether an ASGI scope of an HTTP request is a CORS preflight."""
    return scope["method"] == "OPTIONS" and any(
        name == b"access-control-request-method" for name, _ in scope["headers"]
    )
