"""Rule 13.6: rounds in a row without a cube placed or sold end the game (B43, X8)."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.values import Event
from domain.siberia import SIBERIA
from domain.siberia import events as e
from domain.siberia.commands import Pass, PlaceResource, ReturnToken, SellCubes
from domain.siberia.options import COLUMNS
from domain.siberia.state import Acting, Over, Returning, State
from tests.rules.siberia.kit import BUSY, GAS, acting, do, events_of, given, having, one, refused

OTHERS = ("worker_oil", "worker_oil", "salesman_oil")


def idle(rounds: int, **options: Any) -> State:
    """The last turn of a round without a cube, after so many of them."""
    state = having(having(acting(**options), 0, BUSY), 1, BUSY)
    return replace(state, idle_rounds=rounds, phase=Acting(turn=0, step="acting", passed=(1,)))


@pytest.mark.parametrize("limit", [3, 5, 10])
def test_rule_13_6_so_many_rounds_without_a_cube_end_the_game(limit: int):
    state = idle(limit - 1, standstill=limit)
    events = events_of(state, 0, Pass())
    assert events[1:] == [e.EndTriggered("standstill"), e.PlayEnded("standstill")]
    state = given(state, *events)
    assert isinstance(state.phase, Over)
    assert (state.ending, state.idle_rounds) == ("standstill", limit)
    assert refused(state, 0, Pass()) == "13.3"


@pytest.mark.parametrize("limit", [3, 5, 10])
def test_rule_13_6_one_round_less_does_not(limit: int):
    state = do(idle(limit - 2, standstill=limit), 0, Pass())
    assert (state.ending, state.idle_rounds, state.round) == (None, limit - 1, 2)


def test_rule_13_6_five_rounds_are_the_default():
    assert SIBERIA.resolve_options(None, {})["standstill"] == 5
    assert do(idle(4), 0, Pass()).ending == "standstill"
    assert do(idle(3), 0, Pass()).ending is None


def test_rule_13_6_the_option_can_rule_it_out():
    state = do(idle(99, standstill="none"), 0, Pass())
    assert (state.ending, state.idle_rounds) == (None, 100)


def test_rule_13_6_a_stored_game_that_does_not_name_the_option_goes_on():
    recorded = SIBERIA.resolve_options(None, {})
    del recorded["standstill"]
    stored = SIBERIA.initial(2, SIBERIA.stored_options(recorded), SIBERIA.default_data_set)
    assert stored.options.standstill == "none"
    assert do(replace(idle(99), options=stored.options), 0, Pass()).ending is None


def test_rule_13_6_the_end_comes_with_the_round_and_not_before_all_have_passed():
    state = replace(idle(4), phase=Acting(turn=0, step="acting"))
    assert not any(isinstance(event, e.EndTriggered) for event in events_of(state, 0, Pass()))


def test_rule_13_6_a_sale_resets_the_count():
    state = having(idle(4), 0, {"gas": GAS}, workers=("ob",))
    state = do(state, 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert state.idle_rounds == 0
    assert do(state, 0, Pass()).ending is None


def test_rule_13_6_a_cube_that_is_placed_resets_the_count():
    state = having(replace(idle(4), areas=dict.fromkeys(idle(4).areas, ())), 0, research=("worker_oil",))
    state = do(state, 0, PlaceResource("worker_oil", "oil", "ob"))
    assert state.idle_rounds == 0
    assert do(state, 0, Pass()).idle_rounds == 0


def test_rule_13_6_research_without_effect_does_not():
    state = having(idle(3), 0, research=("worker_oil",))
    state = replace(state, reserves=state.reserves.emptied().having("gas").having("coal").having("gold"))
    state = given(state, e.ResearchFailed(0, "worker_oil"))
    assert state.idle_rounds == 3


def test_rule_13_6_a_cube_of_an_earlier_round_counts_for_that_round_only():
    state = do(replace(idle(0), cube_moved=True), 0, Pass())
    assert (state.round, state.idle_rounds, state.cube_moved) == (2, 0, False)


def test_rule_13_6_no_tokens_are_returned_then():
    # twelve tokens are two more than may be kept
    columns = dict(zip(COLUMNS, (*[OTHERS[:2]] * 5, ("salesman_oil", "investor_oil")), strict=False))
    state = having(idle(4), 0)
    players = (replace(state.players[0], tokens={**state.players[0].tokens, **columns}), state.players[1])
    state = replace(state, players=players)
    assert isinstance(do(state, 0, Pass()).phase, Over)
    later = do(replace(state, idle_rounds=0), 0, Pass())
    assert isinstance(later.phase, Returning)
    assert later.idle_rounds == 1
    assert ReturnToken("worker_oil", "manager") in [one.command for one in SIBERIA.legal_commands(later, 0)]


def test_rule_13_6_under_the_option_turn_the_end_comes_with_the_round_too():
    events: list[Event] = events_of(idle(4, end_when="turn"), 0, Pass())
    assert one(events, e.PlayEnded).reason == "standstill"


def test_rule_13_6_the_ranking_is_as_usual():
    state = having(idle(4), 1, money=3000)
    places = SIBERIA.result(do(state, 0, Pass()))
    assert places is not None
    assert [(place.seat, place.rank, place.score) for place in places] == [(1, 1, 3000), (0, 2, 0)]
