"""The printed tables: what the data set holds, and that a fault is named with its line."""

from importlib import resources

import pytest

from domain.kernel.ruleset import OptionError
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos.board import board_of, harbour_of
from domain.minos.dataset import DataSetError, data_set, digest, load
from domain.minos.dataset_checks import faults
from tests.rules.minos.kit import fresh

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


def source() -> str:
    """Return the text of the data set."""
    return (resources.files("domain.minos") / "data" / f"{DEFAULT_DATA_SET}.toml").read_text(encoding="utf-8")


def test_the_data_set_has_no_fault_and_each_table_its_mark():
    data = data_set(DEFAULT_DATA_SET)

    assert not list(faults(data))
    tables = (data.fields, data.seas, data.paths, data.regions, data.buildings, data.dice, data.conflict, data.stock)
    assert [table.status for table in tables] == ["reconstructed"] * 4 + ["documented"] * 4
    assert all(table.source for table in tables)


def test_the_ways_from_the_fish_are_as_long_as_measured():
    board = board_of(DEFAULT_DATA_SET)

    reached = board.sailing(board.fish, 6, ())

    assert {name: reached[harbour_of(name)] for name in board.fields} == FROM_THE_FISH


def test_paths_and_their_dots_are_as_drawn():
    links = {(*link.between, link.dots) for link in data_set(DEFAULT_DATA_SET).paths.links}
    fields = board_of(DEFAULT_DATA_SET).fields

    assert links == {(fields[start - 1], fields[end - 1], dots) for start, end, dots in PATHS}


def test_the_digest_does_not_depend_on_layout_and_comments():
    again = load(source().replace("\n[dice]", "\n# the dice\n\n[dice]"), "again.toml")

    assert again == data_set(DEFAULT_DATA_SET)
    assert len(digest(DEFAULT_DATA_SET)) == 64


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id = "roma"', 'id = "Roma!"'),
        ('id = "roma"', 'id = "genua"'),
        ('harbour = "roma", beside', 'harbour = "genua", beside'),
        ('beside = ["sea-genua", "sea-corsica", "mare-tyrrhenum"]', 'beside = ["sea-genua", "mare-tyrrhenum"]'),
        ('fish = "mare-medium"', 'fish = "mare-magnum"'),
        ('{ between = ["genua", "roma"], dots = 2 }', '{ between = ["genua", "genua"], dots = 2 }'),
        ('{ between = ["genua", "roma"], dots = 2 }', '{ between = ["massilia", "genua"], dots = 2 }'),
        ('{ between = ["genua", "roma"], dots = 2 }', '{ between = ["genua", "roma"], dots = -1 }'),
        ('{ between = ["genua", "roma"], dots = 2 }', '{ between = ["genua", "roma"], points = 2 }'),
        ('["genua", "roma", "corsica"]', '["genua", "roma", "atlantis"]'),
        ('{ kind = "house", income = 1, pieces = 16 }', '{ kind = "house", income = 1, pieces = 0 }'),
        ('{ kind = "house", income = 1, pieces = 16 }', '{ kind = "tower", income = 1, pieces = 16 }'),
        ("rights = [1, 2, 3, 4]", "rights = [1, 2, 3]"),
        ("talents = [5, 12, 18, 25]", "talents = [5, 12, 18, 2]"),
        ("walls_rights = 4", "walls_rights = 7"),
        ('"gull", "building", "joker", "star"]', '"gull", "building", "joker", "joker"]'),
        ("combination = 10", "combination = 5"),
        ("ring_price = 10", "ring_price = 0"),
        ("start_ships = 1", 'start_ships = "one"'),
        ("soldiers = 12", "soldiers = 12 13"),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str):
    text = source()
    assert text.count(old) == 1
    line = text[: text.index(old)].count("\n") + 1

    with pytest.raises(DataSetError) as caught:
        load(text.replace(old, new), "faulty.toml")

    assert caught.value.origin == "faulty.toml"
    # a link between two spaces is named at either of its ends
    assert caught.value.line == line or "sea-corsica" in old


def test_a_missing_table_is_named():
    text = source()
    with pytest.raises(DataSetError, match="conflict"):
        load(text[: text.index("[conflict]")] + text[text.index("[stock]") :], "faulty.toml")


@pytest.mark.parametrize("profile", MINOS.profiles)
def test_profiles_set_known_options(profile: str):
    options = MINOS.resolve_options(profile, {})

    assert options.keys() == {option.name for option in MINOS.options}


def test_unknown_values_are_refused():
    with pytest.raises(OptionError):
        fresh(closed_fields=9)
    with pytest.raises(OptionError):
        fresh(idle_limit=0)
