"""Table sizes for a number of players."""

from itertools import product

import pytest

from domain.tournaments.pairing import PairingError, divide, is_short
from domain.tournaments.pairing.sizes import divisions
from tests.tournaments.pairing.kit import SIZES


@pytest.mark.parametrize(
    ("players", "sizes", "expected"),
    [
        (16, (4, 3), (4, 4, 4, 4)),
        (15, (4, 3), (4, 4, 4, 3)),
        (14, (4, 3), (4, 4, 3, 3)),
        (13, (4, 3), (4, 3, 3, 3)),
        (5, (4, 3), (4, 1)),
        (5, (4, 3, 2), (3, 2)),
        (61, (4, 3, 2), (4,) * 13 + (3,) * 3),
        (9, (4, 5), (4, 5)),
        (11, (4, 5), (5, 5, 1)),
        (7, (4,), (4, 1, 1, 1)),
    ],
)
def test_the_preferred_size_comes_first(players: int, sizes: tuple[int, ...], expected: tuple[int, ...]):
    assert divide(players, sizes) == expected


@pytest.mark.parametrize("sizes", SIZES)
def test_no_division_is_better_among_all(sizes: tuple[int, ...]):
    for players in range(min(sizes), 24):
        division = divide(players, sizes)
        assert sum(division) == players
        ways = product(*(range(players // size + 1) for size in sizes))
        rest = {counts: players - sum(n * size for n, size in zip(counts, sizes, strict=True)) for counts in ways}
        byes = min(left for left in rest.values() if left >= 0)
        assert division.count(1) == byes
        full = [counts for counts, left in rest.items() if left == byes]
        assert min(full, key=lambda counts: [n * s for n, s in zip(counts, sizes, strict=True)][::-1]) == tuple(
            division.count(size) for size in sizes
        )
        every = [*divisions(players, sizes, 1000)]
        assert every[0] == division
        assert len({*every}) == len(every) == len(full)


def test_too_few_players_are_refused():
    with pytest.raises(PairingError, match="add players"):
        divide(2, (4, 3))


def test_a_table_is_short_if_it_is_smaller_than_the_preferred_one():
    assert [is_short(size, (4, 3, 5)) for size in (1, 3, 4, 5)] == [False, True, False, False]
