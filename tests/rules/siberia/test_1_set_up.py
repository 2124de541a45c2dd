"""Rule 1: the board is laid out."""

import pytest

from domain.kernel.ruleset import OptionError
from domain.kernel.values import Event
from domain.siberia import SIBERIA
from domain.siberia import events as e
from domain.siberia.commands import ChooseSides, Pass
from domain.siberia.options import RESOURCES, SIDES
from domain.siberia.state import Placing, SettingUp
from tests.kit import ScriptedChance
from tests.rules.siberia.kit import do, fresh, given, listed, refused, table


def laid() -> list[Event]:
    return SIBERIA.setup(fresh(), ScriptedChance(rest=0))


def test_rule_1_1_two_to_four_play():
    assert list(SIBERIA.seats) == [2, 3, 4]


def test_rule_1_2_fourteen_areas_and_a_start_without_cubes():
    state = table()
    assert len(state.areas) == 14
    assert state.board.start not in state.areas


def test_rule_1_3_the_first_player_is_drawn():
    state = fresh(3, first_player="random")
    chance = ScriptedChance(2, rest=0)
    first = SIBERIA.setup(state, chance)[0]
    assert first == e.FirstPlayerDrawn(2, ((3, 2),))


def test_rule_1_3_the_option_names_the_first_player():
    assert table(3, first_player="seat_1").first_player == 1


def test_rule_1_3_the_option_names_no_seat_that_is_not_there():
    with pytest.raises(OptionError):
        fresh(2, first_player="seat_2")


def test_rule_1_4_two_different_cubes_on_each_area_in_the_order_of_the_map():
    seeded = [event for event in laid() if isinstance(event, e.AreaSeeded)]
    assert [event.area for event in seeded] == list(table().board.areas)
    assert all(len(set(event.resources)) == 2 for event in seeded)


def test_rule_1_4_the_second_cube_is_drawn_from_the_other_kinds():
    (first, *_) = (event for event in laid() if isinstance(event, e.AreaSeeded))
    assert first.draws == ((70, 0), (70 - 18, 0))
    assert first.resources == ("gas", "coal")


def test_rule_1_5_the_other_42_cubes_are_the_reserves():
    state = table()
    assert state.reserves.total == 42
    assert dict(state.reserves.contents()) == {"gas": 4, "coal": 2, "oil": 14, "gold": 12, "diamonds": 10}


def test_rule_1_6_frankfurt_buys_everything_and_all_five_tiles_are_in_play():
    state = table(4)
    assert len(state.exchanges) == 6
    assert all(state.exchanges["frankfurt"].prices)
    assert not any(all(exchange.prices) for name, exchange in state.exchanges.items() if name != "frankfurt")


def test_rule_1_7_the_first_player_chooses_the_sides():
    start = fresh(exchange_sides="chosen")
    state = given(start, *SIBERIA.setup(start, ScriptedChance(rest=0)))
    assert isinstance(state.phase, SettingUp)
    assert SIBERIA.awaiting(state) == {0}
    assert len(listed(state, 0)) == len(SIDES) == 32
    state = do(state, 0, ChooseSides("ABABA"))
    assert list(state.exchanges) == ["frankfurt", "tokyo", "mumbai", "new_york", "antwerp", "paris"]
    assert isinstance(state.phase, Placing)


def test_rule_1_7_nobody_else_chooses_and_nothing_else_is_chosen():
    start = fresh(exchange_sides="chosen")
    state = given(start, *SIBERIA.setup(start, ScriptedChance(rest=0)))
    assert refused(state, 1, ChooseSides("AAAAA")) == "1.7"
    assert refused(state, 0, ChooseSides("AAAA")) == "1.7"
    assert refused(state, 0, ChooseSides("ABCAA")) == "1.7"
    assert refused(state, 0, Pass()) == "1.7"


def test_rule_1_7_sides_may_be_drawn_or_listed():
    start = fresh(exchange_sides="random")
    numbers = (*(0,) * 28, 1, 0, 1, 1, 0)
    (chosen,) = (
        event for event in SIBERIA.setup(start, ScriptedChance(*numbers, rest=0)) if isinstance(event, e.SidesChosen)
    )
    assert (chosen.sides, chosen.seat) == ("BABBA", None)
    assert chosen.draws == ((2, 1), (2, 0), (2, 1), (2, 1), (2, 0))
    assert table(exchange_list="BBBBB").sides == "BBBBB"


def test_rule_1_8_there_are_eight_markers():
    assert table().data.numbers.end_areas == 8


def test_rule_1_9_four_of_twenty_investment_tiles_lie_open():
    state = table()
    assert len(state.open) == 4
    assert state.stack.total == 16


def test_rule_1_10_a_worker_a_salesman_and_four_pawns_in_reserve():
    for player in table(4).players:
        assert (player.workers, player.salesmen, player.reserve) == (("vladivostok",), ("frankfurt",), 4)


def test_rule_1_11_seventy_tokens_fourteen_of_each_person():
    bag = fresh().bag
    assert bag.total == 70
    for person in ("manager", "logistics", "salesman", "worker", "investor"):
        assert sum(count for token, count in bag.contents() if token.startswith(person)) == 14
    assert [bag.count(f"worker_{resource}") for resource in RESOURCES] == [4, 3, 3, 2, 2]


def test_rule_1_12_nobody_starts_with_money():
    assert {player.money for player in table().players} == {0}
