"""Rule 8: the Worker."""

from typing import Any

from msgspec.structs import replace

from domain.siberia.commands import Pass, PlaceWorker, VoidAction
from domain.siberia.state import State
from tests.rules.siberia.kit import BUSY, Columns, acting, do, having, listed, refused

COLUMN: Columns = {"worker": ("worker_gas", "worker_coal")}


def hiring(option: str = "reserve_empty", **changes: Any) -> State:
    state = having(acting(worker_from_salesman=option), 0, COLUMN, **changes)
    return having(state, 1, BUSY)


def test_rule_8_1_a_pawn_goes_from_the_reserve_to_the_start():
    state = do(hiring(), 0, PlaceWorker("reserve"))
    assert state.players[0].workers == ("vladivostok", "vladivostok")
    assert state.players[0].reserve == 3


def test_rule_8_1_not_from_an_empty_reserve():
    assert refused(hiring(reserve=0), 0, PlaceWorker("reserve")) == "8.1"


def test_rule_8_2_a_salesman_only_when_the_reserve_is_empty():
    assert refused(hiring(), 0, PlaceWorker("frankfurt")) == "8.2"
    state = do(hiring(reserve=0), 0, PlaceWorker("frankfurt"))
    assert (state.players[0].salesmen, state.players[0].workers) == ((), ("vladivostok", "vladivostok"))


def test_rule_8_2_or_at_any_time_by_the_option():
    assert PlaceWorker("frankfurt") in listed(hiring("always"), 0)


def test_rule_8_3_a_worker_may_be_called_back():
    state = do(hiring(workers=("ob",)), 0, PlaceWorker("ob"))
    assert state.players[0].workers == ("vladivostok",)


def test_rule_8_3_but_not_from_the_start_or_from_nowhere():
    assert refused(hiring(), 0, PlaceWorker("vladivostok")) == "8.3"
    assert refused(hiring(), 0, PlaceWorker("ob")) == "8.3"


def test_rule_8_3_a_worker_may_be_called_back_from_an_exhausted_area_where_workers_may_stop():
    state = replace(hiring(workers=("ob",)), exhausted=("ob",))
    assert PlaceWorker("ob") in listed(state, 0)


def test_rule_8_1_without_a_pawn_to_send_the_worker_is_only_for_nothing():
    state = hiring(reserve=0, salesmen=(), workers=("vladivostok",) * 6)
    assert listed(state, 0) == [VoidAction("worker"), Pass()]
