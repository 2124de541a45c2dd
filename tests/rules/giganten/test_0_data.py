"""The printed tables: what they hold, and what is said of a file that does not hold up."""

import heapq
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from domain.giganten.board import Board, board_of, way_to
from domain.giganten.data_sets import DATA_SETS
from domain.giganten.tables import Card, Table
from domain.kernel.datafile import DataSetError, digest_of, line_of

NAME = "kosmos-1999"
ROOT = Path(__file__).parents[3]
FILE = ROOT / "domain" / "giganten" / "data" / f"{NAME}.toml"
TEXT = FILE.read_text(encoding="utf-8")
DIGEST = "bdf6f4d521b787be05fd480948bc286c9d6478176d9e826db623fd54ce7425d0"

PRINTED = DATA_SETS.data_set(NAME)
BOARD = board_of(NAME)


def sites(kind: int, *, seats: int = 4) -> list[str]:
    return [site.square for site in BOARD.sites.values() if site.kind == kind and (seats > 3 or not site.marked)]


def test_rule_4a_4_the_map_has_183_plains_25_hills_and_32_mountains():
    assert (BOARD.rows, BOARD.columns) == (12, 20)
    assert Counter(BOARD.terrain.values()) == {"plain": 183, "hill": 25, "mountain": 32}
    assert all(BOARD.column[square] == int(square[1:]) for square in BOARD.terrain)


def test_rule_4a_1_column_1_is_all_plain_and_without_sites():
    assert BOARD.entry == tuple(f"{row}1" for row in "ABCDEFGHIJKL")
    assert {BOARD.terrain[square] for square in BOARD.entry} == {"plain"}
    assert not set(BOARD.entry) & set(BOARD.sites)


def test_rules_0_2_and_0_3_twelve_sites_of_each_kind_and_ten_with_three_players():
    assert [len(sites(kind)) for kind in (1, 2, 3)] == [12, 12, 12]
    assert [len(sites(kind, seats=3)) for kind in (1, 2, 3)] == [10, 10, 10]
    assert {name for name, site in BOARD.sites.items() if site.marked} == {"E5", "J6", "D11", "G18", "L14", "A16"}


def test_the_sites_lie_where_they_are_printed():
    assert sites(1) == ["A4", "A6", "C5", "D3", "E5", "F7", "G3", "H7", "I4", "J6", "K3", "L5"]
    assert sites(2) == ["A18", "C13", "D9", "D11", "D17", "E14", "G16", "G18", "H9", "J14", "L9", "L18"]
    assert sites(3) == ["A12", "A16", "B10", "C15", "C19", "E19", "H11", "H14", "I17", "J19", "L11", "L14"]
    # the twelfth one-derrick site is our reconstruction
    assert PRINTED.map.reconstructed_sites == ("I4",)
    assert (BOARD.sites["I4"].kind, BOARD.terrain["I4"]) == (1, "mountain")


def test_no_two_sites_are_adjacent_and_thirteen_squares_touch_two():
    assert not [square for square in BOARD.sites if BOARD.sites_beside[square]]
    assert min(len(BOARD.neighbours[square]) for square in BOARD.sites) >= 3
    assert Counter(map(len, BOARD.sites_beside.values()))[2] == 13
    assert BOARD.neighbours["D11"] == ("C11", "D10", "D12", "E11")


def test_rule_4c_1_a_track_costs_32_points():
    assert PRINTED.tracks.costs == (1,) * 9 + (2,) * 7 + (3,) * 3
    assert sum(PRINTED.tracks.costs) == 32
    assert (PRINTED.tracks.start, PRINTED.tracks.black_start) == (1, 1)


def test_rule_1_prices_and_bands():
    prices = PRINTED.prices
    assert prices.ladder == tuple(range(1500, 9001, 500))
    assert (prices.white_from, prices.blue_from, prices.start) == (4000, 7000, 5000)
    assert (PRINTED.die.red, PRINTED.die.blue) == ((2, 3, 4), (2, 3, 4))


def test_rule_0_2_tiles_hold_138_markers():
    kinds = PRINTED.tiles.kinds
    sums = [sum(v * n for v, n in zip(kind.values, kind.copies, strict=True)) for kind in kinds]
    assert sums == [36, 42, 60]
    assert [kind.cost for kind in kinds] == [4000, 6000, 8000]


def test_amounts_and_names():
    pieces, fees, licences, companies = PRINTED.pieces, PRINTED.fees, PRINTED.licences, PRINTED.companies
    assert (licences.ones, licences.twos) == (39, 39)
    assert (pieces.oil_markers, pieces.derricks, pieces.money) == (60, 5, 15000)
    assert (fees.transport, fees.depot_limit, fees.refund, fees.marker) == (3000, 2, 1000, 1000)
    assert fees.train_ranks == (5000, 4000, 3000, 2000)
    names = ("Hudson Oil Industries", "Jet Oil Inc.", "US Standard Oil Trust")
    assert (companies.hudson, companies.jet, companies.standard) == names


def test_rule_2a_1_twelve_red_cards_with_26_black_steps_and_one_special_each():
    cards = PRINTED.red_cards.cards
    assert sum(card.copies for card in cards) == 12
    assert sum(card.copies * card.black_steps for card in cards) == 26
    assert all([bool(card.oil), bool(card.back), bool(card.price)].count(True) == 1 for card in cards)
    assert sum(card.copies for card in cards if card.oil) == 5
    assert sum(card.copies for card in cards if card.back) == 7


def test_rule_2b_1_thirty_beige_cards():
    cards = PRINTED.beige_cards.cards
    assert sum(card.copies for card in cards) == 30
    assert sum(card.copies * card.licences for card in cards) == 139
    assert sum(card.copies * card.points for card in cards) == 227
    assert sum(card.copies for card in cards if card.price) == 9
    assert not any(card.oil or card.back or card.black_steps for card in cards)


def named(card: Card) -> str:
    deck = f"red-{card.black_steps}" if card.black_steps else "beige"
    specials = ("-oil" * card.oil, f"-back-{card.back}" * bool(card.back), f"-price-{card.price}" * bool(card.price))
    return f"{deck}-{card.licences}-{card.points}{''.join(specials)}"


def test_the_id_of_a_card_names_its_content():
    cards = (*PRINTED.red_cards.cards, *PRINTED.beige_cards.cards)

    assert [card.id for card in cards] == [named(card) for card in cards]


def test_every_table_tells_where_it_comes_from():
    printed = [getattr(PRINTED, field) for field in PRINTED.__struct_fields__ if field not in {"name", "title"}]

    assert all(isinstance(table, Table) and table.source for table in printed)
    assert {table.status for table in printed} == {"documented"}
    assert all(
        {"status", "source", "note"} <= set(DATA_SETS.tables(NAME)[key])
        for key in {*DATA_SETS.tables(NAME)} - {"name", "title"}
    )


def test_the_digest_stays_whatever_the_comments_and_the_layout():
    assert (DATA_SETS.digest(NAME), digest_of(PRINTED)) == (DIGEST, DIGEST)
    head, *parts = re.split(r"(?m)^(?=\[\w+\]$)", re.sub(r"(?m)^#.*\n", "", TEXT))
    other = re.sub(" {2,}", " ", head + "# moved\n".join(reversed(parts)))

    assert other != TEXT
    assert digest_of(DATA_SETS.load(other, FILE.name)) == DIGEST
    assert digest_of(DATA_SETS.load(TEXT.replace("money = 15000", "money = 16000"), FILE.name)) != DIGEST


def test_a_file_dropped_beside_the_others_is_found(tmp_path: Path):
    shutil.copytree(ROOT / "domain", tmp_path / "domain", ignore=shutil.ignore_patterns("__pycache__"))
    dropped = tmp_path / "domain" / "giganten" / "data" / "house-2026.toml"
    dropped.write_text(TEXT.replace(NAME, "house-2026").replace("money = 15000", "money = 20000"), encoding="utf-8")
    script = (
        "from domain.giganten.data_sets import DATA_SETS; from domain.giganten.board import board_of;"
        "print('house-2026' in DATA_SETS.available(), DATA_SETS.data_set('house-2026').pieces.money);"
        "print(board_of('house-2026').columns)"
    )
    answer = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert answer.stdout.split() == ["True", "20000", "20"]


def test_a_file_from_anywhere_loads():
    house = DATA_SETS.load(TEXT.replace(NAME, "house-2026"), "/anywhere/house-2026.toml")

    assert house.map == PRINTED.map
    with pytest.raises(KeyError):
        DATA_SETS.data_set(house.name)


ROW_C = "  p   p   p   h  p1   p   h"
COMPLAINTS = (
    # what is wrong, the text, what stands there instead, and what the faulty line holds then
    ("TOML: no equals sign", "blue_from = 7000", "blue_from 7000", "blue_from 7000"),
    ("TOML: key twice", "blue_from = 7000", "blue_from = 7000\nblue_from = 7500", "blue_from = 7500"),
    ("TOML: table twice", "[die]", "[prices] # again", "[prices] # again"),
    ("unknown key", "black_start = 1", "black_start = 1\nspeed = 3", "speed = 3"),
    ("unknown key on a card", "points = 3,", "points = 3, zoo = 1,", "zoo = 1"),
    ("unknown table", "[terrain]", "[weather]\nrain = 1\n\n[terrain]", "[weather]"),
    ("missing key", 'source = "S0, S1, S3"\ntransport', "transport", "[fees]"),
    ("missing key on a card", "licences = 8, ", "", "beige-8-3"),
    ("text for a number", "points = 3,", 'points = "3",', "beige-8-3"),
    ("float", "start = 5000", "start = 5000.0", "start = 5000.0"),
    ("date", "start = 5000", "start = 1999-10-21 10:00:00", "start = 1999"),
    ("unknown status", '[die]\nstatus = "documented"', '[die]\nstatus = "guessed"', "guessed"),
    ("no source", 'source = "S0 phase 1"', 'source = " "', 'source = " "'),
    ("negative amount", "[5000, 4000", "[-5000, 4000", "-5000"),
    ("huge amount", "money = 15000", "money = 1000001", "1000001"),
    ("short row", ROW_C, ROW_C[4:], f'"{ROW_C[4:]}'),
    ("short first row", '"  p   p   h  p1   p  p1', '"  p   h  p1   p  p1', '"  p   h  p1   p  p1'),
    ("unknown terrain", ROW_C, ROW_C.replace("h", "x", 1), "x  p1"),
    ("unknown kind of site", "m2*", "m4*", "m4*"),
    ("marked without a site", "m2*", "m*", "m*"),
    ("no rows", TEXT[TEXT.index("rows = [") : TEXT.index("reconstructed")], "rows = []\n", "rows = []"),
    ("27 rows", '"  p   m   m', f'"{"  p" * 20}",\n' * 15 + '"  p   m   m', "rows = ["),
    ("a site without tile", ROW_C, ROW_C.replace("h", "p3", 1), "derricks = 3, cost"),
    ("a tile without site", "m2*", "m", "derricks = 2, cost"),
    ("a mark too few", "m2*", "m2", "rows = ["),
    ("reconstructed site is none", '"I4"', '"I3"', '"I3"'),
    ("track too short", "costs = [1, ", "costs = [", "costs = [1, "),
    ("space without cost", "costs = [1, ", "costs = [0, ", "costs = [0, "),
    ("train starts off the track", "\nstart = 1\n", "\nstart = 21\n", "start = 21"),
    ("black train starts off the track", "black_start = 1", "black_start = 0", "black_start = 0"),
    ("unequal steps", "1500, 2000", "1500, 1900", "ladder = "),
    ("prices fall", "1500, 2000", "2000, 1500", "ladder = "),
    ("start off the ladder", "start = 5000", "start = 5100", "start = 5100"),
    ("band off the ladder", "white_from = 4000", "white_from = 4100", "white_from = 4100"),
    ("red band empty", "white_from = 4000", "white_from = 1500", "white_from = 1500"),
    ("white band empty", "blue_from = 7000", "blue_from = 4000", "blue_from = 4000"),
    ("colour without faces", "red = [2, 3, 4]", "red = []", "red = []"),
    ("five faces", "blue = [2, 3, 4]", "blue = [2, 3]", "blue = [2, 3]"),
    ("no licences of value 2", "twos = 39", "twos = 0", "twos = 0"),
    ("no free movement", "plain = 1", "plain = 0", "plain = 0"),
    ("fee not to be shared", "transport = 3000", "transport = 3500", "transport = 3500"),
    ("worse train earns more", "[5000, 4000", "[4000, 5000", "[4000, 5000"),
    ("three ranks", "3000, 2000]", "3000]", "train_ranks"),
    ("kinds in disorder", "derricks = 2", "derricks = 3", "cost = 6000"),
    ("value without copies", "values = [2, 5]", "values = [2, 5, 6]", "cost = 6000"),
    ("value twice", "values = [2, 5]", "values = [2, 2]", "cost = 6000"),
    ("id twice", '"beige-8-3"', '"red-3-3-4-oil"', 'id = "red-3-3-4-oil", licences = 8'),
    ("no copies", "points = 3, copies = 1", "points = 3, copies = 0", "beige-8-3"),
    ("two free markers", "points = 2, oil = 1", "points = 2, oil = 2", "points = 2, oil = 2"),
    ("two kinds", TEXT[TEXT.index("    { derricks = 3") : TEXT.index("]\n\n[red_cards]")], "", "kinds = ["),
    ("a kind that costs nothing", "cost = 6000", "cost = 0", "cost = 0"),
    ("truth for a number", "money = 15000", "money = true", "money = true"),
    ("empty note", "[die]\n", '[die]\nnote = ""\n', 'note = ""'),
    ("one column", TEXT[TEXT.index("rows = [") : TEXT.index("reconstructed")], 'rows = ["p", "p"]\n', "rows = ["),
    ("two specials", "back = 2,", "back = 2, oil = 1,", "red-2-4-8-back-2"),
    ("red card without steps", "black_steps = 1, licences = 2", "licences = 2", "red-1-2-8-back-3"),
    ("beige card with steps", "points = 3,", "points = 3, black_steps = 1,", "beige-8-3"),
    (
        "no red cards",
        TEXT[TEXT.index('cards = [\n    { id = "red') : TEXT.index("\n[beige")],
        "cards = []\n",
        "cards = []",
    ),
    (
        "three beige cards",
        TEXT[TEXT.index("copies = 6 }") :],
        "copies = 3 },\n]\n",
        'cards = [\n    { id = "beige-5-8"',
    ),
    ("name is not the file's", f'"{NAME}"', '"kosmos"', '"kosmos"'),
)


@pytest.mark.parametrize(
    ("old", "new", "mark"), [case[1:] for case in COMPLAINTS], ids=[case[0] for case in COMPLAINTS]
)
def test_a_complaint_names_the_faulty_line(old: str, new: str, mark: str):
    assert old in TEXT
    broken = TEXT.replace(old, new, 1)
    with pytest.raises(DataSetError) as caught:
        DATA_SETS.load(broken, FILE.name)
    line = broken.count("\n", 0, broken.index(mark)) + 1

    assert caught.value.line == line
    assert str(caught.value) == f"{FILE.name}, line {line}: {caught.value.problem}"


AMOUNTS = """plain = 1, hill = 2, mountain = 3, ones = 39, twos = 39, oil_markers = 60, derricks = 5, money = 15000,
transport = 3000, depot_limit = 2, refund = 1000, marker = 1000""".replace("\n", " ").split(", ")


@pytest.mark.parametrize("amount", AMOUNTS)
def test_an_amount_of_nothing_is_found_on_its_line(amount: str):
    broken, changes = re.subn(rf"(?m)^{amount}$", f"{amount.split(maxsplit=1)[0]} = 0", TEXT)
    with pytest.raises(DataSetError, match="must be 1 or more") as caught:
        DATA_SETS.load(broken, FILE.name)

    assert changes == 1
    assert broken.splitlines()[caught.value.line - 1] == f"{amount.split(maxsplit=1)[0]} = 0"


def test_a_wrong_value_is_found_on_its_line_wherever_it_stands():
    values = [match.span() for match in re.finditer(r"(?<![\w.\"#-])\d+(?![\w.-])|\"[^\"]*\"", TEXT)]
    printed = [
        (start, end) for start, end in values if not TEXT[TEXT.rfind("\n", 0, start) + 1 : start].startswith("#")
    ]
    faulty = 0
    for start, end in printed[::9]:
        for other in ("-1", '""', "[0]", "0.5"):
            with pytest.raises(DataSetError) as caught:
                DATA_SETS.load(TEXT[:start] + other + TEXT[end:], FILE.name)
            assert caught.value.line == TEXT.count("\n", 0, start) + 1
            faulty += 1

    assert faulty > 100


def test_rule_4a_1_column_1_without_room_for_four_trucks_is_refused():
    # in each row the first square and the first site without a mark change places
    broken = re.sub(r'(?m)^    " +p (.*?)([pmh][123])(?=[ "])', r'    "\2 \1 p', TEXT)
    with pytest.raises(DataSetError, match="column 1 needs 4 squares") as caught:
        DATA_SETS.load(broken, FILE.name)

    assert broken.splitlines()[caught.value.line - 1].startswith('    "p1 ')


def test_rule_0_3_a_kind_of_which_three_players_would_have_no_site_is_refused():
    broken = re.sub(r"([phm])1(?=[ \"])", r" \1", TEXT).replace('"I4"', '"E5"')
    broken = broken.replace("values = [2, 3, 4], copies = [4, 4, 4] },", "values = [2], copies = [2] },", 1)
    with pytest.raises(DataSetError, match="no site for 1 derricks") as caught:
        DATA_SETS.load(broken, FILE.name)

    assert broken.splitlines()[caught.value.line - 1] == "rows = ["


def test_lines_are_found_however_the_toml_is_written():
    text = '# [x]\n"a b" = """\n[c]\n""" # "\nd.e = [ # [\n 1, 2,\n {f = "]", g = \'#\'}]\n'
    text += "[[h.i]]\nj = 1\n[[h.i]]\n[h.i.k]\nl = {}"
    places = {("a b",): 2, ("d", "e", 1): 6, ("d", "e", 2, "g"): 7, ("h", "i", 0, "j"): 9, ("h", "i", 1): 10}
    places |= {("h", "i", 1, "k", "l"): 12, ("h", "i", 1, "missing"): 10, ("missing",): 1}

    assert {where: line_of(text, where) for where in places} == places


def slow_costs(board: Board, start: str, points: int, blocked: set[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    heap = [(0, start)]
    while heap:
        cost, square = heapq.heappop(heap)
        if square not in found and cost <= points:
            found[square] = cost
            for other in set(board.neighbours[square]) - blocked:
                heapq.heappush(heap, (cost + board.cost[other], other))
    return found


@pytest.mark.parametrize("start", ["A1", "F10", "I4", "L20"])
@pytest.mark.parametrize("points", [0, 1, 2, 3, 8, 12, 60])
def test_rule_4a_4_ways_are_the_cheapest_within_the_points(start: str, points: int):
    blocked = {"F9", "G10", "B1", "D3", "L19", "H4"}
    ways = BOARD.ways(start, points, blocked)

    assert {square: cost for square, (cost, _) in ways.items()} == slow_costs(BOARD, start, points, blocked)
    for square, (cost, _) in ways.items():
        way = way_to(ways, square)
        assert sum(BOARD.cost[step] for step in way) == cost
        assert all(step in BOARD.neighbours[before] for before, step in zip((start, *way), way, strict=False))
        assert not blocked & {*way}


def test_of_equally_cheap_ways_always_the_same_is_taken():
    assert way_to(BOARD.ways("A1", 4, ()), "B2") == ("A2", "B2")
    assert way_to(BOARD.ways("A1", 4, {"A2"}), "B2") == ("B1", "B2")
    assert BOARD.ways("A1", 12, {"A2", "B1"}) == {"A1": (0, "A1")}


def test_the_cheapest_way_across_the_map_costs_23_points():
    across = [BOARD.ways(start, 40, ())[f"{row}20"][0] for start in BOARD.entry for row in "ABCDEFGHIJKL"]

    assert min(across) == 23
