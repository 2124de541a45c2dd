"""What is still unseen of a set of things: how many of each, and drawing one of them.

There is no order of a deck anywhere: a card is drawn when it is looked at (SPEC.md 4).
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.values import Draw, Value

T = TypeVar("T")


class Bag(Value, Generic[T], frozen=True):
    """How many of each item are left; the items stand in the fixed order of the data set."""

    items: tuple[T, ...]
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many things are left."""
        return sum(self.counts)

    def count(self, item: T) -> int:
        """How many of this item are left."""
        return self.counts[self.items.index(item)]

    def draw(self, chance: Chance) -> tuple[T, Draw]:
        """Draw one thing: what it is, and the draw; the bag itself stays as it is."""
        total = self.total
        number = chance.draw(total)
        return self.pick(number), (total, number)

    def pick(self, number: int) -> T:
        """Return the thing at this place when all that are left are counted through in their order, from 0."""
        for item, count in zip(self.items, self.counts, strict=True):
            if number < count:
                return item
            number -= count
        message = "the bag holds fewer things than were counted"
        raise IndexError(message)

    def without(self, item: T, count: int = 1) -> "Bag[T]":
        """Return the bag after `count` of this item were taken out."""
        return self.having(item, -count)

    def having(self, item: T, count: int = 1) -> "Bag[T]":
        """Return the bag after `count` of this item were put in."""
        place = self.items.index(item)
        left = self.counts[place] + count
        if left < 0:
            message = f"the bag does not hold {-count} of {item}"
            raise ValueError(message)
        return Bag(self.items, (*self.counts[:place], left, *self.counts[place + 1 :]))

    def joined(self, other: "Bag[T]") -> "Bag[T]":
        """Return a bag with the things of both; both know the same items."""
        return Bag(self.items, tuple(mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)))

    def emptied(self) -> "Bag[T]":
        """Return a bag of the same items that holds none of them."""
        return Bag(self.items, (0,) * len(self.items))

    def contents(self) -> tuple[tuple[T, int], ...]:
        """Return each item that is left with its number."""
        return tuple((item, count) for item, count in zip(self.items, self.counts, strict=True) if count)


def bag_of(stock: Iterable[tuple[T, int]]) -> Bag[T]:
    """Return a bag that holds each item as often as said."""
    pairs = tuple(stock)
    return Bag(tuple(item for item, _ in pairs), tuple(count for _, count in pairs))
