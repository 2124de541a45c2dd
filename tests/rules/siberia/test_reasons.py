"""Refusals give the true reason: the exact words for what outside testers found wrong or vague."""

from typing import Any

from domain.siberia.commands import (
    MoveWorker,
    PlaceResource,
    PlaceSalesman,
    PlaceWorker,
    SellCubes,
    UseLogistics,
)
from domain.siberia.state import State
from tests.rules.siberia.kit import BUSY, GAS, Columns, acting, do, having, reason, refused

FULL: Columns = {
    "worker": ("worker_gas", "worker_coal"),
    "salesman": ("salesman_gas", "salesman_coal"),
    "logistics": ("logistics_gas", "logistics_coal"),
    "gas": ("investor_gas", "investor_gas"),
}


def table(**changes: Any) -> State:
    return having(having(acting(), 0, FULL, **changes), 1, BUSY)


def moving(**changes: Any) -> State:
    return do(table(**changes), 0, UseLogistics())


def test_rule_6_2_a_worker_is_not_moved_to_its_own_place():
    command = MoveWorker("vladivostok", "vladivostok")
    assert refused(moving(), 0, command) == "6.2"
    assert reason(moving(), 0, command) == "your worker is at vladivostok already"


def test_rule_6_1_unknown_places_are_named():
    assert refused(moving(), 0, MoveWorker("vladivostok", "atlantis")) == "6.1"
    assert reason(moving(), 0, MoveWorker("vladivostok", "atlantis")) == 'the map has no place "atlantis"'
    assert reason(moving(), 0, MoveWorker("atlantis", "magadan")) == 'the map has no place "atlantis"'


def test_rule_6_1_a_place_without_an_own_worker():
    assert refused(moving(), 0, MoveWorker("ob", "altai")) == "6.1"
    assert reason(moving(), 0, MoveWorker("ob", "altai")) == "you have no worker at ob"


def test_rule_7_2_an_empty_reserve():
    assert refused(table(reserve=0), 0, PlaceSalesman("reserve", "tokyo")) == "7.2"
    assert reason(table(reserve=0), 0, PlaceSalesman("reserve", "tokyo")) == "your reserve is empty"


def test_rule_7_2_no_salesman_no_worker_and_nothing_known():
    assert reason(table(), 0, PlaceSalesman("tokyo", "london")) == "you have no salesman at tokyo"
    assert reason(table(), 0, PlaceSalesman("ob", "london")) == "you have no worker at ob"
    unknown = 'a pawn comes from reserve, an exchange in play or a place of the map: "atlantis" is none'
    assert reason(table(), 0, PlaceSalesman("atlantis", "london")) == unknown


def test_rule_7_1_an_exchange_that_is_not_in_play():
    assert reason(table(), 0, PlaceSalesman("reserve", "shanghai")) == '"shanghai" is no exchange in play'


def test_rule_8_1_an_empty_reserve():
    assert refused(table(reserve=0), 0, PlaceWorker("reserve")) == "8.1"
    assert reason(table(reserve=0), 0, PlaceWorker("reserve")) == "your reserve is empty"


def test_rule_8_2_an_exchange_without_an_own_salesman():
    assert refused(table(), 0, PlaceWorker("tokyo")) == "8.2"
    assert reason(table(), 0, PlaceWorker("tokyo")) == "you have no salesman at tokyo"
    assert refused(table(reserve=0), 0, PlaceWorker("tokyo")) == "8.2"


def test_rule_8_3_an_area_without_an_own_worker():
    assert refused(table(), 0, PlaceWorker("ob")) == "8.3"
    assert reason(table(), 0, PlaceWorker("ob")) == "you have no worker at ob"


def test_rule_8_1_an_unknown_place():
    assert refused(table(), 0, PlaceWorker("atlantis")) == "8.1"
    unknown = 'a pawn comes from reserve, an exchange in play or an area: "atlantis" is none'
    assert reason(table(), 0, PlaceWorker("atlantis")) == unknown


def test_rule_10_1_what_is_missing_at_an_area():
    state = table(workers=("altai", "ob"))
    state = having(state, 0, {"gas": GAS})
    told = {
        area: reason(state, 0, SellCubes("gas", "frankfurt", (area,))) for area in ("atlantis", "yana", "vladivostok")
    }
    assert told == {
        "atlantis": 'the map has no area "atlantis"',
        "yana": "you have no worker at yana",
        "vladivostok": 'the map has no area "vladivostok"',
    }
    state = having(acting(), 0, {"oil": ("worker_oil", "salesman_oil")}, workers=("altai",))
    assert reason(state, 0, SellCubes("oil", "frankfurt", ("altai",))) == "no oil lies on altai"


def test_rule_10_3_an_exchange_that_is_not_in_play():
    state = table(workers=("altai",))
    assert reason(state, 0, SellCubes("gas", "shanghai", ("altai",))) == '"shanghai" is no exchange in play'
    assert reason(state, 0, SellCubes("gas", "tokyo", ("altai",))) == "you have no salesman at tokyo"


def test_rule_4_2_an_unknown_area():
    state = having(acting(), 0, research=("worker_oil",))
    command = PlaceResource("worker_oil", "oil", "vladivostok")
    assert refused(state, 0, command) == "4.2"
    assert reason(state, 0, command) == 'the map has no area "vladivostok"'
