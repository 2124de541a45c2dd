"""Rule 2: tokens are drawn and placed unseen."""

from msgspec.structs import replace

from domain.siberia import SIBERIA
from domain.siberia import events as e
from domain.siberia.commands import Pass, PlaceToken
from domain.siberia.phases import placing
from domain.siberia.state import Acting, Placing
from tests.kit import ScriptedChance
from tests.rules.siberia.kit import Columns, do, drawn, events_of, fresh, given, having, listed, one, refused, table

GAS4 = ("worker_gas", "logistics_gas", "salesman_gas", "investor_gas")


def test_rule_2_1_everybody_draws_six_in_turn_order():
    start = fresh(3, first_player="seat_1")
    found = [event for event in SIBERIA.setup(start, ScriptedChance(rest=0)) if isinstance(event, e.TokensDrawn)]
    assert [(event.seat, event.count) for event in found] == [(1, 6), (2, 6), (0, 6)]
    assert [event.known_to for event in found] == [(1,), (2,), (0,)]


def test_rule_2_1_the_draws_are_known_to_nobody_because_they_count_through_hidden_tokens():
    start = fresh(2)
    draws = one(SIBERIA.setup(start, ScriptedChance(rest=0)), e.DrawingEnded)
    assert draws.known_to == ()
    assert [size for size, _ in draws.secret.draws] == list(range(70, 58, -1))


def test_rule_2_1_a_short_bag_gives_what_is_there():
    state = table()
    state = replace(state, bag=state.bag.emptied().having("manager", 8), phase=Placing(((), ()), ((), ())))
    state = given(state, *placing.advance(state, Placing(((), ()), ((), ())), ScriptedChance(rest=0)))
    assert isinstance(state.phase, Placing)
    assert [len(hand) for hand in state.phase.hands] == [6, 2]


def test_rule_2_2_all_place_at_the_same_time_in_any_order():
    state = drawn(("worker_gas", "worker_coal"), ("manager",), take_back=False)
    assert SIBERIA.awaiting(state) == {0, 1}
    state = do(state, 1, PlaceToken("manager", "manager"))
    assert SIBERIA.awaiting(state) == {0}
    state = do(state, 0, PlaceToken("worker_coal", "worker"))
    assert SIBERIA.awaiting(state) == {0}


def test_rule_2_2_what_others_do_changes_nothing_for_a_seat():
    state = drawn(("worker_gas",), ("worker_oil", "manager"))
    before = listed(state, 0)
    assert listed(do(state, 1, PlaceToken("worker_oil", "oil")), 0) == before


def test_rule_2_2_a_token_that_lies_is_not_moved():
    state = having(drawn(("worker_gas",), ("manager",), take_back=False), 0, {"coal": ("worker_coal",)})
    assert refused(state, 0, PlaceToken("worker_coal", "worker")) == "2.2"
    assert refused(do(state, 0, PlaceToken("worker_gas", "gas")), 0, PlaceToken("worker_gas", "worker")) == "2.2"
    assert refused(state, 0, Pass()) == "2.2"


def test_rule_2_2_a_single_way_is_asked_for_all_the_same():
    state = having(drawn(("manager",), ("worker_gas",)), 0, {"manager": ("manager", "manager")})
    assert SIBERIA.awaiting(state) == {0, 1}
    assert listed(state, 0) == [PlaceToken("manager", "research")]


def test_rule_2_3_a_token_goes_to_person_resource_or_research():
    state = drawn(("worker_gas",), ("manager",))
    assert listed(state, 0) == [PlaceToken("worker_gas", spot) for spot in ("worker", "gas", "research")]


def test_rule_2_3_a_token_goes_to_no_other_column():
    assert refused(drawn(("worker_gas",), ("manager",)), 0, PlaceToken("worker_gas", "coal")) == "2.3"


def test_rule_2_4_a_manager_goes_to_the_manager_or_research():
    state = drawn(("manager",), ("manager",))
    assert listed(state, 0) == [PlaceToken("manager", spot) for spot in ("manager", "research")]
    assert refused(state, 0, PlaceToken("manager", "gas")) == "2.4"


def test_rule_2_5_unseen_tokens_fill_spaces_too():
    state = drawn(GAS4, ("manager",))
    for token in GAS4[:2]:
        state = do(state, 0, PlaceToken(token, "gas"))
    assert refused(state, 0, PlaceToken("salesman_gas", "gas")) == "2.5"


def test_rule_2_5_an_investment_tile_fills_a_space():
    state = having(drawn(GAS4, ("manager",)), 0, tiles=("gas",))
    state = do(state, 0, PlaceToken("worker_gas", "gas"))
    assert refused(state, 0, PlaceToken("salesman_gas", "gas")) == "2.5"


def test_rule_2_6_a_token_with_both_columns_full_goes_to_research():
    full: Columns = {"gas": ("investor_gas", "logistics_gas"), "worker": ("worker_coal", "worker_oil")}
    state = having(drawn(("worker_gas",), ("manager",)), 0, full)
    assert listed(state, 0) == [PlaceToken("worker_gas", "research")]
    assert refused(state, 0, PlaceToken("worker_gas", "gas")) == "2.5"
    assert refused(state, 0, PlaceToken("worker_gas", "worker")) == "2.5"


def test_rule_2_6_any_token_may_go_to_research():
    state = drawn(("worker_oil",), ("manager",), take_back=False)
    state = do(state, 0, PlaceToken("worker_oil", "research"))
    assert do(state, 1, PlaceToken("manager", "manager")).players[0].research == ("worker_oil",)


def test_rule_2_7_everything_is_revealed_when_the_last_one_has_placed():
    state = drawn(("worker_gas", "manager"), ("manager", "manager"), take_back=False)
    first = events_of(state, 0, PlaceToken("worker_gas", "gas"))
    assert first == [e.TokenPlaced(0, 1, e.Laid("worker_gas", "gas"))]
    assert first[0].known_to == (0,)
    state = given(state, *first)
    state = do(do(state, 0, PlaceToken("manager", "manager")), 1, PlaceToken("manager", "manager"))
    assert state.players[0].tokens["gas"] == ()
    last = events_of(state, 1, PlaceToken("manager", "research"))
    assert one(last, e.PlacementsRevealed).placements == (
        e.Placement(0, (e.Laid("manager", "manager"), e.Laid("worker_gas", "gas"))),
        e.Placement(1, (e.Laid("manager", "manager"), e.Laid("manager", "research"))),
    )
    state = given(state, *last)
    assert state.players[0].tokens["gas"] == ("worker_gas",)
    assert isinstance(state.phase, Acting)


def test_rule_2_7_the_order_of_placing_is_not_revealed():
    state = drawn(("worker_gas", "manager"), ("manager",), take_back=False)
    gas, manager = PlaceToken("worker_gas", "gas"), PlaceToken("manager", "manager")
    ways = [events_of(do(do(state, 0, one), 0, two), 1, manager)[1:] for one, two in ((gas, manager), (manager, gas))]
    assert ways[0] == ways[1]
