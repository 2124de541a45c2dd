"""Rule 6: workers move."""

from typing import Any

from msgspec.structs import replace

from domain.siberia import events as e
from domain.siberia.commands import EndLogistics, MoveWorker, Pass, UseLogistics
from domain.siberia.state import Acting, State
from tests.rules.siberia.kit import BUSY, acting, do, events_of, having, listed, one, refused, turn


def moving(*workers: str, exhausted: tuple[str, ...] = (), **options: Any) -> State:
    state = having(acting(**options), 0, {"logistics": ("logistics_gas", "logistics_coal")}, workers=workers)
    return do(replace(having(state, 1, BUSY), exhausted=exhausted), 0, UseLogistics())


def test_rule_6_1_three_moves_are_divided_among_the_workers():
    state = moving("vladivostok", "ob")
    state = do(state, 0, MoveWorker("vladivostok", "aldan"))
    state = do(state, 0, MoveWorker("ob", "yamal"))
    assert state.players[0].workers == ("aldan", "yamal")
    assert turn(state) == 1


def test_rule_6_1_only_own_workers():
    assert refused(moving("ob"), 0, MoveWorker("vladivostok", "amur")) == "6.1"
    assert refused(moving("ob"), 0, Pass()) == "6.1"


def test_rule_6_2_each_place_costs_a_move():
    events = events_of(moving("vladivostok"), 0, MoveWorker("vladivostok", "chukotka"))
    assert one(events, e.WorkerMoved).moves == 2


def test_rule_6_2_the_start_costs_a_move_too():
    state = do(moving("amur", "vladivostok"), 0, MoveWorker("amur", "vladivostok"))
    assert isinstance(state.phase, Acting)
    assert state.phase.moves == 2


def test_rule_6_2_nobody_goes_further_than_the_moves():
    assert refused(moving("vladivostok"), 0, MoveWorker("vladivostok", "ob")) == "6.2"
    assert refused(moving("vladivostok"), 0, MoveWorker("vladivostok", "vladivostok")) == "6.2"


def test_rule_6_3_exhausted_areas_cost_nothing():
    state = moving("vladivostok", exhausted=("amur", "chita"))
    events = events_of(state, 0, MoveWorker("vladivostok", "vilyuy"))
    assert one(events, e.WorkerMoved).moves == 1
    assert MoveWorker("vladivostok", "altai") in listed(state, 0)


def test_rule_6_4_nobody_stops_on_an_exhausted_area():
    assert refused(moving("vladivostok", exhausted=("amur",)), 0, MoveWorker("vladivostok", "amur")) == "6.4"


def test_rule_6_4_but_with_exhausted_stop_for_nothing():
    state = moving("vladivostok", exhausted=("amur",), exhausted_stop=True)
    assert one(events_of(state, 0, MoveWorker("vladivostok", "amur")), e.WorkerMoved).moves == 0


def test_rule_6_5_each_worker_goes_once():
    state = moving("vladivostok", "vladivostok")
    state = do(state, 0, MoveWorker("vladivostok", "amur"))
    assert refused(state, 0, MoveWorker("amur", "chita")) == "6.5"
    assert do(state, 0, MoveWorker("vladivostok", "amur")).players[0].workers == ("amur", "amur")


def test_rule_6_5_another_worker_at_the_same_place_may_still_go():
    state = do(moving("vladivostok", "amur"), 0, MoveWorker("vladivostok", "amur"))
    assert do(state, 0, MoveWorker("amur", "chita")).players[0].workers == ("amur", "chita")


def test_rule_6_6_moves_may_be_left_unused():
    events = events_of(moving("vladivostok"), 0, EndLogistics())
    assert events[0] == e.LogisticsEnded(0, 3)


def test_rule_6_6_without_a_worker_that_can_move_it_ends_by_itself():
    assert turn(moving()) == 1


def test_rule_6_4_with_exhausted_stop_whoever_stands_there_may_leave():
    state = moving("amur", exhausted=("amur",), exhausted_stop=True)
    assert one(events_of(state, 0, MoveWorker("amur", "chita")), e.WorkerMoved).moves == 1


def test_rule_6_4_with_exhausted_stop_a_way_that_costs_nothing_is_left_when_the_moves_are_spent():
    state = moving("yamal", "vladivostok", exhausted=("amur",), exhausted_stop=True)
    state = do(state, 0, MoveWorker("yamal", "yana"))
    assert isinstance(state.phase, Acting)
    assert (state.phase.moves, state.phase.step) == (0, "logistics")
    assert listed(state, 0) == [MoveWorker("vladivostok", "amur"), EndLogistics()]
