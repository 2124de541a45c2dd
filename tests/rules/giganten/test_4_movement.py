"""Rules 4 to 4c and 4e: truck, inspections and train share the points of the card."""

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import (
    AdvanceTrain,
    BuildDerrick,
    DriveTruck,
    EndMovement,
    InspectSite,
    PlaceTruck,
    TakeActionCard,
)
from domain.giganten.events import (
    ActionCardDiscarded,
    Drawn,
    DrawsSealed,
    InspectedTile,
    MovementEnded,
    PhaseStarted,
    SiteInspected,
    TrainAdvanced,
    TruckDriven,
    TruckPlaced,
)
from domain.giganten.state import Derrick, Movement, State
from tests.kit import ScriptedChance
from tests.rules.giganten.kit import given, having, in_phase, listed, moving, player, refused, table, when

END_OF_0 = [MovementEnded(0, 0), ActionCardDiscarded(0, "beige-5-8")]


def trucks(state: State, **squares: str) -> State:
    """Return the table with trucks of other players: trucks(state, seat_1="D4")."""
    for seat, square in squares.items():
        state = player(state, int(seat.removeprefix("seat_")), truck=square)
    return state


def points_left(state: State) -> int:
    assert isinstance(state.phase, Movement)
    return state.phase.points


# 4 Movement


def test_rule_4_1_truck_inspections_and_train_in_any_order():
    state = moving(table(), 0, 8, truck="D4")
    for command, event, left in (
        (AdvanceTrain(2), TrainAdvanced(0, 2, 3, 2), 6),
        (InspectSite("D3"), SiteInspected(0, "D3", InspectedTile(2)), 6),
        (DriveTruck("D5"), TruckDriven(0, ("D5",), 1), 5),
        (AdvanceTrain(1), TrainAdvanced(0, 1, 4, 1), 4),
        (InspectSite("E5"), SiteInspected(0, "E5", InspectedTile(2)), 4),
        (DriveTruck("D7"), TruckDriven(0, ("D6", "D7"), 2), 2),
    ):
        assert when(state, 0, command)[0] == event
        state = given(state, event)
        assert points_left(state) == left


def test_rule_4_1_the_movement_may_be_ended_at_once():
    state = moving(table(), 0, 8, truck="D4")

    assert when(state, 0, EndMovement()) == [MovementEnded(0, 8), ActionCardDiscarded(0, "beige-5-8")]


def test_rule_4_1_players_move_from_the_first_player_clockwise():
    state = moving(having(table(), first_player=2), 2, 0, truck="L1")
    moved: list[int] = []
    for _ in range(3):
        (seat,) = GIGANTEN.awaiting(state)
        moved.append(seat)
        if state.players[seat].truck is None:
            state = given(state, TruckPlaced(seat, f"{'ABCD'[seat]}1"))
        state = given(state, *when(state, seat, EndMovement()))

    assert moved == [2, 3, 0]
    assert GIGANTEN.awaiting(state) == {1}


def test_rule_4_1_moving_out_of_turn_or_something_else_is_refused():
    state = moving(table(), 0, 8, truck="D4")

    assert refused(state, 1, EndMovement()) == "4.1"
    assert refused(state, 0, BuildDerrick("D3")) == "4.1"
    assert refused(state, 0, TakeActionCard("beige-5-8")) == "4.1"
    assert GIGANTEN.question(state, 0) == "4.1"


def test_rule_4_1_a_movement_without_points_and_tiles_ends_by_itself():
    state = moving(table(), 0, 2, truck="A1")

    assert when(state, 0, AdvanceTrain(2)) == [TrainAdvanced(0, 2, 3, 2), *END_OF_0]
    assert when(state, 0, DriveTruck("B2")) == [TruckDriven(0, ("A2", "B2"), 2), *END_OF_0]


def test_rule_4_1_a_movement_without_points_goes_on_beside_a_tile_to_inspect():
    state = moving(table(), 0, 1, truck="D4")
    assert when(state, 0, AdvanceTrain(1)) == [TrainAdvanced(0, 1, 2, 1)]
    state = given(state, TrainAdvanced(0, 1, 2, 1))
    assert listed(state, 0) == [InspectSite("D3"), EndMovement()]

    assert when(state, 0, InspectSite("D3"), ScriptedChance(4)) == [
        SiteInspected(0, "D3", InspectedTile(3)),
        DrawsSealed(Drawn(((12, 4),))),
        *END_OF_0,
    ]


def test_rule_4_1_a_movement_ends_by_itself_where_no_step_can_be_paid():
    # walled in, and the next space of the track costs 2
    state = player(moving(table(), 0, 2, truck="A1"), 0, train=9)
    state = player(state, 1, derricks=(Derrick("A2", 1), Derrick("B1", 1)))

    assert when(state, 0, AdvanceTrain(1)) == [
        TrainAdvanced(0, 1, 10, 1),
        MovementEnded(0, 1),
        ActionCardDiscarded(0, "beige-5-8"),
    ]


def test_rule_4_2_no_more_than_the_points_of_the_card():
    state = moving(table(), 0, 3, truck="A1")

    assert when(state, 0, DriveTruck("C2"))[0] == TruckDriven(0, ("A2", "B2", "C2"), 3)
    assert refused(state, 0, DriveTruck("D2")) == "4.2"


def test_rule_4_2_truck_and_train_share_the_points():
    state = given(moving(table(), 0, 4, truck="A1"), TrainAdvanced(0, 2, 3, 2))

    assert when(state, 0, DriveTruck("C1"))[0] == TruckDriven(0, ("B1", "C1"), 2)
    assert refused(state, 0, DriveTruck("D1")) == "4.2"


def test_rule_4_2_a_step_that_costs_more_than_the_points_left_is_refused():
    state = moving(table(), 0, 1, truck="D4")

    assert when(state, 0, DriveTruck("E4"))[0] == TruckDriven(0, ("E4",), 1)
    assert refused(state, 0, DriveTruck("C4")) == "4.2"


def test_rule_4_2_the_points_are_those_of_the_card():
    state = moving(table(), 0, 8, truck="A1")
    state = player(player(state, 1, truck="L1", card="beige-3-12"), 2, card="red-2-3-2-back-5")
    state = given(state, *when(state, 0, EndMovement()))

    assert points_left(state) == 12
    assert points_left(given(state, *when(state, 1, EndMovement()))) == 2


def test_rule_4_3_points_not_used_are_lost():
    state = given(moving(table(), 0, 8, truck="D4"), TrainAdvanced(0, 3, 4, 3))
    state = player(state, 1, truck="A1")

    assert when(state, 0, EndMovement())[0] == MovementEnded(0, 5)
    assert points_left(given(state, *when(state, 0, EndMovement()))) == 8


# 4a The truck


def test_rule_4a_1_the_truck_enters_on_column_1_and_drives_on_with_all_points():
    state = moving(table(), 0, 8)
    assert GIGANTEN.question(state, 0) == "4a.1"
    assert listed(state, 0) == [PlaceTruck(f"{row}1") for row in "ABCDEFGHIJKL"]
    assert when(state, 0, PlaceTruck("G1")) == [TruckPlaced(0, "G1")]
    state = given(state, TruckPlaced(0, "G1"))

    assert points_left(state) == 8
    assert when(state, 0, DriveTruck("F3")) == [TruckDriven(0, ("F1", "F2", "F3"), 3)]


def test_rule_4a_1_another_column_or_another_step_first_is_refused():
    state = moving(table(), 0, 8)

    assert refused(state, 0, PlaceTruck("A2")) == "4a.1"
    assert refused(state, 0, PlaceTruck("M1")) == "4a.1"
    assert refused(state, 0, AdvanceTrain(1)) == "4a.1"
    assert refused(state, 0, DriveTruck("A1")) == "4a.1"
    assert refused(state, 0, EndMovement()) == "4a.1"
    assert refused(state, 1, PlaceTruck("A1")) == "4a.1"


def test_rule_4a_2_a_truck_enters_on_a_free_square():
    state = trucks(moving(table(), 0, 8), seat_1="A1", seat_2="C1", seat_3="A2")

    assert listed(state, 0) == [PlaceTruck(f"{row}1") for row in "BDEFGHIJKL"]


def test_rule_4a_2_entering_on_an_occupied_square_is_refused():
    state = trucks(moving(table(), 0, 8), seat_1="A1")

    assert refused(state, 0, PlaceTruck("A1")) == "4a.2"


def test_rule_4a_3_a_truck_on_the_board_only_drives():
    state = moving(table(), 0, 8, truck="B1")

    assert listed(state, 0, PlaceTruck) == []
    assert refused(state, 0, PlaceTruck("A1")) == "4a.3"


@pytest.mark.parametrize(
    ("start", "to", "way", "points"),
    [
        ("A1", "A2", ("A2",), 1),  # a plain
        ("A2", "A3", ("A3",), 2),  # a hill
        ("F2", "G2", ("G2",), 3),  # a mountain
        ("D5", "D4", ("D4",), 1),  # backwards
        ("B1", "A1", ("A1",), 1),
        ("G2", "G1", ("G1",), 1),  # only the square entered counts
        ("B1", "D2", ("B2", "C2", "D2"), 4),
        ("D1", "D4", ("D2", "D3", "D4"), 4),  # across a tile on a plain
        ("G3", "H4", ("H3", "H4"), 2),
    ],
)
def test_rule_4a_4_the_ground_sets_the_cost(start: str, to: str, way: tuple[str, ...], points: int):
    state = moving(table(), 0, 8, truck=start)

    assert when(state, 0, DriveTruck(to))[0] == TruckDriven(0, way, points)


def test_rule_4a_4_a_diagonal_takes_two_steps():
    assert refused(moving(table(), 0, 1, truck="A1"), 0, DriveTruck("B2")) == "4.2"
    assert when(moving(table(), 0, 2, truck="A1"), 0, DriveTruck("B2"))[0] == TruckDriven(0, ("A2", "B2"), 2)


@pytest.mark.parametrize("square", ["A0", "A21", "M1", "a1", "11", "", "A01"])
def test_rule_4a_4_off_the_board_is_refused(square: str):
    assert refused(moving(table(), 0, 8, truck="A1"), 0, DriveTruck(square)) == "4a.4"


def test_rule_4a_5_a_tile_may_be_passed():
    state = moving(table(), 0, 2, truck="D2")

    assert when(state, 0, DriveTruck("D4"))[0] == TruckDriven(0, ("D3", "D4"), 2)


def test_rule_4a_5_a_truck_may_not_stop_on_a_tile():
    state = moving(table(), 0, 8, truck="D2")

    assert refused(state, 0, DriveTruck("D3")) == "4a.5"
    assert not {command.to for command in listed(state, 0) if isinstance(command, DriveTruck)} & {*state.tiles}


def test_rule_4a_6_another_truck_may_be_passed():
    state = trucks(moving(table(), 0, 3, truck="K17"), seat_1="K18", seat_2="K19")

    assert when(state, 0, DriveTruck("K20"))[0] == TruckDriven(0, ("K18", "K19", "K20"), 3)


def test_rule_4a_6_a_truck_may_not_stop_where_another_stands():
    state = trucks(moving(table(), 0, 8, truck="K17"), seat_1="K18")

    assert refused(state, 0, DriveTruck("K18")) == "4a.6"


@pytest.mark.parametrize("owner", [0, 1])
def test_rule_4a_7_a_derrick_is_driven_round(owner: int):
    state = player(moving(table(), 0, 8, truck="D2"), owner, derricks=(Derrick("D3", 2),))
    state = having(state, tiles={site: None for site in state.tiles if site != "D3"})

    assert when(state, 0, DriveTruck("D4"))[0] == TruckDriven(0, ("C2", "C3", "C4", "D4"), 5)


@pytest.mark.parametrize("owner", [0, 1])
def test_rule_4a_7_a_square_with_a_derrick_is_never_entered(owner: int):
    state = player(moving(table(), 0, 8, truck="D2"), owner, derricks=(Derrick("D3", 2),))
    state = having(state, tiles={site: None for site in state.tiles if site != "D3"})

    assert refused(state, 0, DriveTruck("D3")) == "4a.7"


def test_rule_4a_8_an_exhausted_site_is_an_ordinary_square():
    state = moving(table(), 0, 8, truck="D2")
    state = having(state, tiles={site: None for site in state.tiles if site != "D3"})
    assert when(state, 0, DriveTruck("D3")) == [TruckDriven(0, ("D3",), 1)]
    state = given(state, TruckDriven(0, ("D3",), 1))

    assert when(state, 0, EndMovement())[0] == MovementEnded(0, 7)


def test_rule_4a_8_a_marked_site_without_tile_is_an_ordinary_square():
    state = moving(table(3), 0, 8, truck="E4")

    assert when(state, 0, DriveTruck("E5")) == [TruckDriven(0, ("E5",), 1)]
    assert refused(moving(table(4), 0, 8, truck="E4"), 0, DriveTruck("E5")) == "4a.5"


def test_rule_4a_9_the_truck_may_stay_where_it_is():
    state = moving(table(), 0, 8, truck="D4")
    after = given(state, *when(state, 0, EndMovement()))

    assert after.players[0].truck == "D4"


def test_rule_4a_9_staying_is_no_drive():
    assert refused(moving(table(), 0, 8, truck="D4"), 0, DriveTruck("D4")) == "4a.9"


def test_rule_4a_9_a_truck_enclosed_by_derricks_stays():
    state = player(moving(table(), 0, 8, truck="A1"), 1, derricks=(Derrick("A2", 1), Derrick("B1", 1)))

    assert listed(state, 0) == [*(AdvanceTrain(spaces) for spaces in range(1, 9)), EndMovement()]
    assert refused(state, 0, DriveTruck("C1")) == "4.2"
    assert refused(state, 0, DriveTruck("A2")) == "4a.7"
    assert when(state, 0, EndMovement())[0] == MovementEnded(0, 8)


# 4b Inspecting


def test_rule_4b_1_a_tile_beside_the_truck_may_be_inspected_without_moving():
    state = moving(table(), 0, 8, truck="D4")

    assert when(state, 0, InspectSite("D3"), ScriptedChance(11)) == [
        SiteInspected(0, "D3", InspectedTile(4)),
        DrawsSealed(Drawn(((12, 11),))),
    ]


def test_rule_4b_1_three_derrick_tiles_are_drawn_from_their_own_kind():
    state = moving(table(), 0, 8, truck="B9")

    assert when(state, 0, InspectSite("B10"), ScriptedChance(4)) == [
        SiteInspected(0, "B10", InspectedTile(5)),
        DrawsSealed(Drawn(((12, 4),))),
    ]


def test_rule_4b_1_any_number_from_several_squares():
    state = moving(table(), 0, 1, truck="D4")
    for command in (InspectSite("D3"), DriveTruck("D5"), InspectSite("C5")):
        state = given(state, *when(state, 0, command))
    events = when(state, 0, InspectSite("E5"))

    assert events == [SiteInspected(0, "E5", InspectedTile(2)), DrawsSealed(Drawn(((10, 0),))), *END_OF_0]


def test_rule_4b_1_only_in_the_own_movement_or_refused():
    state = trucks(moving(table(), 0, 8, truck="A1"), seat_1="D4")
    over = player(moving(table(), 0, 8, truck="D4"), 0, card="beige-4-5-price-4")

    assert refused(state, 1, InspectSite("D3")) == "4.1"
    assert refused(given(over, MovementEnded(0, 8)), 0, InspectSite("D3")) == "4d.1"


def test_rule_4b_2_two_derrick_tiles_are_refused():
    state = moving(table(), 0, 8, truck="D10")

    assert refused(state, 0, InspectSite("D9")) == "4b.2"
    assert refused(state, 0, InspectSite("D11")) == "4b.2"
    assert listed(state, 0, InspectSite) == []


def test_rule_4b_3_horizontally_and_vertically_adjacent_tiles():
    assert listed(moving(table(), 0, 8, truck="D5"), 0, InspectSite) == [InspectSite("C5"), InspectSite("E5")]
    assert listed(moving(table(), 0, 8, truck="D4"), 0, InspectSite) == [InspectSite("D3")]


def test_rule_4b_3_other_squares_are_refused():
    state = moving(table(3), 0, 8, truck="D4")

    assert refused(state, 0, InspectSite("C5")) == "4b.3"  # a corner
    assert refused(state, 0, InspectSite("C3")) == "4b.3"  # far off
    assert refused(state, 0, InspectSite("D5")) == "4b.3"  # no site
    assert refused(state, 0, InspectSite("Z99")) == "4b.3"
    assert refused(moving(table(3), 0, 8, truck="E4"), 0, InspectSite("E5")) == "4b.3"  # no tile with three


def test_rule_4b_4_the_value_is_known_to_the_inspector_alone():
    event = SiteInspected(2, "D3", InspectedTile(3))
    state = given(moving(having(table(), first_player=2), 2, 8, truck="D4"), event)

    assert event.known_to == (2,)
    assert [one.known for one in state.players] == [{}, {}, {"D3": 3}, {}]
    assert state.tiles["D3"] == 3
    assert state.undrawn[0].contents() == ((2, 4), (3, 3), (4, 4))


def test_rule_4b_4_the_next_inspector_sees_the_same_value():
    state = given(moving(table(), 0, 8, truck="D4"), SiteInspected(0, "D3", InspectedTile(3)))
    state = moving(state, 1, 8, truck="C3")

    assert when(state, 1, InspectSite("D3"), ScriptedChance()) == [SiteInspected(1, "D3", InspectedTile(3))]


@pytest.mark.parametrize("memory", [True, False])
def test_rule_4b_4_inspecting_twice_in_a_turn_is_refused(memory: bool):
    state = moving(table(peek_memory=memory), 0, 8, truck="D4")
    state = given(state, *when(state, 0, InspectSite("D3")))

    assert refused(state, 0, InspectSite("D3")) == "4b.4"


def test_rule_4b_4_a_known_tile_is_refused_in_later_turns():
    state = player(moving(table(), 0, 8, truck="D4"), 0, known={"D3": 3})

    assert refused(state, 0, InspectSite("D3")) == "4b.4"


def test_rule_4b_4_without_memory_a_tile_may_be_inspected_again_in_a_later_turn():
    state = moving(table(peek_memory=False), 0, 8, truck="D4")
    state = given(state, *when(state, 0, InspectSite("D3"), ScriptedChance(4)))
    state = moving(state, 0, 8, truck="D4")

    assert when(state, 0, InspectSite("D3"), ScriptedChance()) == [SiteInspected(0, "D3", InspectedTile(3))]


def test_rule_4b_5_a_truck_pauses_on_anothers_square_to_inspect():
    state = trucks(moving(table(), 0, 4, truck="D6"), seat_1="D4")
    assert when(state, 0, DriveTruck("D4")) == [TruckDriven(0, ("D5", "D4"), 2)]
    state = given(state, TruckDriven(0, ("D5", "D4"), 2))
    assert when(state, 0, InspectSite("D3")) == [
        SiteInspected(0, "D3", InspectedTile(2)),
        DrawsSealed(Drawn(((12, 0),))),
    ]
    state = given(state, SiteInspected(0, "D3", InspectedTile(2)))

    # one of the two points is kept for the way on
    assert when(state, 0, AdvanceTrain(1)) == [TrainAdvanced(0, 1, 2, 1)]
    state = given(state, TrainAdvanced(0, 1, 2, 1))
    assert listed(state, 0) == [DriveTruck("D5"), DriveTruck("E4")]
    assert when(state, 0, DriveTruck("E4"))[0] == TruckDriven(0, ("E4",), 1)


def test_rule_4b_5_a_truck_pauses_on_a_tile_to_inspect_the_next():
    # a tile beside another one: the printed map has no such place
    state = moving(table(), 0, 4, truck="D6")
    state = having(state, tiles={**state.tiles, "D4": None})
    assert when(state, 0, DriveTruck("D4")) == [TruckDriven(0, ("D5", "D4"), 2)]
    state = given(state, TruckDriven(0, ("D5", "D4"), 2))

    assert InspectSite("D3") in listed(state, 0)
    assert refused(state, 0, EndMovement()) == "4b.5"
    assert refused(state, 0, AdvanceTrain(2)) == "4b.5"


def test_rule_4b_5_ending_the_movement_or_spending_the_points_of_a_pause_is_refused():
    state = trucks(moving(table(), 0, 2, truck="D4"), seat_1="D4")

    assert refused(state, 0, EndMovement()) == "4b.5"
    assert refused(state, 0, AdvanceTrain(2)) == "4b.5"
    assert when(state, 0, AdvanceTrain(1)) == [TrainAdvanced(0, 1, 2, 1)]
    assert refused(state, 0, AdvanceTrain(3)) == "4.2"


def test_rule_4b_5_a_pause_without_points_to_leave_is_refused():
    assert refused(trucks(moving(table(), 0, 2, truck="D6"), seat_1="D4"), 0, DriveTruck("D4")) == "4b.5"


def test_rule_4b_5_a_pause_on_the_way_to_the_next_needs_its_points_or_is_refused():
    state = trucks(moving(table(), 0, 2, truck="D4"), seat_1="D4", seat_2="D5", seat_3="D6")

    assert refused(state, 0, DriveTruck("D5")) == "4b.5"
    more = in_phase(state, Movement((0, 1, 2, 3), 3, "move"))
    assert when(more, 0, DriveTruck("D5"))[0] == TruckDriven(0, ("D5",), 1)


def test_rule_4b_5_the_way_on_may_lead_across_further_occupied_squares():
    state = trucks(moving(table(), 0, 4, truck="D6"), seat_1="D4", seat_2="D5")
    state = player(state, 3, derricks=(Derrick("C4", 1), Derrick("E4", 1)))

    assert when(state, 0, DriveTruck("D4"))[0] == TruckDriven(0, ("D5", "D4"), 2)
    assert refused(in_phase(state, Movement((0, 1, 2, 3), 3, "move")), 0, DriveTruck("D4")) == "4b.5"


def test_rule_4b_5_a_pause_where_nothing_unknown_can_be_inspected_is_refused():
    known = player(moving(table(), 0, 8, truck="D6"), 0, known={"D3": 2})

    assert refused(trucks(known, seat_1="D4"), 0, DriveTruck("D4")) == "4a.6"
    # beside red tiles only
    assert refused(trucks(moving(table(), 0, 8, truck="E10"), seat_1="D10"), 0, DriveTruck("D10")) == "4a.6"


# 4c The train


@pytest.mark.parametrize(
    ("start", "spaces", "points"),
    [(1, 1, 1), (1, 9, 9), (9, 2, 3), (10, 1, 2), (10, 7, 14), (16, 2, 5), (17, 3, 9), (1, 19, 32)],
)
def test_rule_4c_1_entering_a_space_costs_what_is_printed(start: int, spaces: int, points: int):
    state = player(moving(table(), 0, points, truck="A1"), 0, train=start)

    assert when(state, 0, AdvanceTrain(spaces)) == [TrainAdvanced(0, spaces, start + spaces, points), *END_OF_0]


def test_rule_4c_1_more_spaces_than_the_points_pay_are_refused():
    state = player(moving(table(), 0, 4, truck="A1"), 0, train=9)

    assert listed(state, 0, AdvanceTrain) == [AdvanceTrain(1), AdvanceTrain(2)]
    assert refused(state, 0, AdvanceTrain(3)) == "4.2"


def test_rule_4c_1_other_trains_never_stand_in_the_way():
    state = having(player(moving(table(), 0, 3, truck="A1"), 1, train=2), black_train=2)

    assert when(state, 0, AdvanceTrain(2)) == [TrainAdvanced(0, 2, 3, 2)]


def test_rule_4c_2_spaces_lost_are_paid_for_again():
    state = player(moving(table(), 0, 4, truck="A1"), 0, train=16)

    assert when(state, 0, AdvanceTrain(1)) == [TrainAdvanced(0, 1, 17, 2)]


@pytest.mark.parametrize("spaces", [0, -1, -5])
def test_rule_4c_2_backwards_is_refused(spaces: int):
    assert refused(player(moving(table(), 0, 8, truck="A1"), 0, train=9), 0, AdvanceTrain(spaces)) == "4c.2"


def test_rule_4c_3_the_last_space_lies_under_column_20():
    state = player(moving(table(), 0, 6, truck="A1"), 0, train=19)
    assert when(state, 0, AdvanceTrain(1)) == [TrainAdvanced(0, 1, 20, 3)]

    assert listed(given(state, TrainAdvanced(0, 1, 20, 3)), 0, AdvanceTrain) == []


@pytest.mark.parametrize(("train", "spaces"), [(20, 1), (19, 2), (1, 20)])
def test_rule_4c_3_beyond_the_last_space_is_refused(train: int, spaces: int):
    assert refused(player(moving(table(), 0, 12, truck="A1"), 0, train=train), 0, AdvanceTrain(spaces)) == "4c.3"


# 4e Discarding


def test_rule_4e_1_a_card_without_special_is_discarded_with_the_movement():
    state = moving(table(), 0, 8, truck="A1")
    events = when(state, 0, EndMovement())
    after = given(state, *events)

    assert events == [MovementEnded(0, 8), ActionCardDiscarded(0, "beige-5-8")]
    assert after.players[0].card is None
    assert after.beige_discards.contents() == (("beige-5-8", 1),)
    assert GIGANTEN.awaiting(after) == {1}


def test_rule_4e_1_after_the_last_player_drilling_begins():
    events = when(moving(table(3), 2, 8, truck="A1"), 2, EndMovement())

    assert events[:3] == [MovementEnded(2, 8), ActionCardDiscarded(2, "beige-5-8"), PhaseStarted("5")]
