"""A bag: a multiset of items to draw from.

A deck has no stored order. A card is drawn at the moment it is revealed (SPEC.md 4).
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.values import Draw, Value

T = TypeVar("T")


class Bag(Value, Generic[T], frozen=True):
    """How many of each item are left. The items keep the order of the data set."""

    items: tuple[T, ...]
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The number of items left."""
        return sum(self.counts)

    def count(self, item: T) -> int:
        """Return how many of this item are left."""
        return self.counts[self.items.index(item)]

    def draw(self, chance: Chance) -> tuple[T, Draw]:
        """Return a random item and the draw that selected it. The bag does not change."""
        total = self.total
        number = chance.draw(total)
        return self.pick(number), (total, number)

    def pick(self, number: int) -> T:
        """Return the item at an index (from 0) of all items that are left, in their order."""
        for item, count in zip(self.items, self.counts, strict=True):
            if number < count:
                return item
            number -= count
        raise IndexError("the bag holds fewer items than the index")

    def without(self, item: T, count: int = 1) -> "Bag[T]":
        """Return the bag without `count` of this item."""
        return self.having(item, -count)

    def having(self, item: T, count: int = 1) -> "Bag[T]":
        """Return the bag with `count` more of this item."""
        place = self.items.index(item)
        if not count:
            return self
        counts = [*self.counts]
        counts[place] += count
        if counts[place] < 0:
            raise ValueError(f"the bag does not hold {-count} of {item}")
        return Bag(self.items, tuple(counts))

    def joined(self, other: "Bag[T]") -> "Bag[T]":
        """Return a bag with the contents of both. Both have the same items."""
        return Bag(self.items, tuple(mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)))

    def emptied(self) -> "Bag[T]":
        """Return an empty bag of the same items."""
        return Bag(self.items, (0,) * len(self.items))

    def contents(self) -> tuple[tuple[T, int], ...]:
        """Return each item that is left and its count."""
        return tuple((item, count) for item, count in zip(self.items, self.counts, strict=True) if count)


def bag_of(stock: Iterable[tuple[T, int]]) -> Bag[T]:
    """Return a bag of these items and counts."""
    pairs = tuple(stock)
    return Bag(tuple(item for item, _ in pairs), tuple(count for _, count in pairs))
