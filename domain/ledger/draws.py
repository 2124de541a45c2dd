"""Verifiable draws (SPEC.md 4): seed, entropy, version and a counter determine every random outcome."""

import uuid
from collections.abc import Sequence
from functools import lru_cache

from domain.ledger.mac import mac

_BLOCKS = 2**64


def chance_key(seed: bytes, game: str, entropy: Sequence[bytes]) -> bytes:
    """Return the key of a game's draws: a MAC over the entropy of the seats, in seat order, under the secret seed."""
    return _chance_key(seed, game, tuple(entropy))


@lru_cache(maxsize=1024)
def _chance_key(seed: bytes, game: str, entropy: tuple[bytes, ...]) -> bytes:
    # every decision needs the key, and a game has one key
    message = b"ludolog/chance/1" + uuid.UUID(game).bytes + b"".join(entropy)
    return mac(seed, message)


class KeyedChance:
    """The draws of one decision that follows a version of the log."""

    __slots__ = ("_counter", "_key", "_version")

    def __init__(self, key: bytes, version: int) -> None:
        self._key = key
        self._version = version.to_bytes(8, "big")
        self._counter = 0

    def draw(self, size: int) -> int:
        """Return a number from 0 to size - 1. Rejection sampling keeps the distribution uniform."""
        if size < 1:
            raise ValueError(f"a draw needs at least one outcome, not {size}")
        limit = _BLOCKS - _BLOCKS % size
        while True:
            x = self._block()
            if x < limit:
                return x % size

    def _block(self) -> int:
        block = mac(self._key, self._version + self._counter.to_bytes(4, "big"))
        self._counter += 1
        return int.from_bytes(block[:8], "big")
