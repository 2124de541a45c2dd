"""The printed tables of Siberia: what they hold, and faults of files that hide behind others."""

from itertools import product

import pytest

from domain.kernel.datafile import DataSetError
from domain.siberia.board import board_of
from domain.siberia.data_sets import DATA_SETS
from domain.siberia.options import RESOURCES
from tests.rules.data_files import text_of

NAME = "reconstruction-1"
FILE = f"{NAME}.toml"
TEXT = text_of("siberia")
DATA = DATA_SETS.data_set(NAME)
BOARD = board_of(NAME)


def test_rule_1_2_the_map_has_28_borders_and_is_at_most_five_moves_wide():
    assert sum(len(beside) for beside in BOARD.neighbours.values()) == 2 * 28
    assert all(len(BOARD.ways(place, 5, ())) == 14 for place in BOARD.places)
    far = {place: cost for place, cost in BOARD.ways("vladivostok", 5, ()).items() if cost == 5}
    assert sorted(far) == ["ob", "yamal"]


def test_rule_1_6_every_resource_has_a_better_exchange_than_frankfurt_under_all_mixtures():
    always = DATA.exchanges.always.prices
    for sides in product("AB", repeat=5):
        exchanges = BOARD.exchanges("".join(sides)).values()
        assert all(max(e.prices[n] for e in exchanges) > always[n] for n in range(len(RESOURCES)))


def test_rule_1_6_the_documented_prices():
    assert DATA.exchanges.tiles[0].a.prices[0] == 3000
    diamonds = [side.prices[4] for tile in DATA.exchanges.tiles for side in (tile.a, tile.b) if side.prices[4]]
    assert max(diamonds) == 6000
    for tile in DATA.exchanges.tiles:
        for side in (tile.a, tile.b):
            low = max(side.prices[1:3])
            assert all(price > low for price in side.prices[3:] if price)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"end_reserves = 3": "end_reserves = 5", "16, 14, 12, 10": "7, 7, 7, 7"}, "the last area could be missing"),
        ({"keep = 10": "keep = 21", "manager = 14": "manager = 60"}, "only 20 spaces"),
    ],
)
def test_a_fault_behind_another_is_told_too(changes: dict[str, str], problem: str):
    text = TEXT
    for right, wrong in changes.items():
        text = text.replace(right, wrong)
    with pytest.raises(DataSetError, match=problem):
        DATA_SETS.load(text, FILE)


def test_an_area_that_no_way_leads_to_is_told():
    lone = "".join(f'{{ id = "{one}", name = "X", beside = ["{two}"] }},\n' for one, two in ("kl", "lk"))
    text = TEXT.replace('    { id = "amur"', lone + '    { id = "amur"').replace(
        "18, 16, 14, 12, 10", "20, 18, 16, 14, 12"
    )
    with pytest.raises(DataSetError, match="no way leads"):
        DATA_SETS.load(text, FILE)
