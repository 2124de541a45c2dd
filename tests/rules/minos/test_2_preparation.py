"""Rules 1 and 2: goal and preparation."""

from typing import Any, cast

import pytest

from domain.game import decide
from domain.game.decide import NotPossible
from domain.kernel.ruleset import OptionError
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos.board import board_of
from domain.minos.commands import Build, KeepDice, MoveSoldier
from domain.minos.events import ConflictOpened, FirstPlayerDrawn, RoundStarted, TurnStarted
from domain.minos.scoring import places
from tests.kit import ScriptedChance, of
from tests.new_games import new_game
from tests.rules.minos.kit import acting, built, fresh, given, pieces, player, refused, table, when

BOARD = board_of(DEFAULT_DATA_SET)


def test_rule_1_1_the_highest_income_wins_not_the_most_talents():
    state = built(player(table(), 3, money=500), "roma", 2, "port")

    assert next((place.seat, place.rank, place.score) for place in places(state)) == (2, 1, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_2_1_two_to_four_play(seats: int):
    opened = decide.open_game(new_game(MINOS, seats), bytes(32))

    assert cast("Any", opened.events[0]).seats == seats


@pytest.mark.parametrize("seats", [1, 5])
def test_rule_2_1_no_other_number_plays(seats: int):
    with pytest.raises(NotPossible):
        decide.open_game(new_game(MINOS, seats), bytes(32))


def test_rule_2_2_a_ship_in_the_harbour_is_present_on_the_field():
    state = pieces(acting(table(), rights=1), 0, ships=["harbour-roma"])

    assert when(state, 0, Build("roma", "port"))


def test_rule_2_2_an_enemy_ship_in_the_harbour_makes_the_field_hostile():
    state = pieces(acting(table(), points=1), 0, soldiers=["dot-roma-ancona-1"])
    state = pieces(state, 1, ships=["harbour-roma"])

    events = when(state, 0, MoveSoldier("dot-roma-ancona-1", "roma"))

    assert of(events, ConflictOpened)[0].place == "roma"


def test_rule_2_2_a_ship_beside_the_harbour_is_not_present():
    state = pieces(acting(table(), rights=1), 0, ships=["sea-roma"])

    assert refused(state, 0, Build("roma", "port")) == "5.1"


def test_rule_2_3_the_map_has_28_harbours_40_sea_spaces_and_46_dots():
    seas = [space for space in BOARD.waters if space not in BOARD.harbours]
    edges = sum(other in BOARD.waters[space] for space in seas for other in seas)

    assert (len(BOARD.harbours), len(seas), edges // 2, len(BOARD.dots)) == (28, 40, 87, 46)


def test_rule_2_3_a_harbour_opens_into_one_sea_space_and_no_path_leads_to_an_island():
    assert {len(BOARD.waters[harbour]) for harbour in BOARD.harbours} == {1}
    assert not BOARD.roads["creta"]


def test_rule_2_4_each_starts_with_25_talents():
    assert [each.money for each in fresh().players] == [25, 25, 25, 25]
    assert [each.money for each in fresh(3).players] == [25, 25, 25]


def test_rule_2_5_pieces_and_stock():
    state = fresh()

    assert state.stock == (16, 16, 32, 16)
    assert state.rings == 50
    assert (state.data.stock.ships, state.data.stock.soldiers) == (7, 12)
    assert all(not each.soldiers and each.income == 0 for each in state.players)


def test_rule_2_6_ships_start_on_the_fish():
    assert [each.ships for each in fresh().players] == [("mare-medium",)] * 4


def test_rule_2_7_the_first_player_is_drawn():
    events = MINOS.setup(fresh(), ScriptedChance(2, rest=0))

    assert events[0] == FirstPlayerDrawn(2, ((4, 2),))
    assert of(events, TurnStarted) == [TurnStarted(2)]
    assert of(events, RoundStarted) == [RoundStarted(1)]


def test_rule_2_7_a_seat_can_be_named():
    events = MINOS.setup(fresh(first_player="seat_1"), ScriptedChance(rest=0))

    assert events[0] == FirstPlayerDrawn(1, ())


def test_rule_2_7_a_named_seat_has_to_be_there():
    with pytest.raises(OptionError):
        fresh(2, first_player="seat_2")


def test_rule_2_7_the_others_wait():
    state = fresh()
    state = given(state, *MINOS.setup(state, ScriptedChance(2, rest=0)))

    assert refused(state, 1, KeepDice()) == "3.1"
