"""Rule 1: one roll for each company at the start of each round."""

import pytest
from msgspec.structs import replace

from domain.giganten import DEFAULT_DATA_SET, GIGANTEN
from domain.giganten.board import board_of
from domain.giganten.commands import SellOil
from domain.giganten.events import OilSold, PhaseStarted, PriceRolled, RoundStarted
from domain.giganten.options import Company
from domain.giganten.state import Auctions, Prices
from tests.kit import ScriptedChance, of
from tests.rules.giganten.kit import given, having, in_phase, table, when

RED = {2: 0, 3: 1, 4: 2}
BLUE = {2: 3, 3: 4, 4: 5}


def rolled(prices: tuple[int, int, int], *faces: int) -> dict[Company, int]:
    """Return the prices after the first rolls of a game that starts with other prices."""
    state = having(table(first_player="seat_0"), prices=prices)
    events = GIGANTEN.setup(state, ScriptedChance(*faces, rest=0))
    after: dict[Company, int] = {event.company: event.price for event in of(events, PriceRolled)}
    assert given(state, *events).prices == tuple(after.values())
    return after


def test_rule_1_1_the_die_is_rolled_for_hudson_jet_and_standard():
    events = GIGANTEN.setup(table(first_player="seat_0"), ScriptedChance(0, 2, 4, rest=0))

    assert events[2:6] == [
        PriceRolled("hudson", "red", 2, 4000, ((6, 0),), -2),
        PriceRolled("jet", "red", 4, 3000, ((6, 2),), -4),
        PriceRolled("standard", "blue", 3, 6500, ((6, 4),), 3),
        PhaseStarted("2"),
    ]


def test_rule_1_1_every_later_round_starts_with_rolls_too():
    state = in_phase(having(table(), round=4), Auctions(2, step="selling", live=(1,), bid=1, leader=1))
    events = when(state, 1, SellOil(0), ScriptedChance(3, 3, 3, rest=0))

    assert events[:6] == [
        OilSold(1, "standard", 0, 5000, 0),
        PhaseStarted("8"),
        RoundStarted(5, 1),
        PriceRolled("hudson", "blue", 2, 6000, ((6, 3),), 2),
        PriceRolled("jet", "blue", 2, 6000, ((6, 3),), 2),
        PriceRolled("standard", "blue", 2, 6000, ((6, 3),), 2),
    ]


def test_rule_1_1_nobody_is_asked_while_prices_are_rolled():
    assert GIGANTEN.awaiting(in_phase(table(), Prices(1))) == frozenset()


@pytest.mark.parametrize(("price", "raised", "lowered"), [(4000, 5500, 2500), (5000, 6500, 3500), (6500, 8000, 5000)])
def test_rule_1_2_in_the_white_band_blue_raises_and_red_lowers(price: int, raised: int, lowered: int):
    after = rolled((price, price, 5000), BLUE[3], RED[3])

    assert (after["hudson"], after["jet"]) == (raised, lowered)


@pytest.mark.parametrize(("price", "after"), [(7000, 5000), (8000, 6000), (9000, 7000)])
def test_rule_1_3_from_the_blue_band_the_price_falls_in_either_colour(price: int, after: int):
    assert rolled((price, price, 5000), RED[4], BLUE[4]) == {"hudson": after, "jet": after, "standard": 4000}


@pytest.mark.parametrize(("price", "after"), [(1500, 3500), (2500, 4500), (3500, 5500)])
def test_rule_1_4_from_the_red_band_the_price_rises_in_either_colour(price: int, after: int):
    assert rolled((price, price, 5000), RED[4], BLUE[4]) == {"hudson": after, "jet": after, "standard": 4000}


def test_rule_1_5_the_band_before_the_move_counts():
    # into the blue band, into the red band, out of the blue band: the direction stays
    assert rolled((6500, 4000, 7000), BLUE[4], RED[4], BLUE[4]) == {"hudson": 8500, "jet": 2000, "standard": 5000}


def test_rule_1_6_the_farthest_rolls_stay_on_the_table():
    # G14: with the printed die no roll ever goes beyond an end
    assert rolled((6500, 4000, 9000), BLUE[4], RED[4], RED[2]) == {"hudson": 8500, "jet": 2000, "standard": 8000}


def test_rule_1_6_a_barrel_at_an_end_comes_back():
    assert rolled((1500, 9000, 5000), RED[2], BLUE[2]) == {"hudson": 2500, "jet": 8000, "standard": 4000}


@pytest.mark.parametrize(
    ("price", "face", "steps", "actual"),
    [(5000, BLUE[3], 3, 3), (5000, RED[3], 3, -3), (8000, BLUE[2], 2, -2), (2000, RED[4], 4, 4)],
)
def test_rule_1_6_a_roll_records_the_number_and_the_signed_steps(price: int, face: int, steps: int, actual: int):
    state = having(table(first_player="seat_0"), prices=(price, 5000, 5000))
    roll = of(GIGANTEN.setup(state, ScriptedChance(face, rest=0)), PriceRolled)[0]

    assert (roll.steps, roll.actual_steps) == (steps, actual)
    assert roll.price - price == 500 * actual


def test_rule_1_6_the_steps_of_a_roll_end_with_the_table(monkeypatch: pytest.MonkeyPatch):
    # a die that no printed data set has
    data = table().data
    monkeypatch.setattr(board_of(DEFAULT_DATA_SET), "data", replace(data, die=replace(data.die, red=(12, 3, 4))))
    state = having(table(first_player="seat_0"), prices=(3500, 5000, 5000))
    roll = of(GIGANTEN.setup(state, ScriptedChance(0, rest=0)), PriceRolled)[0]

    assert (roll.steps, roll.price, roll.actual_steps) == (12, 9000, 11)
