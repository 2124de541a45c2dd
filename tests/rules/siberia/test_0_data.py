"""The printed tables: what they hold, and what is said of a file that does not hold up."""

import shutil
import subprocess
import sys
from importlib import resources
from itertools import product
from pathlib import Path

import pytest

from domain.kernel.datafile import DataSetError, digest_of
from domain.siberia.board import board_of
from domain.siberia.data_sets import DATA_SETS
from domain.siberia.options import RESOURCES
from domain.siberia.tables import Table

ROOT = Path(__file__).parents[3]
NAME = "reconstruction-1"
FILE = f"{NAME}.toml"
TEXT = (resources.files("domain.siberia") / "data" / FILE).read_text(encoding="utf-8")
DATA = DATA_SETS.data_set(NAME)
BOARD = board_of(NAME)
DIGEST = "fec4c96a7c1e6915994b011ea3f6a8d685fcd9a871d0be1d253f03a2540bab74"


def test_the_data_set_is_the_one_of_every_stored_game():
    assert DATA_SETS.digest(NAME) == DIGEST


def test_every_table_says_whether_it_is_documented_and_where_it_comes_from():
    found = {name: getattr(DATA, name) for name in DATA.__struct_fields__ if name not in {"name", "title"}}
    assert all(isinstance(table, Table) and table.source for table in found.values())
    assert {name for name, table in found.items() if table.status == "reconstructed"} == {"map", "tokens", "exchanges"}
    assert {name for name, table in found.items() if table.status == "documented"} == {
        "cubes", "investments", "pawns", "numbers"
    }  # fmt: skip
    assert all(DATA_SETS.tables(NAME)[name]["status"] == table.status for name, table in found.items())


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


FAULTS = (
    ('beside = ["ob", "taimyr"]', 'beside = ["ob", "tamyr"]', 'id = "yamal"', "tamyr is no place"),
    ('beside = ["magadan", "yana"] }', 'beside = ["yana"] }', 'id = "magadan"', "must name magadan"),
    ('["ob", "taimyr"]', '["ob", "taimyr", "ob"]', 'id = "yamal"', "each neighbour once"),
    ('["magadan", "amur"]', '["magadan"]', 'id = "amur"', "vladivostok must name amur"),
    ('id = "amur"', 'id = "reserve"', 'id = "reserve"', "not as a word of the rules"),
    ('id = "ob"', 'id = "Ob"', 'id = "Ob"', "small letters"),
    ('id = "paris"', 'id = "tokyo"', 'id = "tokyo", name = "Paris"', "stands twice"),
    ("worker = [4, 3, 3, 2, 2]", "worker = [4, 3, 3, 2]", "worker = [4, 3, 3, 2]", "array"),
    ("worker = [4, 3, 3, 2, 2]", "worker = [4, 3, 3, 4, 0]", "worker = [4, 3, 3, 4, 0]", "each resource"),
    ("manager = 14", "manager = 1", "[tokens]", "64 tokens"),
    ("stock = [18, 16, 14, 12, 10]", "stock = [9, 9, 9, 9, 9]", "stock = [9", "before it begins"),
    ("stock = [18, 16, 14, 12, 10]", "stock = [60, 16, 14, 12, 0]", "stock = [60", "each resource needs a cube"),
    ("stock = [18, 16, 14, 12, 10]", "stock = [40, 12, 10, 8, 4]", "stock = [40", "before it begins"),
    ("per_area = 2", "per_area = 6", "per_area = 6", "different cubes"),
    ("prices = [3000, 0, 3000, 4000, 0]", "prices = [3500, 0, 3000, 4000, 0]", '"tokyo"', "whole notes"),
    ("[1000, 1000, 1000, 2000, 2000]", "[1000, 1000, 1000, 2000, 0]", '"frankfurt"', "every resource"),
    ("prices = [0, 3000, 4000, 0, 5000]", "prices = [0, 0, 0, 0, 0]", '"shanghai"', "buys something"),
    ("[1000, 1000, 1000, 2000, 2000]", "[1000, 1000, 1000, 5000, 2000]", "tiles", "only frankfurt is left for gold"),
    ("manager = 14", "manager = 0", "manager = 0", "the Manager needs a token"),
    ("copies = 2", "copies = 0", "copies = 0", "each kind"),
    ('status = "documented"', 'status = "certain"', 'status = "certain"', "status"),
    ('source = "S2"', 'source = ""', 'source = ""', "write something"),
    ("salesmen = 1", "salesmen = 0", "salesmen = 0", "starts with one of the salesmen"),
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
        DATA_SETS.load(text, FILE)
    assert line in text.splitlines()[caught.value.line - 1]


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


def test_a_file_dropped_beside_the_others_is_found_and_played(tmp_path: Path):
    """Another map, other prices and other numbers need no change of the program."""
    shutil.copytree(ROOT / "domain", tmp_path / "domain", ignore=shutil.ignore_patterns("__pycache__"))
    text = TEXT.replace(NAME, "house-2026").replace("draw = 6", "draw = 5").replace('"yamal"', '"gydan"')
    (tmp_path / "domain" / "siberia" / "data" / "house-2026.toml").write_text(text, encoding="utf-8")
    answer = subprocess.run([sys.executable, "-c", PLAYED], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert answer.stdout.split() == ["house-2026", NAME, "5", "gydan", "True"]


PLAYED = """
from domain.siberia import SIBERIA

class First:
    def draw(self, size):
        return 0

print(*SIBERIA.data_sets())
state = SIBERIA.initial(2, SIBERIA.resolve_options(None, {"exchange_sides": "list"}), "house-2026")
for event in SIBERIA.setup(state, First()):
    state = SIBERIA.evolve(state, event)
print(len(state.phase.hands[0]), next(iter(state.areas)))
while SIBERIA.result(state) is None and state.round < 9:
    seat = min(SIBERIA.awaiting(state))
    for event in SIBERIA.decide(state, seat, SIBERIA.legal_commands(state, seat)[0].command, First()):
        state = SIBERIA.evolve(state, event)
print(SIBERIA.result(state) is not None or state.round == 9)
"""


def test_layout_does_not_change_the_digest():
    assert digest_of(DATA_SETS.load(TEXT.replace("# ", "#   "), FILE)) == DIGEST
