"""The printed tables: what they hold, and what is said of a file that does not hold up."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from domain.kernel.datafile import DataSetError, digest_of
from domain.kernel.ruleset import OptionError
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos.board import board_of, harbour_of
from domain.minos.data_sets import DATA_SETS
from domain.minos.tables import Table
from tests.rules.minos.kit import fresh

ROOT = Path(__file__).parents[3]
FILE = ROOT / "domain" / "minos" / "data" / f"{DEFAULT_DATA_SET}.toml"
TEXT = FILE.read_text(encoding="utf-8")
PRINTED = DATA_SETS.data_set(DEFAULT_DATA_SET)

FROM_THE_FISH = {
    name: points
    for points, names in {
        2: "athenai creta kyrene leptis sicilia",
        3: "karthago kypros memphis salona sardinia tarentum thessalonike",
        4: "ancona byzantion corsica icosium ilion miletos roma tarsos tyros",
        5: "baleares genua massilia tingis",
        6: "carthago-nova gades tarraco",
    }.items()
    for name in names.split()
}
"""Movement points from the fish into each harbour."""

PATHS = [
    (1, 2, 2), (2, 3, 2), (3, 4, 2), (4, 5, 1), (5, 6, 2), (5, 8, 2), (6, 7, 2), (6, 8, 1), (7, 8, 2), (8, 9, 3),
    (9, 11, 3), (10, 11, 2), (11, 12, 2), (13, 14, 1), (14, 15, 3), (15, 16, 1), (16, 17, 2), (17, 18, 3), (18, 19, 3),
    (19, 20, 2), (20, 21, 2), (21, 22, 3),
]  # fmt: skip
"""Paths by the numbers of their fields, with their dots."""


def test_each_table_tells_where_it_comes_from():
    printed = {key: getattr(PRINTED, key) for key in PRINTED.__struct_fields__ if key not in {"name", "title"}}

    assert all(isinstance(table, Table) and table.source for table in printed.values())
    assert {key: table.status for key, table in printed.items()} == {
        **dict.fromkeys(("fields", "seas", "paths", "regions"), "reconstructed"),
        **dict.fromkeys(("buildings", "dice", "conflict", "stock"), "documented"),
    }
    assert all({"status", "source", "note"} <= set(DATA_SETS.tables(DEFAULT_DATA_SET)[key]) for key in printed)


def test_costs_incomes_and_pieces_are_as_printed():
    buildings, dice, conflict, stock = PRINTED.buildings, PRINTED.dice, PRINTED.conflict, PRINTED.stock

    assert (buildings.rights, buildings.talents, buildings.walls_rights) == ((1, 2, 3, 4), (5, 12, 18, 25), 4)
    assert [(kind.kind, kind.income, kind.pieces) for kind in buildings.kinds] == [
        ("port", 1, 16), ("house", 1, 16), ("warehouse", 2, 32), ("walls", 0, 16)
    ]  # fmt: skip
    assert (dice.dice, dice.rolls, len(dice.faces), dice.gull_points) == (6, 3, 6, 5)
    assert (conflict.arrow, conflict.joker, conflict.star, conflict.combination) == (3, 2, 1, 10)
    assert (stock.ships, stock.soldiers, stock.rings, stock.start_talents, stock.start_ships) == (7, 12, 50, 25, 1)
    assert (stock.ring_price, stock.recruit_price) == (10, 5)


def test_the_ways_from_the_fish_are_as_long_as_measured():
    board = board_of(DEFAULT_DATA_SET)

    reached = board.sailing(board.fish, 6, ())

    assert {name: reached[harbour_of(name)] for name in board.fields} == FROM_THE_FISH


def test_paths_and_their_dots_are_as_drawn():
    links = {(*link.between, link.dots) for link in DATA_SETS.data_set(DEFAULT_DATA_SET).paths.links}
    fields = board_of(DEFAULT_DATA_SET).fields

    assert links == {(fields[start - 1], fields[end - 1], dots) for start, end, dots in PATHS}


def test_the_digest_stays_whatever_the_comments_and_the_layout():
    head, *parts = re.split(r"(?m)^(?=\[\w+\]$)", re.sub(r"(?m)^#.*\n", "", TEXT))
    other = head + "# moved\n".join(reversed(parts))

    assert other != TEXT
    assert digest_of(DATA_SETS.load(other, FILE.name)) == DATA_SETS.digest(DEFAULT_DATA_SET)
    assert digest_of(DATA_SETS.load(TEXT.replace("rings = 50", "rings = 60"), FILE.name)) != DATA_SETS.digest(
        DEFAULT_DATA_SET
    )


PLAY = """
import random
from domain.game import game as games
from domain.game.fold import append
from domain.ledger.records import tip_of_new
from domain.minos import MINOS
from projections.views.minos import view
from service.bots.minos import careful

whim, seed = random.Random(1), bytes(32)
opened = games.open_game(MINOS, 2, MINOS.resolve_options(None, {}), "house-2026", seed, "player:a", "public")
game, _ = append(None, tip_of_new("00000000-0000-4000-8000-000000000000"), seed, "t", None, opened)
for seat in range(2):
    taken = games.take_seat(game, seat, f"bot:{seat}", bytes(32).hex(), "server")
    game, _ = append(game, game.tip, seed, "t", seat, taken)
game, _ = append(game, game.tip, seed, "t", None, games.start(game))
while game.status == "running":
    (seat,) = games.awaiting(game)
    command = careful.choose(view(game, seat), seat, games.legal_commands(game, seat), whim)
    game, _ = append(game, game.tip, seed, "t", seat, games.decide(game, seat, command))
shown = view(game, None)
print(shown.data_set, shown.ended, "ostia" in {field.field for field in shown.fields})
"""
"""A game of two careful players on another map."""


def test_a_file_dropped_beside_the_others_is_found_and_played(tmp_path: Path):
    for package in ("domain", "projections", "service"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    dropped = tmp_path / "domain" / "minos" / "data" / "house-2026.toml"
    dropped.write_text(TEXT.replace(DEFAULT_DATA_SET, "house-2026").replace("roma", "ostia"), encoding="utf-8")
    answer = subprocess.run([sys.executable, "-c", PLAY], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert answer.stdout.split() == ["house-2026", "all_built", "True"]


def test_a_file_from_anywhere_loads():
    house = DATA_SETS.load(TEXT.replace(DEFAULT_DATA_SET, "house-2026"), "/anywhere/house-2026.toml")

    assert house.seas == PRINTED.seas
    with pytest.raises(KeyError):
        DATA_SETS.data_set(house.name)


ROMA = 'beside = ["sea-genua", "sea-corsica", "mare-tyrrhenum"]'
COMPLAINTS = {
    # what is wrong: the text, what stands there instead, and what the faulty line holds then
    "id in capitals": ('id = "roma"', 'id = "Roma!"', 'id = "Roma!"'),
    "id of a dot": ('id = "roma"', 'id = "dot-roma"', 'id = "dot-roma"'),
    "field twice": ('id = "roma"', 'id = "genua"', 'id = "genua", name = "Roma"'),
    "too few fields": (
        TEXT[TEXT.index("fields = [\n") : TEXT.index("\n[seas]")],
        'fields = [{ id = "roma", name = "Roma" }]\n',
        "fields = [",
    ),
    "two seas at a harbour": ('harbour = "roma", beside', 'harbour = "genua", beside', "Sea off Roma"),
    "no sea at a harbour": ('harbour = "roma", ', "", 'id = "roma"'),
    "a border on one side only": (ROMA, 'beside = ["sea-genua", "mare-tyrrhenum"]', "Sea off Corsica"),
    "a border named twice": (ROMA, ROMA.replace("sea-genua", "sea-corsica"), "Sea off Genua"),
    "no such fish": ('fish = "mare-medium"', 'fish = "mare-magnum"', "mare-magnum"),
    "a path to itself": ('"roma"], dots', '"genua"], dots', '["genua", "genua"]'),
    "a path twice": ('["genua", "roma"], dots', '["genua", "massilia"], dots', '["genua", "massilia"]'),
    "dots below none": ('"roma"], dots = 2', '"roma"], dots = -1', "dots = -1"),
    "unknown key on a path": ('"roma"], dots = 2', '"roma"], dots = 2, points = 2', "points = 2"),
    "a region of unknown fields": ('"roma", "corsica"]', '"roma", "atlantis"]', "atlantis"),
    "a field in no region": ('"roma", "corsica"]', '"roma"]', "regions = ["),
    "too few regions": (
        '    ["gades", "carthago-nova", "tingis"],\n    ["tarraco", "massilia", "baleares"],\n    ["genua", ',
        '    ["gades", "carthago-nova", "tingis", "tarraco", "massilia", "baleares", "genua", ',
        "regions = [",
    ),
    "no house": (
        'income = 1, pieces = 16 },\n    { kind = "ware',
        'income = 1, pieces = 0 },\n    { kind = "ware',
        '"house"',
    ),
    "unknown kind": ('kind = "house"', 'kind = "tower"', "tower"),
    "kinds in disorder": ('kind = "house"', 'kind = "port"', "kinds = ["),
    "one city's walls": ("income = 0, pieces = 16", "income = 0, pieces = 1", "kinds = ["),
    "three rights": ("rights = [1, 2, 3, 4]", "rights = [1, 2, 3]", "rights = [1, 2, 3]"),
    "costs fall": ("talents = [5, 12, 18, 25]", "talents = [5, 12, 18, 2]", "18, 2]"),
    "walls beyond the dice": ("walls_rights = 4", "walls_rights = 7", "walls_rights = 7"),
    "a symbol on no face": ('"joker", "star"]', '"joker", "joker"]', '"joker", "joker"]'),
    "a worthless combination": ("combination = 10", "combination = 5", "combination = 5"),
    "more ships than there are": ("start_ships = 1", "start_ships = 8", "start_ships = 8"),
    "text for a number": ("start_ships = 1", 'start_ships = "one"', '"one"'),
    "TOML: two values": ("soldiers = 12", "soldiers = 12 13", "12 13"),
    "missing table": (TEXT[TEXT.index("[conflict]") : TEXT.index("[stock]")], "", "# Minos"),
    "unknown table": ("[stock]", "[weather]\nrain = 1\n\n[stock]", "[weather]"),
    "unknown status": ('[dice]\nstatus = "documented"', '[dice]\nstatus = "guessed"', "guessed"),
    "no source": ('source = "S4 components and preparation"', 'source = " "', 'source = " "'),
    "name is not the file's": (f'name = "{DEFAULT_DATA_SET}"', 'name = "minos"', 'name = "minos"'),
}


@pytest.mark.parametrize("case", COMPLAINTS)
def test_a_complaint_names_the_faulty_line(case: str):
    old, new, mark = COMPLAINTS[case]
    assert TEXT.count(old) >= 1
    broken = TEXT.replace(old, new, 1)
    with pytest.raises(DataSetError) as caught:
        DATA_SETS.load(broken, FILE.name)
    line = broken.count("\n", 0, broken.index(mark)) + 1

    assert caught.value.line == line
    assert str(caught.value) == f"{FILE.name}, line {line}: {caught.value.problem}"


AMOUNTS = """dice = 6, rolls = 3, gull_points = 5, arrow = 3, joker = 2, star = 1, ships = 7, soldiers = 12, rings = 50,
start_talents = 25, start_ships = 1, ring_price = 10, recruit_price = 5""".replace("\n", " ").split(", ")


@pytest.mark.parametrize("amount", AMOUNTS)
def test_an_amount_of_nothing_is_found_on_its_line(amount: str):
    nothing = f"{amount.split(maxsplit=1)[0]} = 0"
    broken, changes = re.subn(rf"(?m)^{amount}$", nothing, TEXT)
    with pytest.raises(DataSetError) as caught:
        DATA_SETS.load(broken, FILE.name)

    assert changes == 1
    # with no dice at all, walls need more rights than there can be
    assert broken.splitlines()[caught.value.line - 1] in {nothing, "walls_rights = 4"}


@pytest.mark.parametrize("profile", MINOS.profiles)
def test_profiles_set_known_options(profile: str):
    options = MINOS.resolve_options(profile, {})

    assert options.keys() == {option.name for option in MINOS.options}


def test_unknown_values_are_refused():
    with pytest.raises(OptionError):
        fresh(closed_fields=9)
    with pytest.raises(OptionError):
        fresh(idle_limit=0)
