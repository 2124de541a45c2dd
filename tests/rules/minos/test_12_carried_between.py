"""Rule 12.1: between which fields soldiers are carried (X14)."""

from typing import Any

import pytest

from domain.kernel.ruleset import OptionError
from domain.minos import MINOS
from domain.minos.commands import CarrySoldier, PlaceSoldier
from domain.minos.events import BuildingBuilt, SoldierCarried
from domain.minos.options import Building, Field
from domain.minos.state import Placing, State
from tests.kit import of
from tests.rules.minos.kit import acting, after, built, given, listed, pieces, refused, rolls, stored, table, when

CARRY = CarrySoldier("roma", "genua")
CITY: tuple[Building, ...] = ("port", "house", "house", "walls")
SETTLEMENTS: dict[str, Any] = {"advanced_transport": True, "carried_between": "settlements"}


def voyage(state: State, *buildings: tuple[Field, int | None, tuple[Building, ...]]) -> State:
    """Return the table in the turn of seat 0 with a ship and two soldiers in Roma, and these settlements."""
    state = pieces(acting(state, 0, "G", points=5), 0, ["harbour-roma"], ["roma", "roma"])
    for field, owner, kinds in buildings:
        state = built(state, field, owner, *kinds)
    return state


def test_rule_12_1_a_field_that_is_not_built_on_is_a_start_and_a_destination_too():
    state = voyage(table(advanced_transport=True))
    assert not state.settlements

    assert of(when(state, 0, CARRY), SoldierCarried)


def test_rule_12_1_between_settlements_both_ends_have_to_be_built_on():
    assert refused(voyage(table(**SETTLEMENTS)), 0, CARRY) == "12.1"
    assert refused(voyage(table(**SETTLEMENTS), ("roma", 0, ("port",))), 0, CARRY) == "12.1"
    assert refused(voyage(table(**SETTLEMENTS), ("genua", None, ("port",))), 0, CARRY) == "12.1"


@pytest.mark.parametrize("kinds", [("port",), CITY], ids=["settlement", "city"])
@pytest.mark.parametrize("start", [("port",), CITY], ids=["from a settlement", "from a city"])
def test_rule_12_1_between_settlements_and_cities(start: tuple[Building, ...], kinds: tuple[Building, ...]):
    state = voyage(table(**SETTLEMENTS), ("roma", 0, start), ("genua", 0, kinds))
    state = pieces(state, 0, ["harbour-roma"], ["genua", "roma", "roma"])

    assert when(state, 0, CARRY)[0] == SoldierCarried(0, "roma", "genua", 3)
    assert listed(state, 0, CarrySoldier) == [CARRY]


def test_rule_12_1_between_settlements_an_abandoned_one_is_a_destination():
    state = voyage(table(**SETTLEMENTS), ("roma", 0, ("port",)), ("genua", None, ("port",)))

    state = after(state, 0, CARRY)

    assert isinstance(state.phase, Placing)
    assert state.settlements["genua"].owner == 0


def test_rule_12_1_between_settlements_an_enemys_is_a_destination():
    state = voyage(table(**SETTLEMENTS), ("roma", 0, ("port",)), ("genua", 1, ("port",)))
    state = pieces(state, 1, ["sea-tyros"], ["genua"])

    state = after(state, 0, CARRY, rolls("AAGGGG", "GGGGGG", rest=None))

    assert after(state, 0, PlaceSoldier()).settlements["genua"].owner == 0


def test_rule_12_1_the_option_is_refused_without_transport():
    with pytest.raises(OptionError, match="needs advanced_transport to be true"):
        MINOS.resolve_options(None, {"carried_between": "settlements"})

    assert MINOS.resolve_options("advanced", {"carried_between": "settlements"})["carried_between"] == "settlements"


def test_rule_12_1_a_stored_game_carries_between_fields():
    state = voyage(stored(advanced_transport=True))
    assert of(when(state, 0, CARRY), SoldierCarried)

    state = given(acting(state, rights=1, points=5), BuildingBuilt(0, "roma", "port", 1, 5, 1, soldier=True))

    assert of(when(state, 0, CARRY), SoldierCarried)
