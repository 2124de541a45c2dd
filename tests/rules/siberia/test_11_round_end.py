"""Rule 11: the end of the round."""

from typing import Any, cast

from domain.siberia import SIBERIA
from domain.siberia import events as e
from domain.siberia.commands import Pass, ReturnToken
from domain.siberia.options import Column
from domain.siberia.state import Placing, Returning, State
from tests.rules.siberia.kit import BUSY, RICH, Columns, acting, do, events_of, having, listed, one, reason, refused

TWELVE: Columns = {**RICH, "manager": ("manager", "manager"), "gas": ("salesman_gas", "logistics_gas")}


def surplus(**changes: Any) -> State:
    state = having(having(acting(), 0, TWELVE, **changes), 1, BUSY)
    return do(do(state, 0, Pass()), 1, Pass())


def test_rule_11_1_the_player_to_the_left_becomes_first_player():
    state = having(having(acting(), 0, BUSY), 1, {"oil": ("worker_oil", "salesman_oil")})
    state = do(state, 0, Pass())
    assert one(events_of(state, 1, Pass()), e.RoundStarted) == e.RoundStarted(2, 1)


def test_rule_11_2_nobody_keeps_more_than_ten():
    state = surplus()
    assert isinstance(state.phase, Returning)
    state = do(state, 0, ReturnToken("manager", "manager"))
    before = state.players[0]
    assert before.kept == 11
    state = do(state, 0, ReturnToken("salesman_gas", "gas"))
    assert state.players[0].kept == 10
    assert isinstance(state.phase, Placing)


def test_rule_11_2_an_unknown_column_is_quoted_in_the_refusal():
    command = ReturnToken("manager", cast("Column", "gas\nor oil"))
    assert reason(surplus(), 0, command) == 'no manager lies in your column "gas\\nor oil"'


def test_rule_11_2_the_owner_chooses_among_all_tokens():
    state = surplus()
    assert len(listed(state, 0)) == 11
    assert refused(state, 0, ReturnToken("manager", "gas")) == "11.2"
    assert refused(state, 0, Pass()) == "11.2"


def test_rule_11_2_investment_tiles_do_not_count():
    state = having(acting(), 0, {**TWELVE, "manager": ("manager",), "gas": ("salesman_gas",)}, tiles=("gas", "worker"))
    state = having(state, 1, BUSY)
    state = do(do(state, 0, Pass()), 1, Pass())
    assert isinstance(state.phase, Placing)


def test_rule_11_2_jokers_count():
    state = having(acting(), 0, {**TWELVE, "manager": (), "worker": ("manager",)})
    state = having(state, 1, BUSY)
    state = do(do(state, 0, Pass()), 1, Pass())
    assert ReturnToken("manager", "worker") in listed(state, 0)


OTHERS: Columns = {
    "logistics": ("logistics_gas", "logistics_coal"),
    "salesman": ("salesman_gas", "salesman_coal"),
    "worker": ("worker_gas", "worker_coal"),
    "investor": ("investor_gas", "investor_coal"),
    "oil": ("worker_oil", "investor_oil"),
    "gold": ("worker_gold", "investor_gold"),
}


def test_rule_11_3_in_turn_order_from_the_first_player():
    state = having(having(acting(), 0, TWELVE), 1, OTHERS)
    state = do(do(state, 0, Pass()), 1, Pass())
    assert SIBERIA.awaiting(state) == {0}
    assert refused(state, 1, ReturnToken("worker_gas", "worker")) == "11.2"
    for token in TWELVE["manager"]:
        state = do(state, 0, ReturnToken(token, "manager"))
    assert SIBERIA.awaiting(state) == {1}


def test_rule_11_3_the_first_player_of_the_round_that_ends_returns_first():
    state = having(having(acting(turn=1, first_player="seat_1"), 0, TWELVE), 1, OTHERS)
    state = do(do(state, 1, Pass()), 0, Pass())
    assert SIBERIA.awaiting(state) == {1}
