"""The printed tables of Minos: what they hold."""

import pytest

from domain.kernel.ruleset import OptionError
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos.board import board_of, harbour_of
from domain.minos.data_sets import DATA_SETS
from tests.rules.minos.kit import fresh

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


@pytest.mark.parametrize("profile", MINOS.profiles)
def test_profiles_set_known_options(profile: str):
    options = MINOS.resolve_options(profile, {})

    assert options.keys() == {option.name for option in MINOS.options}


def test_unknown_values_are_refused():
    with pytest.raises(OptionError):
        fresh(closed_fields=9)
    with pytest.raises(OptionError):
        fresh(idle_limit=0)
