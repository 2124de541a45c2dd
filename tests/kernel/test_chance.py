"""SPEC.md 4: draws are fair and follow from the key."""

from collections import Counter

import pytest

from domain.kernel.bag import bag_of
from domain.kernel.chance import KeyedChance

KEY = bytes(range(32))

CHI_SQUARE_LIMITS = {6: 20.5, 78: 122.4}
"""Values that chi-square exceeds by chance once in a thousand times, for 5 and 77 degrees of freedom."""


@pytest.mark.parametrize("size", [6, 78])
def test_draws_are_even(size: int) -> None:
    chance = KeyedChance(KEY, 1)
    draws = 60_000
    counts = Counter(chance.draw(size) for _ in range(draws))
    expected = draws / size
    chi_square = sum((counts[number] - expected) ** 2 / expected for number in range(size))

    assert set(counts) == set(range(size))
    assert chi_square < CHI_SQUARE_LIMITS[size]


def test_draws_follow_from_key_and_version_alone() -> None:
    first, again = KeyedChance(KEY, 9), KeyedChance(KEY, 9)
    other_version, other_key = KeyedChance(KEY, 10), KeyedChance(KEY[::-1], 9)

    drawn = [first.draw(1000) for _ in range(20)]

    assert drawn == [again.draw(1000) for _ in range(20)]
    assert drawn != [other_version.draw(1000) for _ in range(20)]
    assert drawn != [other_key.draw(1000) for _ in range(20)]


def test_a_draw_of_one_outcome_takes_a_block_like_any_other() -> None:
    with_one, without = KeyedChance(KEY, 3), KeyedChance(KEY, 3)

    assert with_one.draw(1) == 0
    without.draw(2**64)
    assert with_one.draw(1000) == without.draw(1000)


def test_a_draw_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one outcome"):
        KeyedChance(KEY, 1).draw(0)


def test_a_bag_counts_through_what_is_left_in_its_order() -> None:
    bag = bag_of((("a", 2), ("b", 0), ("c", 3)))

    assert [bag.pick(number) for number in range(5)] == ["a", "a", "c", "c", "c"]
    with pytest.raises(IndexError):
        bag.pick(5)


def test_a_bag_gives_and_takes() -> None:
    bag = bag_of(((1, 2), (2, 1)))
    item, (size, number) = bag.draw(KeyedChance(KEY, 1))

    assert size == 3
    assert item == bag.pick(number)
    assert bag.without(1).having(2, 2).contents() == ((1, 1), (2, 3))
    assert bag.joined(bag).total == 6
    assert bag.emptied().total == 0
    with pytest.raises(ValueError, match="does not hold"):
        bag.without(2, 2)
