"""Rule 7: recruiting."""

from domain.minos.commands import MoveShip, MoveSoldier, Recruit
from domain.minos.events import DiceRolled, PieceRecruited, TurnStarted
from domain.minos.options import Building
from domain.minos.state import State
from tests.rules.minos.kit import acting, after, built, given, pieces, player, refused, rolls, shows, table, when


def town(*buildings: Building, points: int = 3) -> State:
    """Return the table in the turn of seat 0 with a soldier in Roma, where these buildings stand."""
    state = pieces(acting(table(), points=points), 0, soldiers=["roma"])
    return built(state, "roma", 0, *buildings)


def test_rule_7_1_two_houses_bring_a_soldier_who_may_move():
    state = after(town("house", "house"), 0, Recruit("roma", "soldier"))

    assert state.players[0].soldiers == ("roma", "roma")
    assert when(state, 0, MoveSoldier("roma", "dot-genua-roma-2"))


def test_rule_7_1_not_before_the_rolls_are_done():
    state = given(town("house", "house"), TurnStarted(0), DiceRolled(0, shows("GGGGGG"), ()))

    assert refused(state, 0, Recruit("roma", "soldier")) == "3.1"


def test_rule_7_2_not_in_a_conflict():
    state = player(pieces(town("port", "port"), 0, ["sea-genua"], ["roma"]), 0, rings=1)
    state = pieces(state, 1, ["sea-massilia", "sea-tyros"])
    state = after(state, 0, MoveShip("sea-genua", "sea-massilia"), rolls("GGGGGG", rest=None))

    assert refused(state, 0, Recruit("roma", "ship")) == "8.6"


def test_rule_7_1_one_house_is_too_few():
    assert refused(town("house", "port"), 0, Recruit("roma", "soldier")) == "7.1"


def test_rule_7_1_not_in_the_settlement_of_another():
    state = built(pieces(town("port"), 1, soldiers=["genua"]), "genua", 1, "house", "house")

    assert refused(state, 0, Recruit("genua", "soldier")) == "7.1"


def test_rule_7_2_two_ports_bring_a_ship_that_may_move():
    state = after(town("port", "port"), 0, Recruit("roma", "ship"))

    assert state.players[0].ships == ("harbour-roma",)
    assert when(state, 0, MoveShip("harbour-roma", "sea-roma"))


def test_rule_7_2_one_port_is_too_few_and_the_harbour_has_to_be_free():
    state = pieces(town("port", "port"), 0, ships=["harbour-roma"])

    assert refused(town("house", "port"), 0, Recruit("roma", "ship")) == "7.2"
    assert refused(state, 0, Recruit("roma", "ship")) == "7.2"


def test_rule_7_3_once_a_turn_in_each_settlement():
    state = built(pieces(town("house", "house"), 0, soldiers=["roma", "genua"]), "genua", 0, "house", "house")
    state = after(state, 0, Recruit("roma", "soldier"))

    assert refused(state, 0, Recruit("roma", "soldier")) == "7.3"
    assert when(state, 0, Recruit("genua", "soldier"))


def test_rule_7_4_a_piece_costs_five_talents():
    assert when(town("house", "house"), 0, Recruit("roma", "soldier"))[0] == PieceRecruited(0, "roma", "soldier", 5)
    assert after(town("house", "house"), 0, Recruit("roma", "soldier")).players[0].money == 20


def test_rule_7_4_four_talents_are_too_few():
    assert refused(player(town("house", "house"), 0, money=4), 0, Recruit("roma", "soldier")) == "7.4"


def test_rule_7_5_the_stock_of_soldiers_is_empty():
    state = pieces(town("house", "house"), 0, soldiers=["roma"] * 12)

    assert refused(state, 0, Recruit("roma", "soldier")) == "7.5"


def test_rule_7_5_the_stock_of_ships_is_empty():
    seas = ["sea-gades", "sea-genua", "sea-roma", "sea-tyros", "sea-ilion", "sea-creta"]
    state = pieces(town("port", "port"), 0, ships=seas, soldiers=["roma"])

    assert len(after(state, 0, Recruit("roma", "ship")).players[0].ships) == 7
    assert refused(pieces(state, 0, [*seas, "sea-tarsos"], ["roma"]), 0, Recruit("roma", "ship")) == "7.5"
