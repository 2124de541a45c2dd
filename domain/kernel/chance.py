"""The interface through which rules draw random outcomes: dice, bags, decks."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """Where the outcomes of dice and bags come from while one command is decided."""

    def draw(self, size: int) -> int:
        """Return a number from 0 to size - 1, each as likely as any other."""
        ...


def shuffled(items: Iterable[T], chance: Chance) -> list[T]:
    """Return the items in an order of chance (Fisher and Yates), each order as likely as any other."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = chance.draw(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
