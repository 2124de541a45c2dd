"""Rule 9: the Investor."""

from typing import Any

from msgspec.structs import replace

from domain.siberia import events as e
from domain.siberia.commands import Pass, TakeInvestment, VoidAction
from domain.siberia.state import State
from tests.rules.siberia.kit import BUSY, GAS, Columns, acting, do, events_of, having, listed, one, refused

COLUMN: Columns = {"investor": ("investor_gas", "investor_coal")}


def investing(*tiles: str, void_actions: bool = True, **changes: Any) -> State:
    state = having(acting(void_actions=void_actions), 0, COLUMN, **changes)
    return replace(having(state, 1, BUSY), open=tiles)


def test_rule_9_1_a_tile_goes_into_its_column():
    state = do(investing("gas", "oil", "gold", "worker"), 0, TakeInvestment("gas"))
    assert state.players[0].tiles == ("gas",)
    assert state.players[0].free("gas") == 1


def test_rule_9_1_only_an_open_one():
    assert refused(investing("gas", "oil"), 0, TakeInvestment("gold")) == "9.1"


def test_rule_9_2_a_column_needs_a_free_space():
    assert refused(having(investing("gas", "oil"), 0, {"gas": GAS}), 0, TakeInvestment("gas")) == "9.2"


def test_rule_9_2_a_column_has_one_tile_at_the_most():
    assert refused(investing("gas", "oil", tiles=("gas",)), 0, TakeInvestment("gas")) == "9.2"


def test_rule_9_2_none_of_the_four_tiles_fits():
    state = having(investing("gas", "gas", "oil", "worker", tiles=("oil", "worker")), 0, {"gas": GAS})
    assert not any(isinstance(command, TakeInvestment) for command in listed(state, 0))
    state = do(state, 0, VoidAction("investor"))
    assert state.players[0].tokens["investor"] == ()
    assert state.open == ("gas", "gas", "oil", "worker")


def test_rule_9_2_none_fits_and_nothing_may_be_done_for_nothing():
    state = having(investing("gas", "gas", "oil", "oil", void_actions=False, tiles=("oil",)), 0, {"gas": GAS})
    assert listed(state, 0) == [Pass()]
    assert refused(state, 0, TakeInvestment("gas")) == "9.2"
    assert refused(state, 0, VoidAction("investor")) == "3.6"


def test_rule_9_3_the_tokens_leave_first_so_an_investor_fits():
    state = do(investing("investor", "oil"), 0, TakeInvestment("investor"))
    assert state.players[0].tiles == ("investor",)
    assert state.players[0].tokens["investor"] == ()


def test_rule_9_3_but_no_second_one():
    state = having(acting(), 0, {"investor": ("investor_gas",)}, tiles=("investor",))
    assert refused(replace(state, open=("investor",)), 0, TakeInvestment("investor")) == "9.2"


def test_rule_9_4_a_new_tile_is_opened_at_once():
    state = investing("gas", "oil", "gold", "worker")
    left = state.stack.total
    revealed = one(events_of(state, 0, TakeInvestment("oil")), e.InvestmentRevealed)
    assert revealed.draws == ((left, 0),)
    state = do(state, 0, TakeInvestment("oil"))
    assert state.open == ("gas", "gold", "worker", revealed.tile)


def test_rule_9_4_none_when_the_stack_is_empty():
    state = investing("gas", "oil")
    state = do(replace(state, stack=state.stack.emptied()), 0, TakeInvestment("oil"))
    assert state.open == ("gas",)


def test_rule_9_5_a_tile_stays_when_its_column_is_used():
    state = having(having(acting(), 0, {"gas": ("worker_gas",)}, tiles=("gas",)), 1, BUSY)
    assert do(state, 0, VoidAction("gas")).players[0].tiles == ("gas",)
