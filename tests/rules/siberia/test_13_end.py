"""Rule 13: the end of the game."""

from msgspec.structs import replace

from domain.siberia import SIBERIA
from domain.siberia import events as e
from domain.siberia.commands import Pass, PlaceResource, SellCubes
from domain.siberia.options import Resource
from domain.siberia.state import Over, State
from tests.rules.siberia.kit import BUSY, GAS, RICH, Columns, acting, do, events_of, having, listed, one, refused, turn

SEVEN = ("yamal", "taimyr", "olenek", "yana", "chukotka", "tunguska", "vilyuy")

TEN: Columns = {**RICH, "gas": ("salesman_gas", "investor_gas")}


def selling(end_when: str = "round", seven: tuple[str, ...] = SEVEN) -> State:
    state = having(acting(end_when=end_when), 0, {"gas": GAS}, workers=("ob",))
    state = having(state, 1, BUSY)
    return replace(state, areas={**state.areas, "ob": ("gas",)}, exhausted=seven)


def searching(left: dict[Resource, int], *tokens: str, end_when: str = "round") -> State:
    """The table with these reserves, and the others empty."""
    state = having(having(acting(end_when=end_when), 0, research=tokens), 1, BUSY)
    reserves = state.reserves.emptied()
    for resource, count in left.items():
        reserves = reserves.having(resource, count)
    return replace(state, reserves=reserves, areas=dict.fromkeys(state.areas, ()))


def test_rule_13_1_the_eighth_exhausted_area_brings_the_end():
    events = events_of(selling(), 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert one(events, e.EndTriggered).reason == "areas"


def test_rule_13_1_seven_do_not():
    events = events_of(selling(seven=SEVEN[:6]), 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert not any(isinstance(event, e.EndTriggered) for event in events)


def test_rule_13_2_the_third_empty_reserve_brings_the_end_in_the_middle_of_research():
    state = searching({"gas": 1, "oil": 5, "gold": 5}, "worker_gas", "worker_oil")
    events = events_of(state, 0, PlaceResource("worker_gas", "gas", "ob"))
    assert one(events, e.EndTriggered).reason == "reserves"
    state = do(state, 0, PlaceResource("worker_gas", "gas", "ob"))
    assert turn(state) == 0
    state = do(state, 0, PlaceResource("worker_oil", "oil", "ob"))
    assert turn(state) == 1
    assert state.ending == "reserves"


def test_rule_13_2_two_empty_reserves_do_not():
    state = searching({"gas": 1, "oil": 5, "gold": 5, "coal": 1}, "worker_gas", "worker_oil")
    events = events_of(state, 0, PlaceResource("worker_gas", "gas", "ob"))
    assert not any(isinstance(event, e.EndTriggered) for event in events)


def test_rule_13_3_the_round_is_finished():
    state = do(selling(), 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert turn(state) == 1
    events = events_of(state, 1, Pass())
    assert events[-1] == e.PlayEnded("areas")
    state = do(state, 1, Pass())
    assert isinstance(state.phase, Over)
    assert SIBERIA.awaiting(state) == frozenset()
    assert refused(state, 0, Pass()) == "13.3"
    assert listed(state, 0) == []


def test_rule_13_3_or_only_the_turn():
    state = do(selling("turn"), 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert isinstance(state.phase, Over)


def test_rule_13_3_a_research_action_is_completed_in_any_case():
    state = searching({"gas": 1, "oil": 5, "gold": 5}, "worker_gas", "worker_oil", end_when="turn")
    state = do(state, 0, PlaceResource("worker_gas", "gas", "ob"))
    assert turn(state) == 0
    assert isinstance(do(state, 0, PlaceResource("worker_oil", "oil", "ob")).phase, Over)


def test_rule_13_4_most_money_wins():
    state = replace(having(having(acting(), 0, money=3000), 1, money=5000), phase=Over())
    places = SIBERIA.result(state)
    assert places is not None
    assert [(place.seat, place.rank, place.score) for place in places] == [(1, 1, 5000), (0, 2, 3000)]
    assert all(sum(part.amount for part in place.parts) == place.score for place in places)


def test_rule_13_4_there_is_no_result_before_the_end():
    assert SIBERIA.result(acting()) is None


def test_rule_13_5_a_tie_is_a_shared_victory():
    state = acting(3)
    for seat, money in enumerate((5000, 5000, 2000)):
        state = having(state, seat, money=money)
    places = SIBERIA.result(replace(state, phase=Over()))
    assert places is not None
    assert [(place.seat, place.rank) for place in places] == [(0, 1), (1, 1), (2, 3)]


def test_rule_13_5_or_the_later_one_in_the_order_wins():
    state = acting(3, winner_tie="later_in_order", first_player="seat_1")
    for seat, money in enumerate((5000, 5000, 2000)):
        state = having(state, seat, money=money)
    places = SIBERIA.result(replace(state, phase=Over()))
    assert places is not None
    assert [(place.seat, place.rank) for place in places] == [(0, 1), (1, 2), (2, 3)]


def test_rule_13_3_no_tokens_are_returned_any_more():
    state = having(selling(), 1, {**BUSY, **TEN})
    assert state.players[1].kept == 12
    state = do(state, 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert isinstance(do(state, 1, Pass()).phase, Over)


def test_rule_13_3_the_end_comes_once_for_the_first_reason():
    state = having(selling(), 1, {"coal": ("salesman_coal", "investor_coal")}, workers=("altai",))
    state = replace(state, areas={**state.areas, "altai": ("coal",)}, reserves=state.reserves.emptied())
    state = replace(state, ending="reserves")
    events = events_of(state, 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert not any(isinstance(event, e.EndTriggered) for event in events)
    state = do(state, 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert (len(state.exhausted), state.ending) == (8, "reserves")
    assert events_of(state, 1, Pass())[-1] == e.PlayEnded("reserves")


def test_rule_13_3_with_the_turn_the_last_action_is_done_as_a_whole():
    state = having(selling("turn", SEVEN[:7]), 0, workers=("ob", "altai"))
    state = replace(state, areas={**state.areas, "altai": ("gas",)})
    state = do(state, 0, SellCubes("gas", "frankfurt", ("ob", "altai")))
    assert isinstance(state.phase, Over)
    assert (len(state.exhausted), state.players[0].money) == (9, 2000)


def test_rule_13_5_all_of_four_may_share_the_victory():
    places = SIBERIA.result(replace(acting(4), phase=Over()))
    assert places is not None
    assert {place.rank for place in places} == {1}
