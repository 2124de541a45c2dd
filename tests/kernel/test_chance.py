"""SPEC.md 4: draws are fair and follow from the key."""

import hashlib
import hmac
import os
import uuid
from collections import Counter
from itertools import permutations

import pytest

from domain.kernel.bag import bag_of
from domain.kernel.chance import shuffled
from domain.ledger.draws import KeyedChance, chance_key
from tests.kit import ScriptedChance

KEY = bytes(range(32))

DRAWS = int(os.environ.get("LUDOLOG_DRAWS", "60000"))
"""Draws whose evenness is tested; 1000000 is the long run."""

CHI_SQUARE_LIMITS = {6: 20.5, 78: 122.4}
"""Values that chi-square exceeds by chance once in a thousand times, for 5 and 77 degrees of freedom."""


@pytest.mark.parametrize("size", [6, 78])
def test_draws_are_even(size: int) -> None:
    chance = KeyedChance(KEY, 1)
    draws = DRAWS
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


def test_draws_from_a_bag_are_even() -> None:
    bag = bag_of((("red", 1), ("blue", 2), ("green", 3)))
    chance = KeyedChance(KEY, 2)
    counts = Counter(bag.draw(chance)[0] for _ in range(DRAWS))
    expected = {"red": DRAWS / 6, "blue": DRAWS / 3, "green": DRAWS / 2}

    # 13.8 is exceeded by chance once in a thousand times, for 2 degrees of freedom
    assert sum((counts[item] - expected[item]) ** 2 / expected[item] for item in expected) < 13.8


def test_dice_of_whole_games_are_even() -> None:
    """Over many games, each with a key of its own, drawn as the service draws: six faces on top of any version."""
    counts = Counter[int]()
    for game in range(DRAWS // 100):
        entropy = [bytes([seat]) * 32 for seat in range(3)]
        key = chance_key(hashlib.sha256(b"%d" % game).digest(), str(uuid.UUID(int=game)), entropy)
        for version in range(20):
            chance = KeyedChance(key, version)
            counts.update(chance.draw(6) for _ in range(5))
    expected = sum(counts.values()) / 6

    assert sum((count - expected) ** 2 / expected for count in counts.values()) < CHI_SQUARE_LIMITS[6]


def test_a_block_at_the_edge_of_rejection_is_passed_over() -> None:
    """A draw of 2^63 + 1 outcomes keeps the blocks below 2^63 + 1 alone: each number there is the block itself."""
    size = 2**63 + 1
    chance, blocks = KeyedChance(KEY, 4), [_block(4, counter) for counter in range(64)]
    kept = [block for block in blocks if block < size]

    assert 10 < len(kept) < len(blocks) - 10
    assert [chance.draw(size) for _ in kept] == kept


def _block(version: int, counter: int) -> int:
    message = version.to_bytes(8, "big") + counter.to_bytes(4, "big")
    return int.from_bytes(hmac.digest(KEY, message, "sha256")[:8], "big")


def test_shuffled_reaches_every_order_alike() -> None:
    """Each sequence of draws makes another order, so that each order is as likely as any other."""
    orders = [shuffled("abc", ScriptedChance(first, second)) for first in range(3) for second in range(2)]

    assert sorted(orders) == sorted(map(list, permutations("abc")))
