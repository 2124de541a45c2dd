"""Rule 5: the Manager."""

from typing import Any

from domain.siberia import events as e
from domain.siberia.commands import Pass, PlayJoker, SellCubes, VoidAction
from domain.siberia.state import State
from tests.rules.siberia.kit import BUSY, Columns, acting, do, events_of, having, listed, refused, turn

TWO = ("manager", "manager")


def managing(**changes: Any) -> State:
    return having(having(acting(), 0, {"manager": TWO}, **changes), 1, BUSY)


def test_rule_5_1_both_tokens_leave_and_5_2_one_of_them_becomes_a_joker():
    state = managing()
    events = events_of(state, 0, PlayJoker("gas"))
    assert events[0] == e.JokerPlayed(0, "gas", ("manager",))
    state = do(state, 0, PlayJoker("gas"))
    assert state.players[0].tokens["manager"] == ()
    assert state.players[0].tokens["gas"] == ("manager",)
    assert state.bag.count("manager") == 13
    assert turn(state) == 1


def test_rule_5_2_only_into_a_free_space():
    state = having(managing(), 0, {"gas": ("worker_gas", "logistics_gas")})
    assert refused(state, 0, PlayJoker("gas")) == "5.2"


def test_rule_5_2_doing_without_the_joker_is_an_action_for_nothing():
    assert do(managing(), 0, VoidAction("manager")).bag.count("manager") == 14
    state = having(acting(void_actions=False), 0, {"manager": TWO})
    assert refused(state, 0, VoidAction("manager")) == "3.6"


def test_rule_5_3_with_an_investment_tile_the_only_token_is_the_joker():
    state = having(having(acting(), 0, {"manager": ("manager",)}, tiles=("manager",)), 1, BUSY)
    events = events_of(state, 0, PlayJoker("gas"))
    assert events[0] == e.JokerPlayed(0, "gas", ())
    assert do(state, 0, PlayJoker("gas")).bag.count("manager") == 13


def test_rule_5_4_a_joker_fills_the_column_of_an_investment():
    state = having(managing(tiles=("gas",)), 0, workers=("ob",))
    state = having(state, 1, {"worker": ()})
    state = do(state, 0, PlayJoker("gas"))
    assert turn(state) == 0
    state = do(state, 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert state.players[0].tiles == ("gas",)
    assert state.players[0].money == 1000


def test_rule_5_4_a_joker_returns_to_the_bag_with_its_column():
    state = having(acting(), 0, {"gas": ("manager", "worker_gas")})
    assert state.bag.count("manager") == 13
    state = having(state, 1, BUSY)
    assert do(state, 0, VoidAction("gas")).bag.count("manager") == 14


def test_rule_5_4_two_cannot_join_an_investment():
    state = having(managing(tiles=("gas",)), 0, {"gas": ("manager",)})
    assert refused(state, 0, PlayJoker("gas")) == "5.2"


def test_rule_5_5_not_into_its_own_column():
    state = managing()
    assert refused(state, 0, PlayJoker("manager")) == "5.5"
    assert len(listed(state, 0)) == 9 + len((VoidAction("manager"), Pass()))


def test_rule_5_2_without_a_free_space_there_is_no_joker():
    full: Columns = {
        "gas": ("worker_gas", "logistics_gas"),
        "coal": ("worker_coal", "logistics_coal"),
        "oil": ("worker_oil", "logistics_oil"),
        "gold": ("worker_gold", "logistics_gold"),
        "diamonds": ("worker_diamonds", "logistics_diamonds"),
        "logistics": ("logistics_gas", "logistics_coal"),
        "salesman": ("salesman_gas", "salesman_coal"),
        "worker": ("worker_gas", "worker_coal"),
        "investor": ("investor_gas", "investor_coal"),
    }
    state = having(acting(), 0, {**full, "manager": TWO})
    assert not any(isinstance(command, PlayJoker) for command in listed(state, 0))
    assert VoidAction("manager") in listed(state, 0)


def test_rule_5_4_two_jokers_fill_a_column():
    state = having(managing(), 0, {"gas": ("manager",)}, workers=("ob",))
    state = do(do(having(state, 1, {"worker": ()}), 0, PlayJoker("gas")), 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert state.players[0].money == 1000
