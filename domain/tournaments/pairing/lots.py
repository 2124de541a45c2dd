"""Lots of a pairing: numbers that its seed alone determines, on every machine and Python version."""

from collections.abc import Iterator, Sequence
from itertools import count
from struct import Struct
from typing import TypeVar

from domain.ledger.draws import KeyedChance
from domain.ledger.mac import mac

T = TypeVar("T")

_NUMBERS = Struct(">4Q")
_PREFIX = b"ludolog/pairing-search/1"


def numbers(seed: bytes, stream: int) -> Iterator[int]:
    """Yield 64-bit numbers. They steer a search and decide no lot."""
    prefix = _PREFIX + stream.to_bytes(8, "big")
    for counter in count():
        yield from _NUMBERS.unpack(mac(seed, prefix + counter.to_bytes(8, "big")))


def shuffled(items: Sequence[T], chance: KeyedChance) -> list[T]:
    """Return the items in random order. Every order is equally likely."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = chance.draw(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
