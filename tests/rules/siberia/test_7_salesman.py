"""Rule 7: the Salesman."""

from typing import Any

from domain.siberia import events as e
from domain.siberia.commands import PlaceSalesman
from domain.siberia.state import State
from tests.rules.siberia.kit import BUSY, Columns, acting, do, events_of, having, listed, refused

COLUMN: Columns = {"salesman": ("salesman_gas", "salesman_coal")}


def selling(**changes: Any) -> State:
    return having(having(acting(), 0, COLUMN, **changes), 1, BUSY)


def test_rule_7_1_a_pawn_goes_to_any_exchange_in_play():
    state = do(selling(), 0, PlaceSalesman("reserve", "tokyo"))
    assert state.players[0].salesmen == ("frankfurt", "tokyo")
    assert state.players[0].reserve == 3


def test_rule_7_1_not_to_the_side_that_is_down():
    assert refused(selling(), 0, PlaceSalesman("reserve", "shanghai")) == "7.1"


def test_rule_7_2_a_salesman_changes_the_exchange():
    state = do(selling(), 0, PlaceSalesman("frankfurt", "tokyo"))
    assert state.players[0].salesmen == ("tokyo",)
    assert state.players[0].reserve == 4


def test_rule_7_2_a_salesman_taken_from_a_worker():
    state = selling(workers=("ob", "vladivostok"), reserve=3)
    assert events_of(state, 0, PlaceSalesman("ob", "paris"))[0] == e.SalesmanPlaced(
        0, "ob", "paris", COLUMN["salesman"]
    )
    state = do(state, 0, PlaceSalesman("ob", "paris"))
    assert state.players[0].workers == ("vladivostok",)
    assert state.players[0].salesmen == ("frankfurt", "paris")
    assert state.players[0].reserve == 3
    assert PlaceSalesman("vladivostok", "paris") in listed(selling(), 0)


def test_rule_7_2_only_from_where_a_pawn_is():
    assert refused(selling(reserve=0), 0, PlaceSalesman("reserve", "tokyo")) == "7.2"
    assert refused(selling(), 0, PlaceSalesman("ob", "tokyo")) == "7.2"
    assert refused(selling(), 0, PlaceSalesman("frankfurt", "frankfurt")) == "7.2"


def test_rule_7_3_there_is_room_for_everybody():
    assert do(selling(), 0, PlaceSalesman("reserve", "frankfurt")).players[0].salesmen == ("frankfurt", "frankfurt")


def test_rule_7_3_but_the_exchange_of_a_tile_has_so_many_slots_by_the_option():
    state = selling_with_slots(2)
    assert refused(state, 0, PlaceSalesman("reserve", "tokyo")) == "7.3"
    assert PlaceSalesman("reserve", "paris") in listed(state, 0)
    assert PlaceSalesman("tokyo", "paris") in listed(state, 0)
    assert PlaceSalesman("reserve", "tokyo") in listed(selling_with_slots(3), 0)


def test_rule_7_3_frankfurt_has_room_under_any_option():
    state = do(selling_with_slots(1), 0, PlaceSalesman("reserve", "frankfurt"))
    assert state.players[0].salesmen.count("frankfurt") == 2


def test_rule_7_3_two_salesmen_of_one_player_take_two_slots():
    state = having(selling_with_slots(3), 1, salesmen=("tokyo", "tokyo"))
    assert refused(state, 0, PlaceSalesman("reserve", "tokyo")) == "7.3"
    assert PlaceSalesman("reserve", "tokyo") in listed(having(state, 1, salesmen=("paris", "tokyo")), 0)


def selling_with_slots(slots: int) -> State:
    """The table with a salesman of either player at Tokyo, and at Frankfurt."""
    state = having(acting(exchange_slots=slots), 0, COLUMN, salesmen=("frankfurt", "tokyo"))
    return having(state, 1, BUSY, salesmen=("frankfurt", "tokyo"))
