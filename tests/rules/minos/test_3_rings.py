"""Rule 3.6: rings are bought with the right that an Arrow brings (X12)."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.values import Range
from domain.minos import MINOS
from domain.minos.commands import BuyRings, EndTurn, MoveShip, UseDice
from domain.minos.dice import Dice
from domain.minos.events import DiceKept, DiceRolled, DiceUsed, RingsBought, TurnStarted
from domain.minos.state import State
from tests.rules.minos.kit import (
    acting,
    after,
    given,
    listed,
    pieces,
    player,
    refused,
    rolls,
    shows,
    stored,
    table,
    turn_of,
    when,
)

ARROW = UseDice("arrow", 1, False, False)
GULL = UseDice("gull", 1, False, False)
AT_ARROW: dict[str, Any] = {"ring_purchase": "at_arrow"}


def bought(state: State) -> Range | None:
    """Return the range of rings that can be bought."""
    (choice,) = [each for each in MINOS.legal_commands(state, 0) if isinstance(each.command, BuyRings)]
    return choice.range


@pytest.mark.parametrize("options", [{}, AT_ARROW], ids=["turn", "at_arrow"])
def test_rule_3_6_rings_are_bought_right_after_an_arrow(options: dict[str, Any]):
    state = after(acting(table(**options), 0, "AG"), 0, ARROW)

    assert bought(state) == Range("rings", 1, 2)
    events = when(state, 0, BuyRings(2))
    assert events[0] == RingsBought(0, 2, 20)
    state = given(state, *events)
    assert (state.players[0].rings, state.players[0].money, state.rings) == (3, 5, 47)


@pytest.mark.parametrize("rings", [0, 3, -1])
def test_rule_3_6_no_more_rings_than_talents_pay(rings: int):
    state = after(acting(table(), 0, "AG"), 0, ARROW)

    assert refused(state, 0, BuyRings(rings)) == "3.6"


def test_rule_3_6_no_more_rings_than_the_stock_holds():
    state = after(player(acting(table(), 0, "AG"), 0, money=200), 0, ARROW)

    assert bought(replace(state, rings=3)) == Range("rings", 1, 3)
    assert refused(replace(state, rings=3), 0, BuyRings(4)) == "3.6"


def test_rule_3_6_one_ring_that_can_be_bought_is_listed_without_a_range():
    state = after(player(acting(table(), 0, "AG"), 0, money=19), 0, ARROW)

    assert listed(state, 0, BuyRings) == [BuyRings(1)]
    assert bought(state) is None
    assert refused(state, 0, BuyRings(2)) == "3.6"


def test_rule_3_6_the_right_lasts_to_the_end_of_the_turn():
    state = after(acting(table(), 0, "AG"), 0, ARROW)
    state = after(state, 0, GULL)
    state = after(state, 0, MoveShip("mare-medium", "mare-ionium"))

    events = when(state, 0, BuyRings(1))

    assert events == [RingsBought(0, 1, 10)]


def test_rule_3_6_rings_are_bought_as_often_as_wanted_with_one_right():
    state = after(acting(table(), 0, "AG"), 0, ARROW)
    state = after(after(state, 0, BuyRings(1)), 0, BuyRings(1))

    assert (state.players[0].rings, state.players[0].money) == (3, 5)


def test_rule_3_6_without_an_arrow_there_is_no_right():
    assert refused(acting(table(), 0, "AG"), 0, BuyRings(1)) == "3.6"
    assert refused(after(acting(table(), 0, "AG"), 0, GULL), 0, BuyRings(1)) == "3.6"


def test_rule_3_6_the_right_ends_with_the_turn():
    state = pieces(after(acting(table(), 0, "A"), 0, ARROW), 1, ["sea-tyros"])
    state = after(state, 0, EndTurn(), rolls("GGGGGG"))

    assert refused(acting(state, 1, "G"), 1, BuyRings(1)) == "3.6"
    assert not turn_of(acting(state, 1, "G")).rings_open


def test_rule_3_6_rings_are_not_bought_in_a_conflict():
    state = pieces(after(acting(table(), 0, "AG", points=3), 0, ARROW), 1, ["mare-ionium", "sea-tyros"])
    state = after(state, 0, MoveShip("mare-medium", "mare-ionium"), rolls("GGGGGG", rest=None))

    assert refused(state, 0, BuyRings(1)) == "8.6"


def test_rule_3_6_the_right_outlasts_a_conflict():
    state = pieces(after(acting(table(), 0, "AG", points=3), 0, ARROW), 1, ["mare-ionium", "sea-tyros"])
    state = player(state, 0, rings=0)
    state = after(state, 0, MoveShip("mare-medium", "mare-ionium"), rolls("AAGGGG", "GGGGGG", rest=None))

    assert when(state, 0, BuyRings(1)) == [RingsBought(0, 1, 10)]


def test_rule_3_12_a_right_that_talents_can_use_keeps_the_turn_open():
    state = after(acting(table(), 0, "A"), 0, ARROW)
    assert MINOS.awaiting(state) == {0}

    state = after(state, 0, BuyRings(2))

    # 5 talents are left
    assert MINOS.awaiting(state) == {1}


def test_rule_3_6_at_the_arrow_rings_are_not_bought_later():
    state = after(acting(table(**AT_ARROW), 0, "AG"), 0, ARROW)
    state = after(state, 0, GULL)

    assert refused(state, 0, BuyRings(1)) == "3.6"


def test_rule_3_6_at_the_arrow_rings_are_bought_once():
    state = after(acting(table(**AT_ARROW), 0, "AG"), 0, ARROW)

    assert refused(after(state, 0, BuyRings(1)), 0, BuyRings(1)) == "3.6"


def test_rule_3_6_a_stored_game_sells_rings_at_the_arrow_only():
    dice = shows("AGGGGG")
    turn = (TurnStarted(0), DiceRolled(0, dice, ()), DiceKept(0), DiceUsed(0, "arrow", 1, False, False, 1))
    state = given(stored(), *turn)
    assert when(state, 0, BuyRings(1))

    state = given(state, DiceUsed(0, "gull", 1, False, False, 5))

    assert turn_of(state).dice == Dice(gull=4)
    assert refused(state, 0, BuyRings(1)) == "3.6"
