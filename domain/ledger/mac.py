"""HMAC-SHA256 (RFC 2104) with the few keys that are used again and again: a game's seed and the key of its draws."""

import hashlib
import hmac
from functools import lru_cache


def mac(key: bytes, message: bytes) -> bytes:
    """Return the 32 bytes of HMAC-SHA256 of a message under a key."""
    # `hmac.digest` looks the algorithm up and sets the key up each time, which takes longer than all the rest
    keyed = _keyed(key).copy()
    keyed.update(message)
    return keyed.digest()


@lru_cache(maxsize=1024)
def _keyed(key: bytes) -> hmac.HMAC:
    return hmac.new(key, digestmod=hashlib.sha256)
