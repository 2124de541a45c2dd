"""Rule 9: the next player becomes first player."""

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import SellOil, TakeActionCard
from domain.giganten.events import PriceRolled, RoundStarted
from domain.giganten.state import Auctions, Prices
from tests.rules.giganten.kit import given, having, in_phase, player, refused, table, when


@pytest.mark.parametrize(
    ("seats", "first", "following"),
    [(3, 0, 1), (3, 1, 2), (3, 2, 0), (4, 0, 1), (4, 2, 3), (4, 3, 0)],
)
def test_rule_9_1_the_player_to_the_left_becomes_first_player(seats: int, first: int, following: int):
    state = player(having(table(seats), round=4, first_player=first), 1, depots=(0, 0, 1))
    state = in_phase(state, Auctions(2, step="selling", live=(1,), bid=1, leader=1))
    events = when(state, 1, SellOil(1))
    started = events.index(RoundStarted(5, following))
    after = given(state, *events)

    assert isinstance(events[started + 1], PriceRolled)
    assert (after.round, after.first_player) == (5, following)
    # who is first player chooses first
    assert GIGANTEN.awaiting(after) == {following}
    assert refused(after, first, TakeActionCard("beige-5-8")) == "2c.1"


def test_rule_9_1_the_next_round_begins_with_phase_1():
    assert given(having(table(), round=1), RoundStarted(2, 1)).phase == Prices(0)
