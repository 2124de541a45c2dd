"""The printed tables: what they hold, and what is said of a file that does not hold up."""

from importlib import resources
from itertools import product

import pytest

from domain.kernel.datafile import DataSetError, digest_of
from domain.siberia import SIBERIA
from domain.siberia.board import board_of
from domain.siberia.dataset import data_set, digest, load, tables
from domain.siberia.options import RESOURCES
from domain.siberia.tables import Table

NAME = "reconstruction-1"
FILE = f"{NAME}.toml"
TEXT = (resources.files("domain.siberia") / "data" / FILE).read_text(encoding="utf-8")
DATA = data_set(NAME)
BOARD = board_of(NAME)
DIGEST = "fec4c96a7c1e6915994b011ea3f6a8d685fcd9a871d0be1d253f03a2540bab74"


def test_the_data_set_is_the_one_of_every_stored_game():
    assert digest(NAME) == DIGEST


def test_every_table_says_where_it_comes_from():
    found = [getattr(DATA, name) for name in DATA.__struct_fields__]
    marked = [table for table in found if isinstance(table, Table)]
    assert len(marked) == 7
    assert all(table.status in {"documented", "reconstructed"} and table.source for table in marked)
    assert tables(NAME)["map"]["status"] == "reconstructed"


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


def test_the_rule_book_names_every_rule_of_every_option():
    assert {number for option in SIBERIA.options for number in option.rules} <= set(SIBERIA.rules)
    text = (resources.files("domain.siberia") / "RULES.md").read_text(encoding="utf-8")
    assert all(f"| `{option.name}` |" in text for option in SIBERIA.options)
    assert all(f"B{number}" in text for number in range(1, 43))


FAULTS = (
    ('beside = ["ob", "taimyr"]', 'beside = ["ob", "tamyr"]', 'id = "yamal"', "tamyr is no place"),
    ('beside = ["magadan", "yana"] }', 'beside = ["yana"] }', 'id = "magadan"', "must name magadan"),
    ('id = "ob"', 'id = "Ob"', 'id = "Ob"', "small letters"),
    ('id = "paris"', 'id = "tokyo"', 'id = "tokyo", name = "Paris"', "stands twice"),
    ("worker = [4, 3, 3, 2, 2]", "worker = [4, 3, 3, 2]", "worker = [4, 3, 3, 2]", "array"),
    ("worker = [4, 3, 3, 2, 2]", "worker = [4, 3, 3, 4, 0]", "worker = [4, 3, 3, 4, 0]", "each resource"),
    ("manager = 14", "manager = 1", "[tokens]", "64 tokens"),
    ("stock = [18, 16, 14, 12, 10]", "stock = [9, 9, 9, 9, 9]", "stock = [9", "before it begins"),
    ("per_area = 2", "per_area = 6", "per_area = 6", "different cubes"),
    ("prices = [3000, 0, 3000, 4000, 0]", "prices = [3500, 0, 3000, 4000, 0]", '"tokyo"', "whole notes"),
    ("[1000, 1000, 1000, 2000, 2000]", "[1000, 1000, 1000, 2000, 0]", '"frankfurt"', "every resource"),
    ("each = 6", "each = 1", "each = 1", "own pawns"),
    ("end_areas = 8", "end_areas = 15", "end_areas = 15", "only 14"),
    ("end_reserves = 3", "end_reserves = 6", "end_reserves = 6", "only 5"),
    ("keep = 10", "keep = 0", "keep = 0", "1 or more"),
    ("draw = 6", "drew = 6", "drew = 6", "no such key"),
    ("open = 4", "open = 40", "open = 40", "lie open"),
    ('name = "reconstruction-1"', 'name = "other"', 'name = "other"', "must agree"),
    ("moves = 3", "moves = ", "moves = ", "TOML"),
)  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "line", "problem"), FAULTS)
def test_a_faulty_file_is_told_with_its_line(right: str, wrong: str, line: str, problem: str):
    assert right in TEXT
    text = TEXT.replace(right, wrong, 1)
    with pytest.raises(DataSetError, match=problem) as caught:
        load(text, FILE)
    assert line in text.splitlines()[caught.value.line - 1]


def test_an_area_that_no_way_leads_to_is_told():
    lone = "".join(f'{{ id = "{one}", name = "X", beside = ["{two}"] }},\n' for one, two in ("kl", "lk"))
    text = TEXT.replace('    { id = "amur"', lone + '    { id = "amur"').replace(
        "18, 16, 14, 12, 10", "20, 18, 16, 14, 12"
    )
    with pytest.raises(DataSetError, match="no way leads"):
        load(text, FILE)


def test_layout_does_not_change_the_digest():
    assert digest_of(load(TEXT.replace("# ", "#   "), FILE)) == DIGEST
