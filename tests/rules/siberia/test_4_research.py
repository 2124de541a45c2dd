"""Rule 4: cubes are found."""

from typing import Any

from msgspec.structs import replace

from domain.siberia import events as e
from domain.siberia.commands import PlaceResource, PlaceWorker, SellCubes
from domain.siberia.options import Resource
from domain.siberia.state import State
from tests.rules.siberia.kit import BUSY, GAS, acting, do, events_of, having, listed, one, refused, turn


def searching(*tokens: str, **options: Any) -> State:
    state = having(acting(**options), 1, BUSY)
    return having(state, 0, research=tokens)


def lacking(state: State, resource: Resource) -> State:
    """The table with no cube of a resource in the reserve."""
    return replace(state, reserves=state.reserves.without(resource, state.reserves.count(resource)))


def test_rule_4_1_a_cube_goes_from_the_reserve_to_an_area():
    state = searching("worker_oil")
    after = do(state, 0, PlaceResource("worker_oil", "oil", "ob"))
    assert after.areas["ob"] == ("gas", "coal", "oil")
    assert after.reserves.count("oil") == state.reserves.count("oil") - 1
    assert after.bag.count("worker_oil") == state.bag.count("worker_oil") + 1


def test_rule_4_1_only_for_a_token_of_the_zone_and_its_resource():
    state = searching("worker_oil")
    assert refused(state, 0, PlaceResource("worker_gold", "gold", "ob")) == "4.1"
    assert refused(state, 0, PlaceResource("worker_oil", "gold", "ob")) == "4.1"


def test_rule_4_1_only_from_a_reserve_that_is_not_empty():
    state = lacking(searching("manager"), "oil")
    assert refused(state, 0, PlaceResource("manager", "oil", "ob")) == "4.1"


def test_rule_4_2_no_area_holds_two_of_a_kind():
    state = searching("worker_oil", "logistics_oil")
    state = do(state, 0, PlaceResource("worker_oil", "oil", "ob"))
    assert refused(state, 0, PlaceResource("logistics_oil", "oil", "ob")) == "4.2"
    assert refused(state, 0, PlaceResource("logistics_oil", "oil", "vladivostok")) == "4.2"


def test_rule_4_2_any_area_will_do():
    assert len(listed(searching("worker_oil"), 0)) == 14


def test_rule_4_3_what_can_be_placed_must_be():
    assert {type(command) for command in listed(searching("worker_oil"), 0)} == {PlaceResource}


def test_rule_4_4_a_resource_that_is_nowhere_placeable_returns_without_effect():
    # gas lies on every area
    state = searching("worker_gas", "worker_oil")
    events = events_of(state, 0, PlaceResource("worker_oil", "oil", "ob"))
    assert one(events, e.ResearchFailed) == e.ResearchFailed(0, "worker_gas")
    assert turn(do(state, 0, PlaceResource("worker_oil", "oil", "ob"))) == 1
    assert refused(state, 0, PlaceResource("worker_gas", "gas", "ob")) == "4.2"


def test_rule_4_4_an_empty_reserve_fails_too():
    state = lacking(searching("worker_oil", "worker_gold"), "oil")
    events = events_of(state, 0, PlaceResource("worker_gold", "gold", "ob"))
    assert one(events, e.ResearchFailed).token == "worker_oil"


def test_rule_4_5_a_manager_finds_any_resource_that_can_be_placed():
    state = searching("manager")
    found = {command.resource for command in listed(state, 0) if isinstance(command, PlaceResource)}
    assert found == {"oil", "gold", "diamonds"}
    assert do(state, 0, PlaceResource("manager", "diamonds", "ob")).areas["ob"] == ("gas", "coal", "diamonds")
    assert refused(state, 0, PlaceResource("manager", "gas", "ob")) == "4.2"


def test_rule_4_6_one_after_the_other_in_any_order():
    state = searching("worker_oil", "worker_gold")
    state = do(state, 0, PlaceResource("worker_gold", "gold", "ob"))
    assert turn(state) == 0
    state = do(state, 0, PlaceResource("worker_oil", "oil", "ob"))
    assert turn(state) == 1


def test_rule_12_3_never_on_an_exhausted_area():
    state = replace(searching("worker_oil"), exhausted=("ob",))
    assert refused(state, 0, PlaceResource("worker_oil", "oil", "ob")) == "12.3"


def test_rule_4_4_research_of_a_resource_that_is_nowhere_placeable_takes_the_turn_all_the_same():
    state = having(acting(), 0, {"worker": ("worker_gas", "worker_coal"), "gold": ("salesman_gold", "investor_gold")})
    state = having(state, 1, BUSY, research=("worker_gas", "salesman_coal"))
    state = do(state, 0, PlaceWorker("reserve"))
    assert turn(state) == 0
    assert state.players[1].research == ()
    assert state.players[1].tokens["worker"] == BUSY["worker"]
    assert state.bag.count("salesman_coal") == state.board.tokens.count("salesman_coal")


def test_rule_4_4_exhausted_areas_count_as_areas_that_cannot_take_the_cube():
    state = searching("worker_oil", "worker_gold")
    areas = {area: ("oil",) if area != "ob" else () for area in state.areas}
    state = replace(state, areas=areas, exhausted=("ob",))
    events = events_of(state, 0, PlaceResource("worker_gold", "gold", "altai"))
    assert one(events, e.ResearchFailed).token == "worker_oil"


def test_rule_4_4_the_first_token_may_take_the_last_cube_from_the_second():
    state = searching("worker_oil", "logistics_oil")
    state = replace(state, reserves=state.reserves.without("oil", state.reserves.count("oil") - 1))
    events = events_of(state, 0, PlaceResource("logistics_oil", "oil", "ob"))
    assert one(events, e.ResearchFailed).token == "worker_oil"


def test_rule_4_5_a_manager_for_which_nothing_can_be_placed_returns():
    state = searching("worker_oil", "manager")
    for resource in ("gold", "diamonds"):
        state = lacking(state, resource)
    state = replace(state, reserves=state.reserves.without("oil", state.reserves.count("oil") - 1))
    events = events_of(state, 0, PlaceResource("worker_oil", "oil", "ob"))
    assert one(events, e.ResearchFailed).token == "manager"


def test_rule_12_1_research_refills_an_area_before_it_is_exhausted():
    state = having(searching("worker_oil"), 0, {"gas": GAS}, research=("worker_oil",), workers=("ob",))
    state = having(replace(state, areas={**state.areas, "ob": ("gas",)}), 1, workers=("ob",))
    state = do(do(state, 0, PlaceResource("worker_oil", "oil", "ob")), 1, PlaceWorker("reserve"))
    state = do(state, 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert state.exhausted == ()
    assert state.areas["ob"] == ("oil",)
