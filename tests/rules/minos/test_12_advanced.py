"""Rule 12: ships carry soldiers."""

from msgspec.structs import replace

from domain.minos.commands import CarrySoldier, PlaceSoldier
from domain.minos.events import (
    AttackRepelled,
    ConflictOpened,
    DuelFought,
    Piece,
    SettlementAbandoned,
    SettlementTaken,
    SoldierCarried,
)
from domain.minos.state import Placing, State
from tests.kit import of
from tests.rules.minos.kit import acting, after, built, given, pieces, refused, rolls, table, turn_of, when

CARRY = CarrySoldier("roma", "genua")
WEAK, STRONG = "GGGGGG", "AAGGGG"


def voyage(*, points: int = 5, advanced: bool = True) -> State:
    """Return the table in the turn of seat 0 with a ship and two soldiers in Roma."""
    state = acting(table(advanced_transport=advanced), 0, "G", points=points)
    return pieces(state, 0, ["harbour-roma"], ["roma", "roma"])


def test_rule_12_1_a_ship_carries_a_soldier():
    state = voyage()

    events = when(state, 0, CARRY)

    assert events[0] == SoldierCarried(0, "roma", "genua", 3)
    state = given(state, *events)
    assert state.players[0].ships == ("harbour-genua",)
    assert state.players[0].soldiers == ("genua", "roma")
    assert turn_of(state).points == 2


def test_rule_12_1_several_voyages_in_a_turn():
    state = after(voyage(points=10), 0, CARRY)

    assert turn_of(after(state, 0, CarrySoldier("genua", "massilia"))).points == 4


def test_rule_12_1_not_without_the_option():
    assert refused(voyage(advanced=False), 0, CARRY) == "12.1"


def test_rule_12_1_ship_and_soldier_start_from_one_field():
    state = pieces(voyage(), 0, ["sea-roma"], ["roma"])

    assert refused(state, 0, CARRY) == "12.1"
    assert refused(voyage(), 0, CarrySoldier("ancona", "genua")) == "12.1"
    assert refused(voyage(), 0, CarrySoldier("roma", "roma")) == "12.1"
    assert refused(voyage(), 0, CarrySoldier("roma", "sea-genua")) == "12.1"


def test_rule_12_1_not_to_a_closed_harbour_or_one_with_an_own_ship():
    assert refused(replace(voyage(), covered=("genua",)), 0, CARRY) == "11.5"
    assert refused(pieces(voyage(), 0, ["harbour-roma", "harbour-genua"], ["roma"]), 0, CARRY) == "4.5"


def test_rule_12_2_the_way_has_to_be_free():
    state = pieces(voyage(), 1, ships=["sea-genua"])

    assert refused(state, 0, CARRY) == "12.2"


def test_rule_12_2_a_detour_costs_more():
    state = pieces(voyage(points=7), 1, ships=["sea-corsica"])

    assert when(state, 0, CarrySoldier("roma", "massilia"))[0] == SoldierCarried(0, "roma", "massilia", 4)
    state = pieces(state, 2, ships=["sea-genua"])
    assert when(state, 0, CarrySoldier("roma", "massilia"))[0] == SoldierCarried(0, "roma", "massilia", 6)


def test_rule_12_2_the_points_have_to_suffice():
    assert refused(voyage(points=2), 0, CARRY) == "12.2"


def test_rule_12_1_from_island_to_island_and_the_island_left_is_abandoned():
    state = built(pieces(voyage(points=9), 0, ["harbour-creta"], ["creta"]), "creta", 0, "house")

    events = when(state, 0, CarrySoldier("creta", "kypros"))

    assert events[:2] == [SoldierCarried(0, "creta", "kypros", 3), SettlementAbandoned(0, "creta", 0)]


def test_rule_12_1_an_abandoned_settlement_is_taken_by_ship_and_soldier():
    state = built(voyage(), "genua", None, "port", left_by=1)

    state = after(state, 0, CARRY)

    assert isinstance(state.phase, Placing)
    assert (state.players[0].income, state.settlements["genua"].owner) == (1, 0)


def test_rule_12_3_transport_with_an_enemy_in_the_harbour():
    state = pieces(voyage(), 1, ["harbour-genua", "sea-tyros"], ["genua"])
    state = built(state, "genua", 1, "port")

    events = when(state, 0, CARRY, rolls(WEAK, STRONG, STRONG, WEAK, STRONG, WEAK, rest=None))

    assert events[0] == ConflictOpened(0, (Piece("ship", "harbour-roma"), Piece("soldier", "roma")), "genua", 1, 3)
    assert [duel.lost for duel in of(events, DuelFought)] == [
        Piece("ship", "harbour-roma"),
        Piece("ship", "harbour-genua"),
        Piece("soldier", "genua"),
    ]
    assert of(events, SettlementTaken) == [SettlementTaken(0, "genua", 1, 1, 0, soldier_due=False)]
    state = given(state, *events)
    assert (state.players[0].ships, state.players[0].soldiers) == ((), ("genua", "roma"))


def test_rule_12_3_a_ship_that_wins_brings_a_soldier_of_its_own():
    state = built(pieces(voyage(), 1, ["sea-tyros"], ["genua"]), "genua", 1, "port")

    state = after(state, 0, CARRY, rolls(STRONG, WEAK, rest=None))

    assert isinstance(state.phase, Placing)
    assert state.players[0].ships == ("harbour-genua",)
    assert after(state, 0, PlaceSoldier()).players[0].soldiers == ("genua", "genua", "roma")


def test_rule_12_3_the_soldier_goes_on_against_those_whom_the_ship_has_left():
    state = built(pieces(voyage(), 1, ["harbour-genua", "sea-tyros"], ["genua", "genua"]), "genua", 1, "port")

    events = when(state, 0, CARRY, rolls(STRONG, WEAK, WEAK, STRONG, STRONG, WEAK, STRONG, WEAK, rest=None))

    assert [duel.lost for duel in of(events, DuelFought)] == [
        Piece("ship", "harbour-genua"),
        Piece("ship", "harbour-roma"),
        Piece("soldier", "genua"),
        Piece("soldier", "genua"),
    ]
    # the ship is lost, so that the conquest is the soldier's
    assert given(state, *events).settlements["genua"].owner == 0
    assert not of(events, SettlementTaken)[0].soldier_due


def test_rule_12_3_both_can_lose():
    state = pieces(voyage(), 1, ["harbour-genua"])

    events = when(state, 0, CARRY, rolls(WEAK, STRONG, WEAK, STRONG, rest=None))

    assert of(events, AttackRepelled)
    assert given(state, *events).players[0].soldiers == ("roma",)


def test_rule_12_3_not_in_the_first_round():
    state = replace(pieces(voyage(), 1, ["harbour-genua"]), round=1)

    assert refused(state, 0, CARRY) == "8.2"
