"""Bags: how many of each item are left."""

import pytest

from domain.kernel.bag import Bag, bag_of

BAG: Bag[str] = bag_of((("red", 2), ("blue", 0)))


@pytest.mark.parametrize(
    ("bag", "counts"),
    [
        (BAG.having("red"), (3, 0)),
        (BAG.having("blue", 4), (2, 4)),
        (BAG.having("red", 0), (2, 0)),
        (BAG.without("red"), (1, 0)),
        (BAG.without("red", 2), (0, 0)),
        (BAG.without("blue", 0), (2, 0)),
    ],
)
def test_items_are_added_and_removed(bag: Bag[str], counts: tuple[int, ...]):
    assert (bag.items, bag.counts) == (BAG.items, counts)


@pytest.mark.parametrize(("item", "count"), [("red", 3), ("blue", 1)])
def test_more_items_than_there_are_cannot_be_removed(item: str, count: int):
    with pytest.raises(ValueError, match=f"the bag does not hold {count} of {item}"):
        BAG.without(item, count)


@pytest.mark.parametrize("count", [0, 1])
def test_an_item_that_the_bag_does_not_know_is_refused(count: int):
    with pytest.raises(ValueError, match="not in tuple"):
        BAG.having("green", count)
    with pytest.raises(ValueError, match="not in tuple"):
        BAG.without("green", count)
