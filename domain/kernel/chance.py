"""The interface through which rules draw random outcomes: dice, bags, decks."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from domain.kernel.values import Event

T = TypeVar("T")


class Chance(Protocol):
    """The source of random numbers while one command is decided."""

    def draw(self, size: int) -> int:
        """Return a uniformly distributed number from 0 to size - 1."""
        ...


class DrawNeededError(Exception):
    """What was to be decided without draws needs one."""


class NoDraws:
    """A source that refuses every draw: what follows without chance is decided with it."""

    def draw(self, size: int) -> int:
        """Raise DrawNeededError."""
        raise DrawNeededError(size)


def shuffled(items: Iterable[T], chance: Chance) -> list[T]:
    """Return the items in a uniformly random order (Fisher-Yates shuffle)."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = chance.draw(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def has_drawn(event: Event) -> bool:
    """Return whether an event records a draw, in the open or in its secret."""
    return bool(getattr(event, "draws", ()) or getattr(getattr(event, "secret", None), "draws", ()))
