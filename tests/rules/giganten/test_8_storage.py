"""Rule 8: what exceeds the depots is returned."""

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import SellOil
from domain.giganten.events import ExcessReturned, OilSold, PhaseStarted, RoundStarted
from domain.giganten.state import Auctions, State, Storage
from domain.kernel.values import Event
from tests.kit import before
from tests.rules.giganten.kit import given, having, in_phase, player, table, when

LAST_SALE = Auctions(2, step="selling", live=(1,), bid=1, leader=1)
NEXT = RoundStarted(5, 1)


def stored(*depots: tuple[int, int, int]) -> State:
    """Return the table before the last sale of round 4, with these depots; seat 1 sells to Standard."""
    state = having(table(len(depots)), round=4, supply=20)
    for seat, depot in enumerate(depots):
        state = player(state, seat, depots=depot)
    return in_phase(state, LAST_SALE)


def after_the_sale(state: State, markers: int = 0) -> list[Event]:
    return before(when(state, 1, SellOil(markers)), NEXT)


def test_rule_8_1_more_than_two_markers_in_a_depot_go_back_for_1000_each():
    state = stored((3, 2, 5), (0, 0, 3), (2, 2, 2), (4, 0, 0))
    events = after_the_sale(state)

    assert events == [
        OilSold(1, "standard", 0, 5000, 0),
        PhaseStarted("8"),
        ExcessReturned(0, "hudson", 1, 1000),
        ExcessReturned(0, "standard", 3, 3000),
        ExcessReturned(1, "standard", 1, 1000),
        ExcessReturned(3, "hudson", 2, 2000),
    ]
    after = given(state, *events)
    assert [one.depots for one in after.players] == [(2, 2, 2), (0, 0, 2), (2, 2, 2), (2, 0, 0)]
    assert [one.money for one in after.players] == [19000, 16000, 15000, 17000]
    assert after.supply == 27


@pytest.mark.parametrize("depots", [(2, 2, 2), (0, 1, 2)])
def test_rule_8_1_two_markers_a_company_stay(depots: tuple[int, int, int]):
    state = stored(depots, (0, 0, 3), depots)

    assert after_the_sale(state, 1) == [OilSold(1, "standard", 1, 5000, 5000), PhaseStarted("8")]


def test_rule_8_1_nobody_is_asked():
    assert GIGANTEN.awaiting(in_phase(stored((3, 3, 3), (0, 0, 0), (0, 0, 0)), Storage())) == frozenset()


def test_rule_8_1_markers_for_the_last_sale_are_checked_after_it():
    state = stored((0, 0, 0), (0, 0, 6), (0, 0, 0))

    assert after_the_sale(state, 3) == [
        OilSold(1, "standard", 3, 5000, 15000),
        PhaseStarted("8"),
        ExcessReturned(1, "standard", 1, 1000),
    ]
