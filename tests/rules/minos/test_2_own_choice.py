"""Rule 2.8: each player decides at the start of the own turn whether all see the own talents (X23)."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.minos import MINOS
from domain.minos.commands import Build, EndTurn, HideTalents, KeepDice, RollAgain, ShowTalents, UseDice
from domain.minos.events import DiceRolled, TalentsHidden, TalentsShown, TurnStarted
from domain.minos.state import Acting, Between, Declaring, Rolling, State, are_talents_open
from tests.kit import RandomChance, ScriptedChance, of
from tests.rules.minos.kit import acting, after, fresh, given, listed, pieces, player, refused, shows, table, when

CHOICES = [ShowTalents(), HideTalents()]


def declaring(seat: int = 0, **options: Any) -> State:
    """Return the table at the start of the turn of a seat."""
    return replace(table(money_public="own_choice", **options), phase=Declaring(seat))


def opened(state: State) -> list[bool]:
    return [are_talents_open(state, seat) for seat in range(len(state.players))]


def test_rule_2_8_a_turn_begins_with_the_decision_and_then_the_first_roll():
    state = fresh(money_public="own_choice", first_player="seat_1")
    state = given(state, *MINOS.setup(state, ScriptedChance(rest=0)))

    assert state.phase == Declaring(1)
    assert MINOS.awaiting(state) == {1}
    assert MINOS.question(state, 1) == "2.8"
    assert listed(state, 1) == CHOICES
    events = when(state, 1, ShowTalents())
    assert events[0] == TalentsShown(1, 25)
    assert isinstance(events[1], DiceRolled)
    assert isinstance(given(state, *events).phase, Rolling)


def test_rule_2_8_until_the_first_decision_the_talents_are_hidden():
    state = declaring()

    assert opened(state) == [False] * 4
    assert opened(after(state, 0, ShowTalents())) == [True, False, False, False]
    assert opened(after(state, 0, HideTalents())) == [False] * 4


def test_rule_2_8_a_decision_holds_until_the_next_turn_of_the_player():
    state = acting(after(declaring(), 0, ShowTalents()))
    events = when(state, 0, EndTurn())
    assert of(events, TurnStarted) == [TurnStarted(1)]
    state = given(state, *events)
    assert state.phase == Declaring(1)
    assert opened(after(state, 1, HideTalents())) == [True, False, False, False]
    state = replace(state, phase=Declaring(0))
    assert opened(state) == [True, False, False, False]
    assert when(state, 0, HideTalents())[0] == TalentsHidden(0)
    assert opened(after(state, 0, HideTalents())) == [False] * 4


def test_rule_2_8_nothing_else_comes_before_the_decision():
    state = declaring()

    for command in (KeepDice(), RollAgain(shows("S")), UseDice("scales", 1, False, False), EndTurn()):
        assert refused(state, 0, command) == "2.8"
    assert refused(state, 1, ShowTalents()) == "2.8"
    assert refused(acting(state), 0, ShowTalents()) == "3.12"
    assert refused(replace(state, phase=Rolling(0, shows("SSSSSS"), 1)), 0, HideTalents()) == "3.1"


@pytest.mark.parametrize("public", [True, False])
def test_rule_2_8_without_own_choice_a_turn_begins_with_the_dice(public: bool):
    state = replace(table(money_public=public), phase=Between(0))
    events = MINOS.flow.settle(state, [TurnStarted(1)], ScriptedChance(rest=0)).events

    assert isinstance(events[1], DiceRolled)
    assert opened(state) == [public] * 4


def test_rule_2_8_the_command_of_each_decision_can_be_rebuilt():
    for command in CHOICES:
        event = when(declaring(), 0, command)[0]
        assert [*MINOS.commands_of(event)] == [command]


@pytest.mark.parametrize("shown", [True, False])
def test_rule_2_8_a_turn_ends_by_itself_for_lack_of_talents_only_if_they_are_shown(shown: bool):
    state = player(table(money_public="own_choice"), 0, money=4, shown=shown)
    state = after(acting(pieces(state, 0, soldiers=["roma"]), 0, "B*"), 0, UseDice("building", 1, False, True))

    assert isinstance(state.phase, Declaring if shown else Acting)
    assert not listed(state, 0, Build)


def test_rule_2_8_others_believe_any_amount_of_hidden_talents_and_the_shown_one():
    state = player(player(declaring(), 1, money=37, shown=True), 2, money=37)
    seen = [MINOS.resample(state, 0, chance(seed)).players for seed in range(20)]

    assert {players[0].money for players in seen} == {25}
    assert {players[1].money for players in seen} == {37}
    assert len({players[2].money for players in seen}) > 1


def chance(seed: int) -> Chance:
    return RandomChance(Random(seed))


def test_rule_2_8_showing_talents_is_a_disclosure_to_the_others_only():
    state, event = declaring(), TalentsShown(0, 25)

    assert MINOS.is_disclosing(state, event)
    assert not MINOS.is_surprising(state, event, 0)
    assert MINOS.is_surprising(state, event, 1)
    assert not MINOS.is_disclosing(table(money_public=True), event)
