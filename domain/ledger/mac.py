"""HMAC-SHA256 (RFC 2104) with a cache of keys: the seed of a game and the key of its draws are used many times."""

import hashlib
import hmac
from functools import lru_cache


def mac(key: bytes, message: bytes) -> bytes:
    """Return the 32 bytes of HMAC-SHA256 of a message under a key."""
    # `hmac.digest` sets up the key on each call, which takes longer than hashing these short messages
    keyed = _keyed(key).copy()
    keyed.update(message)
    return keyed.digest()


@lru_cache(maxsize=1024)
def _keyed(key: bytes) -> hmac.HMAC:
    return hmac.new(key, digestmod=hashlib.sha256)
