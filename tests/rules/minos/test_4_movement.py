"""Rule 4: ships and soldiers move."""

from domain.minos import MINOS
from domain.minos.commands import MoveShip, MoveSoldier
from domain.minos.events import ShipMoved, SoldierMoved
from tests.rules.minos.kit import acting, after, fresh, given, listed, pieces, refused, rolls, table, turn_of, when


def test_rule_4_1_a_step_costs_a_point_and_points_are_shared_out():
    state = pieces(acting(table(), points=3), 0, ships=["sea-roma"], soldiers=["genua"])
    state = after(state, 0, MoveShip("sea-roma", "sea-genua"))
    state = after(state, 0, MoveSoldier("genua", "dot-genua-roma-1"))

    assert turn_of(state).points == 1
    assert state.players[0].soldiers == ("dot-genua-roma-1",)
    assert after(state, 0, MoveShip("sea-genua", "harbour-genua")).players[0].ships == ("harbour-genua",)


def test_rule_4_1_without_points_there_is_no_step():
    state = pieces(acting(table(), 0, "G"), 0, ships=["sea-roma"], soldiers=["genua"])

    assert refused(state, 0, MoveShip("sea-roma", "sea-genua")) == "4.1"
    assert refused(state, 0, MoveSoldier("genua", "dot-genua-roma-1")) == "4.1"


def test_rule_4_2_soldiers_walk_along_the_dots():
    state = pieces(acting(table(), points=5), 0, soldiers=["gades"])
    for step in ("dot-gades-carthago-nova-1", "dot-gades-carthago-nova-2", "carthago-nova"):
        origin = state.players[0].soldiers[0]
        assert when(state, 0, MoveSoldier(origin, step))[0] == SoldierMoved(0, origin, step)
        state = after(state, 0, MoveSoldier(origin, step))

    assert state.players[0].soldiers == ("carthago-nova",)


def test_rule_4_2_soldiers_do_not_leave_the_path():
    state = pieces(acting(table(), points=5), 0, ships=["sea-creta"], soldiers=["creta", "gades"])

    assert refused(state, 0, MoveSoldier("gades", "dot-gades-carthago-nova-2")) == "4.2"
    assert refused(state, 0, MoveSoldier("gades", "tingis")) == "4.2"
    assert refused(state, 0, MoveSoldier("creta", "sea-creta")) == "4.2"
    assert refused(state, 0, MoveSoldier("roma", "dot-genua-roma-2")) == "4.2"


def test_rule_4_3_a_field_holds_many_soldiers_of_one_player():
    state = pieces(acting(table(), points=5), 0, ["harbour-roma"], ["roma", "roma", "dot-genua-roma-2"])

    assert after(state, 0, MoveSoldier("dot-genua-roma-2", "roma")).players[0].soldiers == ("roma",) * 3


def test_rule_4_3_own_fields_are_walked_through():
    state = pieces(acting(table(), points=5), 0, soldiers=["roma", "dot-genua-roma-2"])
    for origin, to in (("dot-genua-roma-2", "roma"), ("roma", "dot-roma-ancona-1"), ("dot-roma-ancona-1", "ancona")):
        state = after(state, 0, MoveSoldier(origin, to))

    assert state.players[0].soldiers == ("ancona", "roma")


def test_rule_4_3_a_dot_holds_one_soldier_and_nobody_jumps():
    state = pieces(acting(table(), points=5), 0, soldiers=["dot-genua-roma-2", "roma"])

    assert refused(state, 0, MoveSoldier("roma", "dot-genua-roma-2")) == "4.3"
    assert refused(state, 0, MoveSoldier("roma", "dot-genua-roma-1")) == "4.2"


def test_rule_4_4_ships_sail_over_edges_into_harbours_and_out():
    state = pieces(acting(table(), points=5), 0, ships=["sea-roma"])

    assert set(listed(state, 0, MoveShip)) == {
        MoveShip("sea-roma", to) for to in ("harbour-roma", "sea-genua", "sea-corsica", "mare-tyrrhenum")
    }
    state = after(state, 0, MoveShip("sea-roma", "harbour-roma"))
    assert listed(state, 0, MoveShip) == [MoveShip("harbour-roma", "sea-roma")]


def test_rule_4_4_ships_do_not_sail_elsewhere():
    state = pieces(acting(table(), points=5), 0, ships=["sea-roma"])

    assert refused(state, 0, MoveShip("sea-roma", "sea-ancona")) == "4.4"
    assert refused(state, 0, MoveShip("sea-roma", "harbour-genua")) == "4.4"
    assert refused(state, 0, MoveShip("sea-genua", "sea-massilia")) == "4.4"


def test_rule_4_5_one_ship_in_a_space():
    state = pieces(acting(table(), points=5), 0, ships=["sea-roma", "sea-genua", "harbour-roma"])

    assert refused(state, 0, MoveShip("sea-roma", "sea-genua")) == "4.5"
    assert refused(state, 0, MoveShip("sea-roma", "harbour-roma")) == "4.5"
    assert when(state, 0, MoveShip("sea-roma", "sea-corsica"))[0] == ShipMoved(0, "sea-roma", "sea-corsica")


def test_rule_4_6_ships_leave_the_fish_one_by_one():
    state = acting(fresh(), points=5)
    state = after(state, 0, MoveShip("mare-medium", "mare-ionium"))

    assert [each.ships for each in state.players] == [("mare-ionium",), *[("mare-medium",)] * 3]


def test_rule_2_6_four_ships_can_leave_in_the_first_round():
    state = fresh(first_player="seat_0")
    state = given(state, *MINOS.setup(state, rolls(rest=0)))
    for seat, space in enumerate(("sea-athenai", "sea-creta", "sea-kyrene", "sea-leptis")):
        state = after(acting(state, seat, points=2), seat, MoveShip("mare-medium", space))
        state = after(state, seat, MoveShip(space, space.replace("sea", "harbour")))

    assert state.round == 2
    assert all(len(each.ships) == 1 for each in state.players)
