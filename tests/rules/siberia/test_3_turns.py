"""Rule 3: one action a turn, until all have passed."""

from domain.siberia import SIBERIA
from domain.siberia import events as e
from domain.siberia.commands import (
    EndLogistics,
    Pass,
    PlaceResource,
    PlaceToken,
    PlaceWorker,
    PlayJoker,
    UseLogistics,
    VoidAction,
)
from domain.siberia.state import Acting, Placing
from tests.rules.siberia.kit import BUSY, acting, do, drawn, events_of, having, listed, refused, turn


def test_rule_3_1_turns_go_clockwise():
    state = acting(3)
    for seat in range(3):
        state = having(state, seat, {"gas": ("logistics_gas", "salesman_gas")} if seat == 2 else BUSY if seat else None)
    state = having(state, 0, {"oil": ("worker_oil", "logistics_oil")})
    state = do(state, 0, VoidAction("oil"))
    assert turn(state) == 1
    state = do(state, 1, PlaceWorker("reserve"))
    assert turn(state) == 2


def test_rule_3_1_nobody_acts_out_of_turn():
    state = having(having(acting(), 0, BUSY), 1, {"oil": ("worker_oil", "logistics_oil")})
    assert refused(state, 1, Pass()) == "3.1"


def test_rule_3_1_the_first_player_begins():
    state = drawn((), ("manager",), first_player="seat_1", take_back=False)
    state = having(state, 1, {"manager": ("manager",)})
    state = having(state, 0, BUSY)
    assert turn(do(state, 1, PlaceToken("manager", "manager"))) == 1


def test_rule_3_2_research_comes_first():
    state = having(acting(), 0, BUSY, research=("worker_oil",))
    assert {type(command) for command in listed(state, 0)} == {PlaceResource}
    assert refused(state, 0, Pass()) == "3.2"
    assert refused(state, 0, PlaceWorker("reserve")) == "3.2"


def test_rule_3_2_research_takes_the_turn():
    state = having(having(acting(), 0, BUSY, research=("worker_oil",)), 1, {"oil": ("investor_oil", "salesman_oil")})
    assert turn(do(state, 0, PlaceResource("worker_oil", "oil", "ob"))) == 1


def test_rule_3_3_one_token_is_not_enough():
    state = having(acting(), 0, {"worker": ("worker_gas",), "gas": ("salesman_gas", "logistics_gas")})
    assert refused(state, 0, PlaceWorker("reserve")) == "3.3"


def test_rule_3_3_a_token_and_an_investment_tile_are_enough():
    state = having(acting(), 0, {"worker": ("worker_gas",)}, tiles=("worker",))
    assert PlaceWorker("reserve") in listed(state, 0)


def test_rule_3_3_a_tile_alone_is_not_enough():
    state = having(acting(), 0, {"gas": ("salesman_gas", "logistics_gas")}, tiles=("worker",))
    assert refused(state, 0, PlaceWorker("reserve")) == "3.3"


def test_rule_3_4_tokens_return_to_the_bag_and_tiles_stay():
    state = having(acting(), 0, {"worker": ("worker_gas",)}, tiles=("worker",))
    state = having(state, 1, BUSY)
    before = state.bag.count("worker_gas")
    state = do(state, 0, PlaceWorker("reserve"))
    assert state.bag.count("worker_gas") == before + 1
    assert state.players[0].tokens["worker"] == ()
    assert state.players[0].tiles == ("worker",)


def test_rule_3_5_who_passes_is_out_and_the_last_goes_on_alone():
    state = having(acting(), 0, BUSY)
    state = having(state, 1, {"oil": ("worker_oil", "logistics_oil"), "logistics": ("logistics_gas", "logistics_coal")})
    state = do(state, 0, Pass())
    assert turn(state) == 1
    state = do(state, 1, VoidAction("oil"))
    assert turn(state) == 1
    assert refused(state, 0, Pass()) == "3.1"
    assert state.players[0].tokens["worker"] == BUSY["worker"]


def test_rule_3_5_the_round_ends_when_all_have_passed():
    state = having(having(acting(), 0, BUSY), 1, {"oil": ("worker_oil", "logistics_oil")})
    state = do(do(state, 0, Pass()), 1, Pass())
    assert isinstance(state.phase, Placing)
    assert state.round == 2


def test_rule_3_6_an_action_may_be_taken_for_nothing():
    state = having(having(acting(), 0, BUSY), 1, {"oil": ("worker_oil", "logistics_oil")})
    events = events_of(state, 0, VoidAction("worker"))
    assert events[0] == e.ActionVoided(0, "worker", BUSY["worker"])
    assert refused(state, 0, VoidAction("gas")) == "3.3"


def test_rule_3_6_not_with_void_actions_false():
    state = having(acting(void_actions=False), 0, BUSY)
    assert refused(state, 0, VoidAction("worker")) == "3.6"


def test_rule_3_6_logistics_is_never_for_nothing():
    for allowed in (True, False):
        state = acting(void_actions=allowed)
        state = having(having(state, 0, {"logistics": ("logistics_gas", "logistics_coal")}), 1, BUSY)
        assert refused(state, 0, VoidAction("logistics")) == "6.6"
        assert turn(do(do(state, 0, UseLogistics()), 0, EndLogistics())) == 1


def test_rule_3_7_a_column_may_be_used_again():
    state = having(acting(), 0, {"worker": ("worker_gas", "worker_coal"), "manager": ("manager",)}, tiles=("manager",))
    player = state.players[0]
    state = having(state, 0, tiles=(*player.tiles, "worker"))
    state = having(state, 0, {"worker": ("worker_gas",)})
    state = do(state, 0, PlaceWorker("reserve"))
    state = do(state, 0, PlayJoker("worker"))
    state = do(state, 0, PlaceWorker("reserve"))
    assert state.players[0].workers == ("vladivostok",) * 3


def test_rule_3_8_who_can_only_pass_is_not_asked():
    state = having(acting(3), 0, BUSY)
    state = having(state, 2, {"oil": ("worker_oil", "logistics_oil")})
    events = events_of(state, 0, VoidAction("worker"))
    assert e.RoundPassed(1) in events
    state2 = do(state, 0, VoidAction("worker"))
    assert isinstance(state2.phase, Acting)
    assert (state2.phase.turn, state2.phase.passed) == (2, (1,))


def test_rule_3_8_passing_is_asked_for_while_there_is_a_choice():
    state = having(acting(), 0, BUSY)
    assert SIBERIA.awaiting(state) == {0}
    assert Pass() in listed(state, 0)
