"""Rules 5 and 6: building and income."""

import pytest
from msgspec.structs import replace

from domain.kernel.values import Command
from domain.minos.commands import Build, MoveSoldier, UseDice
from domain.minos.events import BuildingBuilt, SettlementAbandoned
from domain.minos.options import Building
from domain.minos.state import State, value_of
from tests.kit import of
from tests.rules.minos.kit import acting, after, built, listed, pieces, player, refused, table, when


def site(*buildings: Building, rights: int = 6, money: int = 100) -> State:
    """Return the table in the turn of seat 0 with a soldier in Roma, where these buildings stand."""
    state = pieces(acting(table(), rights=rights, dice="G"), 0, soldiers=["roma"])
    state = player(state, 0, money=money)
    return built(state, "roma", 0, *buildings) if buildings else state


def paid(state: State, command: Command) -> tuple[int, int]:
    """Return rights and talents that a building cost."""
    (event,) = of(when(state, 0, command), BuildingBuilt)
    return event.rights, event.cost


def test_rule_5_1_the_field_is_his_who_builds():
    state = after(site(), 0, Build("roma", "port"))

    assert state.settlements["roma"].owner == 0
    assert state.settlements["roma"].buildings == ("port",)


def test_rule_5_1_nothing_is_built_where_one_is_not():
    state = pieces(site(), 1, soldiers=["genua"])

    assert refused(state, 0, Build("genua", "port")) == "5.1"
    assert refused(state, 0, Build("ancona", "port")) == "5.1"
    assert refused(state, 0, Build("dot-genua-roma-1", "port")) == "5.1"


def test_rule_5_2_rights_and_talents_rise():
    assert paid(site(), Build("roma", "port")) == (1, 5)
    assert paid(site("port"), Build("roma", "port")) == (2, 12)
    assert paid(site("port", "port"), Build("roma", "house")) == (3, 18)
    assert paid(site("port", "port", "walls"), Build("roma", "house")) == (4, 25)


def test_rule_5_2_too_few_rights_or_talents():
    assert refused(site("port", rights=1), 0, Build("roma", "port")) == "5.2"
    assert refused(site("port", money=11), 0, Build("roma", "port")) == "5.2"


def test_rule_5_3_four_buildings_are_a_city():
    state = after(site("port", "port", "walls"), 0, Build("roma", "house"))

    assert state.settlements["roma"].is_city
    assert refused(acting(state, rights=6), 0, Build("roma", "house")) == "5.3"


def test_rule_5_4_walls_take_four_rights_whenever_they_are_built():
    assert paid(site("port"), Build("roma", "walls")) == (4, 12)
    assert paid(site("port", "port", "house"), Build("roma", "walls")) == (4, 25)


def test_rule_5_4_three_rights_are_too_few_for_walls():
    assert refused(site("port", rights=3), 0, Build("roma", "walls")) == "5.4"


def test_rule_5_5_walls_are_never_the_first_building():
    assert refused(site(), 0, Build("roma", "walls")) == "5.5"
    assert when(site(), 0, Build("roma", "warehouse"))


@pytest.mark.parametrize("building", ["port", "house", "warehouse"])
def test_rule_5_6_walls_are_the_forced_fourth_building(building: Building):
    state = site("port", "house", "warehouse")

    assert refused(state, 0, Build("roma", building)) == "5.6"
    assert listed(state, 0, Build) == [Build("roma", "walls")]


def test_rule_5_6_two_houses_may_stand_on_an_island():
    state = built(pieces(site(), 0, ships=["harbour-creta"]), "creta", 0, "house")

    assert after(state, 0, Build("creta", "house")).settlements["creta"].buildings == ("house", "house")


def test_rule_5_7_walls_are_built_once():
    assert refused(site("port", "walls"), 0, Build("roma", "walls")) == "5.7"


def test_rule_5_8_when_a_kind_is_used_up():
    state = replace(site(), stock=(0, 16, 32, 16))

    assert refused(state, 0, Build("roma", "port")) == "5.8"
    assert after(state, 0, Build("roma", "house")).stock == (0, 15, 32, 16)


def test_rule_5_9_a_soldier_comes_with_the_first_building_only():
    state = after(site(), 0, Build("roma", "port"))
    assert state.players[0].soldiers == ("roma", "roma")
    assert after(state, 0, Build("roma", "port")).players[0].soldiers == ("roma", "roma")


def test_rule_5_9_a_soldier_comes_on_an_island_too():
    state = pieces(site(), 0, ships=["harbour-creta"])

    assert after(state, 0, Build("creta", "port")).players[0].soldiers == ("creta",)


def test_rule_5_9_with_the_stock_of_soldiers_empty_none_comes():
    state = pieces(site(), 0, soldiers=["genua"] * 11 + ["roma"])

    state = after(state, 0, Build("roma", "port"))

    assert len(state.players[0].soldiers) == 12


def test_rule_5_10_buildings_stay_when_their_owner_goes():
    state = pieces(site("port", "house"), 0, ships=["sea-roma"], soldiers=["roma"])
    state = after(acting(state, points=1), 0, MoveSoldier("roma", "dot-genua-roma-2"))

    assert state.settlements["roma"].buildings == ("port", "house")
    assert state.stock == (15, 15, 32, 16)


@pytest.mark.parametrize(
    ("buildings", "income"), [(("port",), 1), (("house",), 1), (("warehouse",), 2), (("port", "warehouse"), 3)]
)
def test_rule_6_1_what_buildings_bring(buildings: tuple[Building, ...], income: int):
    assert value_of(table(), buildings) == income


def test_rule_6_2_walls_double():
    assert value_of(table(), ("port", "house", "walls")) == 4
    assert after(site("port", "house"), 0, Build("roma", "walls")).players[0].income == 4


def test_rule_6_2_walls_double_later_buildings_too():
    state = site("port", "house", "walls")

    state = after(state, 0, Build("roma", "port"))

    assert state.players[0].income == 6


def test_rule_6_3_the_marker_follows_every_building():
    state = after(site(), 0, Build("roma", "warehouse"))
    assert state.players[0].income == 2
    assert after(state, 0, Build("roma", "port")).players[0].income == 3


def test_rule_6_3_the_marker_follows_a_field_left_in_the_middle_of_a_turn():
    state = acting(site("warehouse", "warehouse"), points=2)

    events = when(state, 0, MoveSoldier("roma", "dot-genua-roma-2"))

    assert of(events, SettlementAbandoned) == [SettlementAbandoned(0, "roma", 0)]


def test_rule_6_3_there_is_no_upper_limit():
    state = pieces(site(), 0, soldiers=["roma"])
    for field in ("genua", "ancona", "salona", "tarentum", "massilia", "tarraco"):
        state = built(state, field, 0, "warehouse", "warehouse", "warehouse", "walls")
        state = pieces(state, 0, soldiers=[*state.players[0].soldiers, field])

    assert after(state, 0, Build("roma", "warehouse")).players[0].income == 74


def test_rule_6_4_scales_pay_the_income():
    state = acting(site("warehouse", "port", money=0), dice="SSG")

    assert after(state, 0, UseDice("scales", 2, False, False)).players[0].money == 6


def test_rule_6_4_without_income_scales_pay_nothing():
    state = acting(site(money=0), dice="SG")

    assert after(state, 0, UseDice("scales", 1, False, False)).players[0].money == 0
