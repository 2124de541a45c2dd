"""Rule 11: two and three players, covered fields."""

import pytest
from msgspec.structs import replace

from domain.minos import MINOS
from domain.minos.commands import Build, MoveShip, MoveSoldier
from domain.minos.events import ConflictOpened, FieldsCovered
from domain.minos.state import State, ships_left, soldiers_left
from tests.kit import ScriptedChance, of
from tests.rules.minos.kit import acting, after, fresh, given, pieces, refused, rolls, table, when


def covered(state: State, *numbers: int) -> tuple[str, ...]:
    """Return the fields that are covered at set-up."""
    events = of(MINOS.setup(state, ScriptedChance(*numbers, rest=0)), FieldsCovered)
    return events[0].fields if events else ()


def closing(field: str, *, passable: bool = True) -> State:
    """Return the table in the turn of seat 0 with a field covered."""
    return replace(acting(table(covered_passable=passable), 0, points=3, rights=6), covered=(field,))


def test_rule_11_1_five_fields_are_covered_with_three_players():
    assert len(covered(fresh(3))) == 5
    assert len(covered(fresh(3, closed_fields=2))) == 2


def test_rule_11_2_six_fields_are_covered_with_two_players():
    assert len(covered(fresh(2))) == 6
    assert len(covered(fresh(2, closed_fields=0))) == 0


@pytest.mark.parametrize("number", range(9))
def test_rule_11_3_up_to_eight_fields_can_be_covered(number: int):
    assert len(covered(fresh(4, closed_fields=number))) == number


def test_rule_11_3_with_four_players_none_is():
    assert covered(fresh(4)) == ()


def test_rule_11_4_a_field_in_each_of_as_many_regions():
    state = fresh(3)

    events = of(MINOS.setup(state, ScriptedChance(8, 0, 0, 0, 0, 2, 1, 0, 0, 2, rest=0)), FieldsCovered)

    assert events[0].draws[:5] == ((9, 8), (8, 0), (7, 0), (6, 0), (5, 0))
    assert events[0].fields == ("carthago-nova", "genua", "icosium", "sardinia", "tarraco")


def test_rule_11_4_never_two_fields_of_a_region():
    state = fresh(4, closed_fields=8)
    regions = state.data.regions.regions
    for draw in range(2):
        fields = covered(state, *[draw] * 8)
        assert sorted(sum(field in region for field in fields) for region in regions) == [0] + [1] * 8


def test_rule_11_5_nothing_is_built_on_a_covered_field_and_its_harbour_is_closed():
    state = pieces(closing("roma"), 0, ["sea-roma"], ["roma"])

    assert refused(state, 0, Build("roma", "port")) == "11.5"
    assert refused(state, 0, MoveShip("sea-roma", "harbour-roma")) == "11.5"


def test_rule_11_5_soldiers_cross_it_like_a_dot():
    state = pieces(closing("roma"), 0, soldiers=["dot-genua-roma-2", "dot-roma-ancona-1"])
    state = after(state, 0, MoveSoldier("dot-genua-roma-2", "roma"))

    assert refused(state, 0, MoveSoldier("dot-roma-ancona-1", "roma")) == "4.3"
    assert after(state, 0, MoveSoldier("roma", "dot-roma-tarentum-1")).players[0].soldiers


def test_rule_11_5_soldiers_who_meet_there_fight():
    state = pieces(closing("roma"), 0, soldiers=["dot-genua-roma-2", "gades"])
    state = pieces(state, 1, soldiers=["roma", "tarentum"])

    events = when(state, 0, MoveSoldier("dot-genua-roma-2", "roma"), rolls("AAAAAA", "GGGGGG", rest=None))

    assert of(events, ConflictOpened)
    assert given(state, *events).players[0].soldiers == ("gades", "roma")


def test_rule_11_5_with_the_option_no_soldier_enters_it():
    state = pieces(closing("roma", passable=False), 0, soldiers=["dot-genua-roma-2"])

    assert refused(state, 0, MoveSoldier("dot-genua-roma-2", "roma")) == "11.5"


def test_rule_11_6_two_players_have_two_sets_of_pieces():
    state = fresh(2)

    assert [each.money for each in state.players] == [50, 50]
    assert [each.ships for each in state.players] == [("mare-medium",) * 2] * 2
    assert (ships_left(state, 0), soldiers_left(state, 0)) == (12, 24)


def test_rule_11_6_the_start_can_be_single():
    state = fresh(2, two_player_ships=1, two_player_talents=25)

    assert [each.money for each in state.players] == [25, 25]
    assert (ships_left(state, 0), soldiers_left(state, 0)) == (13, 24)


def test_rule_11_6_with_three_players_the_options_change_nothing():
    state = fresh(3, two_player_ships=2, two_player_talents=50)

    assert [each.money for each in state.players] == [25] * 3
    assert (ships_left(state, 0), soldiers_left(state, 0)) == (6, 12)
