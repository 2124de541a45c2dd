"""Rule 5: derricks are paid for and built."""

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import BuildDerrick, DeclineDrilling, EndMovement, ShipOil
from domain.giganten.events import DerrickBuilt, Drawn, DrillingDeclined, InspectedTile, PhaseStarted, SiteInspected
from domain.giganten.state import Derrick, Drilling, State
from tests.kit import ScriptedChance, before
from tests.rules.giganten.kit import given, having, in_phase, listed, player, refused, table, when

FIVE = tuple(Derrick(site, 2) for site in ("C5", "D9", "H7", "K3", "B10"))


def drilling(state: State, truck: str | None = "D4") -> State:
    """Return the table in phase 5: seat 0 is asked beside D3, seat 1 after it beside G3, seats 2 and 3 are done."""
    state = player(player(state, 0, truck=truck), 1, truck="G4")
    return in_phase(state, Drilling((0, 1)))


def test_rule_5_1_a_player_builds_one_derrick_and_the_next_is_asked():
    state = drilling(table(), truck="D5")
    events = when(state, 0, BuildDerrick("C5"))
    after = given(state, *events)

    assert events == [DerrickBuilt(0, "C5", 4000, 2, 2, Drawn(((12, 0),)))]
    assert GIGANTEN.awaiting(after) == {1}
    assert refused(after, 0, BuildDerrick("E5")) == "5.1"


def test_rule_5_1_a_player_may_build_none():
    state = drilling(table())
    events = when(state, 0, DeclineDrilling())

    assert events == [DrillingDeclined(0)]
    assert GIGANTEN.awaiting(given(state, *events)) == {1}


def test_rule_5_1_players_build_from_the_first_player_clockwise():
    state = given(having(table(), first_player=2), PhaseStarted("5"))

    assert state.phase == Drilling((2, 3, 0, 1))
    assert GIGANTEN.awaiting(state) == {2}
    assert refused(state, 3, DeclineDrilling()) == "5.1"


def test_rule_5_1_something_else_is_refused():
    assert refused(drilling(table()), 0, EndMovement()) == "5.1"
    assert refused(drilling(table()), 0, ShipOil("D3", "jet", "own")) == "5.1"


def test_rule_5_1_who_can_build_nowhere_is_not_asked():
    state = player(drilling(table()), 1, money=3500)
    events = when(state, 0, DeclineDrilling())

    assert events[:3] == [DrillingDeclined(0), DrillingDeclined(1), PhaseStarted("6")]


def test_rule_5_2_every_tile_beside_the_truck_may_be_chosen():
    state = drilling(table(), truck="D5")

    assert listed(state, 0) == [BuildDerrick("C5"), BuildDerrick("E5"), DeclineDrilling()]


@pytest.mark.parametrize("site", ["C5", "D4", "E4", "G3", "Z9", ""])
def test_rule_5_2_a_site_that_is_not_beside_the_truck_is_refused(site: str):
    assert refused(drilling(table()), 0, BuildDerrick(site)) == "5.2"


def test_rule_5_2_diagonal_is_not_adjacent():
    assert refused(player(drilling(table()), 0, truck="C5"), 0, BuildDerrick("D4")) == "5.2"
    # B9 lies across the corner from A8 and beside B10; C11 only across the corner from B10
    assert refused(player(drilling(table()), 0, truck="C11"), 0, BuildDerrick("B10")) == "5.2"


def test_rule_5_2_of_two_trucks_beside_a_tile_the_first_in_order_takes_it():
    state = player(drilling(table()), 1, truck="D2")
    assert listed(state, 0) == [BuildDerrick("D3"), DeclineDrilling()]
    events = when(state, 0, BuildDerrick("D3"))

    # nothing is left for seat 1, who is not asked
    assert events[:3] == [
        DerrickBuilt(0, "D3", 4000, 2, 2, Drawn(((12, 0),))),
        DrillingDeclined(1),
        PhaseStarted("6"),
    ]


def test_rule_5_2_where_a_derrick_stands_nobody_builds():
    state = player(drilling(table(), truck="D5"), 2, derricks=(Derrick("C5", 1),))
    state = having(state, tiles={site: value for site, value in state.tiles.items() if site != "C5"})

    assert refused(state, 0, BuildDerrick("C5")) == "5.2"


@pytest.mark.parametrize(
    ("truck", "site", "cost", "value"), [("D4", "D3", 4000, 2), ("D10", "D9", 6000, 2), ("B9", "B10", 8000, 4)]
)
def test_rule_5_3_the_cost_is_paid_at_once(truck: str, site: str, cost: int, value: int):
    state = player(drilling(table(), truck=truck), 0, money=cost)
    events = when(state, 0, BuildDerrick(site))

    assert events == [DerrickBuilt(0, site, cost, value, value, Drawn(((12, 0),)))]
    assert given(state, *events).players[0].money == 0


@pytest.mark.parametrize(
    ("truck", "site", "money"), [("D4", "D3", 3500), ("D10", "D9", 5500), ("B9", "B10", 7500), ("B9", "B10", 0)]
)
def test_rule_5_3_there_is_no_credit(truck: str, site: str, money: int):
    state = player(drilling(table(), truck=truck), 0, money=money)

    assert refused(state, 0, BuildDerrick(site)) == "5.3"
    assert listed(state, 0) == [DeclineDrilling()]


def test_rule_5_4_a_fifth_derrick_is_built():
    state = player(drilling(table()), 0, derricks=FIVE[:4])
    events = when(state, 0, BuildDerrick("D3"))

    assert [derrick.site for derrick in given(state, *events).players[0].derricks] == ["C5", "D9", "H7", "K3", "D3"]


def test_rule_5_4_a_sixth_is_refused():
    state = player(drilling(table()), 0, derricks=FIVE)

    assert refused(state, 0, BuildDerrick("D3")) == "5.4"


@pytest.mark.parametrize(("draw", "value"), [(0, 4), (3, 4), (4, 5), (7, 5), (8, 6), (11, 6)])
def test_rule_5_5_the_tile_is_drawn_revealed_and_replaced(draw: int, value: int):
    state = drilling(table(), truck="B9")
    events = when(state, 0, BuildDerrick("B10"), ScriptedChance(draw))
    after = given(state, *events)

    assert events == [DerrickBuilt(0, "B10", 8000, value, value, Drawn(((12, draw),)))]
    assert after.players[0].derricks == (Derrick("B10", value),)
    assert "B10" not in after.tiles
    assert after.supply == 60 - value
    assert after.undrawn[2].total == 11
    assert after.undrawn[2].count(value) == 3


def test_rule_5_5_a_tile_that_was_inspected_has_that_value_without_a_draw():
    state = player(table(), 3, truck="D2")
    state = given(drilling(state), SiteInspected(3, "D3", InspectedTile(4)))
    events = when(state, 0, BuildDerrick("D3"), ScriptedChance())

    assert events == [DerrickBuilt(0, "D3", 4000, 4, 4, Drawn(()))]
    assert given(state, *events).undrawn[0].total == 11


def test_rule_5_5_the_value_is_known_to_all_but_the_draw_is_not():
    event = DerrickBuilt(0, "D3", 4000, 4, 4, Drawn(((12, 8),)))

    assert (event.value, event.known_to) == (4, ())


@pytest.mark.parametrize(("supply", "markers"), [(6, 6), (5, 5), (1, 1)])
def test_rule_5_6_the_supply_gives_what_is_left(supply: int, markers: int):
    state = having(drilling(table(), truck="B9"), supply=supply)
    events = when(state, 0, BuildDerrick("B10"), ScriptedChance(11, rest=0))

    # with an empty supply nobody is asked to build any more
    assert events[0] == DerrickBuilt(0, "B10", 8000, 6, markers, Drawn(((12, 11),)))
    assert given(state, events[0]).supply == supply - markers


def test_rule_5_6_with_an_empty_supply_nobody_builds():
    state = having(drilling(table()), supply=0)

    assert refused(state, 0, BuildDerrick("D3")) == "5.6"
    assert before(when(state, 0, DeclineDrilling()), PhaseStarted("6")) == [DrillingDeclined(0), DrillingDeclined(1)]


@pytest.mark.parametrize("supply", [3, 0, -7])
def test_rule_5_6_an_unlimited_supply_never_runs_out(supply: int):
    state = having(drilling(table(oil_supply="unlimited"), truck="B9"), supply=supply)
    events = when(state, 0, BuildDerrick("B10"), ScriptedChance(11))

    assert events == [DerrickBuilt(0, "B10", 8000, 6, 6, Drawn(((12, 11),)))]
    assert given(state, *events).supply == supply - 6
