"""Rule 3: rolling dice, and what they are used for."""

from typing import cast

import pytest
from msgspec.structs import replace

from domain.minos import MINOS
from domain.minos.commands import Build, EndTurn, KeepDice, MoveShip, Recruit, RollAgain, UseDice
from domain.minos.dice import ActionSymbol, Dice
from domain.minos.events import DiceKept, DiceRolled, DiceRolledAgain, DiceUsed, RoundStarted, TurnStarted
from domain.minos.options import Building
from domain.minos.state import Rolling, State
from tests.kit import of
from tests.rules.minos.kit import (
    acting,
    admitted,
    after,
    built,
    given,
    listed,
    pieces,
    player,
    refused,
    rolls,
    shows,
    table,
    turn_of,
    when,
)


def rolling(dice: str, rolled: int = 1) -> State:
    """Return the table while seat 0 rolls."""
    return given(table(), TurnStarted(0), *([DiceRolled(0, shows(dice), ())] * rolled))


def gain(state: State, command: UseDice) -> int:
    """Return what dice bring."""
    (used,) = of(when(state, 0, command), DiceUsed)
    return used.gain


def earning(dice: str, income: int = 4, star_on_scales: str = "income") -> State:
    """Return the table in the turn of seat 0, whose income is so much."""
    buildings: list[Building] = ["warehouse"] * (income // 2)
    state = pieces(acting(table(star_on_scales=star_on_scales), 0, dice), 0, soldiers=["roma"])
    return built(state, "roma", 0, *buildings)


def test_rule_3_1_the_first_roll_comes_by_itself():
    state = acting(table())

    events = when(state, 0, EndTurn(), rolls("SAGBJ*"))

    assert of(events, DiceRolled) == [DiceRolled(1, shows("SAGBJ*"), ((6, 0), (6, 1), (6, 2), (6, 3), (6, 4), (6, 5)))]


def test_rule_3_1_after_the_third_roll_actions_begin():
    state = after(rolling("SSSSSS", 2), 0, RollAgain(shows("SS")), rolls("GG"))

    assert turn_of(state).dice == shows("SSSSGG")


def test_rule_3_1_stopping_early_is_allowed():
    events = when(rolling("SSSSSS"), 0, KeepDice())

    assert events[0] == DiceKept(0)
    assert turn_of(given(rolling("SSSSSS"), *events)).dice == shows("SSSSSS")


def test_rule_3_1_nothing_else_before_the_dice_are_kept():
    assert refused(rolling("GGGGGG"), 0, UseDice("gull", 1, False, False)) == "3.1"


def test_rule_3_2_any_dice_are_rolled_again_also_kept_ones():
    state = after(rolling("SAGBJ*"), 0, RollAgain(shows("SA")), rolls("GG"))
    events = when(state, 0, RollAgain(shows("GGB")), rolls("AAA"))

    assert of(events, DiceRolledAgain) == [DiceRolledAgain(0, shows("GGB"), shows("GJ*AAA"), ((6, 1),) * 3)]


def test_rule_3_2_every_choice_of_dice_is_listed():
    assert len(listed(rolling("SAGBJ*"), 0, RollAgain)) == 63
    assert len(listed(rolling("SSSSSS"), 0, RollAgain)) == 6


@pytest.mark.parametrize("dice", [Dice(), Dice(scales=2), Dice(scales=1, arrow=-1)])
def test_rule_3_2_no_dice_that_are_not_there(dice: Dice):
    assert refused(rolling("SAGBJ*"), 0, RollAgain(dice)) == "3.2"


def test_rule_3_3_each_die_is_used_once():
    state = after(acting(table(), 0, "GGB"), 0, UseDice("gull", 1, False, False))

    assert turn_of(state).dice == shows("GB")
    assert refused(state, 0, UseDice("gull", 2, False, False)) == "3.3"


def test_rule_3_3_a_symbol_can_be_used_more_than_once():
    state = after(acting(table(), 0, "GGB"), 0, UseDice("gull", 1, False, False))

    assert turn_of(after(state, 0, UseDice("gull", 1, False, False))).points == 10


@pytest.mark.parametrize("number", [0, -1])
def test_rule_3_3_at_least_one_die_is_used(number: int):
    assert refused(acting(table(), 0, "GGB"), 0, UseDice("gull", number, False, False)) == "3.3"


@pytest.mark.parametrize(
    ("reading", "talents"), [("income", 12), ("talent", 9)], ids=["printed: an income", "translator: a talent"]
)
def test_rule_3_10_three_incomes_with_a_star_on_scales(reading: str, talents: int):
    state = earning("SGBJJ*", income=4, star_on_scales=reading)

    assert gain(state, UseDice("scales", 1, True, True)) == talents


def test_rule_3_4_scales_first_then_the_rest():
    state = after(earning("SSG"), 0, UseDice("scales", 1, False, False))
    state = after(state, 0, UseDice("scales", 1, False, False))

    assert state.players[0].money == 25 + 8
    assert turn_of(after(state, 0, UseDice("gull", 1, False, False))).points == 5


def test_rule_3_4_scales_are_closed_after_another_die():
    state = after(earning("SGJ"), 0, UseDice("gull", 1, False, False))

    assert refused(state, 0, UseDice("scales", 1, False, False)) == "3.4"
    assert refused(state, 0, UseDice("scales", 0, True, False)) == "3.4"


def test_rule_3_4_scales_are_closed_after_recruiting():
    state = built(earning("S"), "genua", 0, "house", "house")
    state = after(pieces(state, 0, soldiers=["roma", "genua"]), 0, Recruit("genua", "soldier"))

    assert state.players[0].soldiers == ("genua", "genua", "roma")
    assert not listed(state, 0, UseDice)


def test_rule_3_5_an_arrow_brings_a_ring():
    state = after(acting(table(), 0, "AAG"), 0, UseDice("arrow", 2, False, False))

    assert (state.players[0].rings, state.rings) == (2, 48)


def test_rule_3_5_no_more_rings_than_the_stock_holds():
    state = player(acting(table(), 0, "AAG"), 1, rings=49)

    assert gain(replace(state, rings=1), UseDice("arrow", 2, False, False)) == 1
    assert refused(replace(state, rings=0), 0, UseDice("arrow", 2, False, False)) == "3.5"


def test_rule_3_7_a_gull_brings_five_points_into_one_pool():
    state = after(acting(table(), 0, "GGJ*"), 0, UseDice("gull", 1, False, False))
    state = after(state, 0, UseDice("gull", 1, True, True))

    assert turn_of(state).points == 16


def test_rule_3_7_points_are_lost_at_the_end_of_the_turn():
    state = after(acting(table(), 0, points=3), 0, EndTurn())

    assert isinstance(state.phase, Rolling)
    state = after(state, 1, KeepDice())
    assert not listed(state, 1, MoveShip)


def test_rule_3_8_a_building_die_brings_a_right():
    state = after(acting(table(), 0, "BBG"), 0, UseDice("building", 2, False, False))

    assert turn_of(state).rights == 2


def test_rule_3_8_rights_are_lost_at_the_end_of_the_turn():
    state = pieces(acting(table(), 0, rights=4), 1, soldiers=["roma"])
    state = after(after(state, 0, EndTurn()), 1, KeepDice())

    assert turn_of(state).rights == 0
    assert refused(state, 1, Build("roma", "port")) == "5.2"


def test_rule_3_8_without_rights_nothing_is_built():
    state = pieces(acting(table(), 0, "B"), 0, soldiers=["roma"])

    assert refused(state, 0, Build("roma", "port")) == "5.2"


@pytest.mark.parametrize(("symbol", "brings"), [("scales", 4), ("arrow", 1), ("gull", 5), ("building", 1)])
def test_rule_3_9_a_joker_stands_for_any_of_four(symbol: str, brings: int):
    assert gain(earning("J"), UseDice(cast("ActionSymbol", symbol), 0, True, False)) == brings


@pytest.mark.parametrize(
    "uses",
    [
        {("scales", 1, True, True): 12, ("gull", 1, True, False): 10, ("building", 1, False, False): 1},
        {("scales", 1, False, False): 4, ("gull", 1, True, True): 11, ("building", 1, True, False): 2},
        {
            ("scales", 1, True, False): 8,
            ("gull", 1, False, False): 5,
            ("building", 1, False, False): 1,
            ("arrow", 0, True, True): 2,
        },
    ],
    ids=["first", "second", "third"],
)
def test_rule_3_9_the_examples_of_the_booklet(uses: dict[tuple[ActionSymbol, int, bool, bool], int]):
    state = earning("SGBJJ*")
    for (symbol, dice, joker, star), brings in uses.items():
        command = UseDice(symbol, dice, joker, star)
        assert gain(state, command) == brings
        state = after(state, 0, command)


def test_rule_3_9_without_a_joker_none_is_used():
    assert refused(acting(table(), 0, "G"), 0, UseDice("gull", 1, True, False)) == "3.3"


def test_rule_3_10_a_star_adds_one():
    state = earning("SAGB**")

    assert gain(state, UseDice("arrow", 1, False, True)) == 2
    assert gain(state, UseDice("gull", 1, False, True)) == 6
    assert gain(state, UseDice("building", 1, False, True)) == 2


def test_rule_3_10_a_star_goes_with_a_joker_too():
    assert gain(acting(table(), 0, "J*"), UseDice("arrow", 0, True, True)) == 2


def test_rule_3_10_a_star_alone_is_worth_nothing():
    assert refused(acting(table(), 0, "G*"), 0, UseDice("gull", 0, False, True)) == "3.10"
    assert not admitted(acting(table(), 0, "*"), 0, UseDice("gull", 1, False, True))


def test_rule_3_11_one_joker_and_one_star_for_a_symbol_in_a_turn():
    state = after(acting(table(), 0, "GGGJJ**"), 0, UseDice("gull", 1, True, True))

    assert refused(state, 0, UseDice("gull", 1, True, False)) == "3.11"
    assert refused(state, 0, UseDice("gull", 1, False, True)) == "3.11"
    assert when(state, 0, UseDice("arrow", 0, True, True))


def test_rule_3_11_under_the_other_reading_each_combination_has_its_own():
    state = acting(table(joker_scope="per_combination"), 0, "GGGJJ**")
    state = after(state, 0, UseDice("gull", 1, True, True))

    assert turn_of(after(state, 0, UseDice("gull", 1, True, True))).points == 22


def test_rule_3_12_turns_go_round_and_rounds_follow():
    state = acting(table(), 3)

    events = when(state, 3, EndTurn())

    assert of(events, RoundStarted) == [RoundStarted(3)]
    assert of(events, TurnStarted) == [TurnStarted(0)]


def test_rule_3_12_a_turn_in_which_nothing_can_be_done_ends_by_itself():
    state = acting(table(), 0, "B*")
    state = after(pieces(state, 0, ships=["mare-ionium"]), 0, UseDice("building", 1, False, True))

    assert MINOS.awaiting(state) == {1}


@pytest.mark.parametrize("hidden", [False, True])
def test_rule_3_12_a_turn_does_not_betray_by_its_end_that_hidden_talents_are_lacking(hidden: bool):
    state = acting(table(money_public=not hidden), 0, "B*")
    state = player(pieces(state, 0, soldiers=["roma"]), 0, money=4)

    state = after(state, 0, UseDice("building", 1, False, True))

    assert MINOS.awaiting(state) == ({0} if hidden else {1})
    assert not listed(state, 0, Build)


def test_rule_3_12_after_the_rolls_dice_are_not_rolled_again():
    assert refused(acting(table(), 0, "G"), 0, KeepDice()) == "3.12"
