"""The interface through which rules draw random outcomes: dice, bags, decks."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """The source of random numbers while one command is decided."""

    def draw(self, size: int) -> int:
        """Return a uniformly distributed number from 0 to size - 1."""
        ...


def shuffled(items: Iterable[T], chance: Chance) -> list[T]:
    """Return the items in a uniformly random order (Fisher-Yates shuffle)."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = chance.draw(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
