"""Rule 10: the end of the game."""

import pytest
from msgspec.structs import replace

from domain.minos import MINOS
from domain.minos.commands import Build, EndTurn, MoveShip
from domain.minos.events import FreeSoldierPlaced, PlayEnded, RoundStarted
from domain.minos.scoring import places
from domain.minos.state import State
from tests.kit import of
from tests.rules.minos.kit import acting, after, built, over, pieces, player, refused, rolls, table, when

CITY = ("warehouse", "port", "house", "walls")


def nearly_done(cities: int = 2, seats: int = 4, **options: str | int) -> State:
    """Return the table in the turn of seat 0, where only Roma is not built on, and seat 0 stands there."""
    state = pieces(acting(table(seats, **options), 0, rights=1), 0, soldiers=["roma"])
    for number, field in enumerate(field for field in state.board.fields if field != "roma"):
        buildings = CITY if number < cities else ("warehouse",)
        state = built(state, field, None, *buildings)
    return state


def test_rule_10_1_the_last_field_built_on_ends_the_game():
    state = after(nearly_done(), 0, Build("roma", "port"))

    assert over(state) == "all_built"
    assert refused(state, 0, EndTurn()) == "10.1"
    assert not MINOS.awaiting(state)


def test_rule_10_1_the_second_city_ends_the_game():
    state = pieces(built(nearly_done(cities=1), "roma", 0, "port", "house", "walls"), 0, soldiers=["roma"])

    assert over(after(acting(state, rights=4), 0, Build("roma", "port"))) == "all_built"


def test_rule_10_1_one_city_is_not_enough_nor_a_field_left_out():
    assert over(after(nearly_done(cities=1), 0, Build("roma", "port"))) is None
    state = nearly_done()
    settlements = {field: each for field, each in state.settlements.items() if field != "creta"}
    assert over(after(replace(state, settlements=settlements), 0, Build("roma", "port"))) is None


def test_rule_10_1_covered_fields_do_not_count():
    state = nearly_done()
    settlements = {field: each for field, each in state.settlements.items() if field != "creta"}
    state = replace(state, settlements=settlements, covered=("creta",))

    assert over(after(state, 0, Build("roma", "port"))) == "all_built"


def test_rule_10_2_at_once():
    events = when(nearly_done(), 0, Build("roma", "port"))

    assert events[-1] == PlayEnded("all_built")
    assert not of(events, FreeSoldierPlaced)


def test_rule_10_2_at_the_end_of_the_turn():
    state = player(nearly_done(end_when="turn"), 0, money=50)
    state = after(acting(state, rights=6), 0, Build("roma", "port"))
    assert over(state) is None
    assert over(after(state, 0, EndTurn())) == "all_built"


def test_rule_10_2_at_the_end_of_the_round():
    state = after(acting(nearly_done(end_when="round"), rights=6), 0, Build("roma", "port"))
    state = after(state, 0, EndTurn())
    assert over(state) is None
    events = when(acting(state, 3), 3, EndTurn())
    assert events[-1] == PlayEnded("all_built")
    assert not of(events, RoundStarted)


def test_rule_10_3_income_then_talents_then_shared():
    state = table()
    for seat, (income, money) in enumerate(((5, 10), (7, 1), (7, 3), (7, 3))):
        state = player(state, seat, income=income, money=money)

    assert [(place.seat, place.rank) for place in places(state)] == [(2, 1), (3, 1), (1, 3), (0, 4)]


def test_rule_10_3_talents_do_not_beat_income():
    state = player(player(table(), 0, income=1, money=0), 1, income=0, money=400)

    assert places(state)[0].seat == 0


def test_rule_10_3_the_eliminated_come_last_the_first_to_go_behind():
    state = replace(player(table(), 0, money=0), eliminated=(3, 2))

    assert [place.seat for place in places(state)] == [1, 0, 2, 3]


def test_rule_10_3_the_parts_add_up_to_the_score():
    state = built(built(table(), "roma", 0, *CITY), "genua", 0, "port")

    place = places(state)[0]
    assert place.score == 9 == sum(part.amount for part in place.parts)


def test_rule_10_4_players_eliminated_down_to_one():
    state = pieces(acting(table(3), 0, "G", points=5), 0, ships=["sea-roma"])
    state = pieces(state, 1, ships=["sea-genua"])
    state = pieces(state, 2, ships=["sea-massilia"])
    state = player(state, 2, income=9)

    state = after(state, 0, MoveShip("sea-roma", "sea-genua"), rolls("AAGGGG", "GGGGGG", rest=None))
    assert over(state) is None
    state = after(state, 0, MoveShip("sea-genua", "sea-massilia"), rolls("AAGGGG", "GGGGGG", rest=None))

    assert over(state) == "last_standing"
    assert [place.seat for place in places(state)] == [0, 2, 1]


def test_rule_10_4_of_two_players_who_is_left_wins_whatever_the_income():
    state = pieces(acting(table(2), 0, points=5), 0, ships=["sea-roma"])
    state = built(pieces(state, 1, ships=["harbour-genua"]), "genua", 1, "warehouse", "warehouse")
    state = pieces(state, 0, ships=["sea-genua"], soldiers=[])

    state = after(state, 0, MoveShip("sea-genua", "harbour-genua"), rolls("GGGGGG", "AAGGGG", rest=None))

    assert over(state) == "last_standing"
    assert [(place.seat, place.rank) for place in places(state)] == [(1, 1), (0, 2)]
    assert MINOS.result(state) == places(state)


def test_rule_10_4_the_last_takes_nothing_more():
    state = player(pieces(acting(table(2), 0, points=5), 0, ships=["sea-genua"]), 1, money=200)
    state = built(pieces(state, 1, soldiers=["genua"]), "genua", 1, "warehouse")
    state = built(state, "ancona", 1, "warehouse", "warehouse", "port", "walls")

    state = after(state, 0, MoveShip("sea-genua", "harbour-genua"), rolls("AAGGGG", "GGGGGG", rest=None))

    assert (over(state), MINOS.awaiting(state)) == ("last_standing", frozenset())
    assert [(place.seat, place.score) for place in places(state)] == [(0, 2), (1, 0)]


def test_rule_10_4_two_players_left_play_on():
    state = replace(acting(table(), 0), eliminated=(2, 3))

    assert over(after(state, 0, EndTurn())) is None


@pytest.mark.parametrize("limit", [5, 10])
def test_rule_10_5_a_game_in_which_nobody_builds_ends(limit: int):
    state = replace(acting(table(idle_limit=limit), 3), round=limit + 4, last_built=4)

    assert over(after(state, 3, EndTurn())) == "idle"


def test_rule_10_5_a_building_puts_it_off():
    state = replace(acting(table(), 3, rights=6), round=10)
    state = pieces(state, 3, soldiers=["roma"])

    assert over(after(state, 3, EndTurn())) == "idle"
    assert over(after(after(state, 3, Build("roma", "port")), 3, EndTurn())) is None


def test_rule_10_5_not_in_the_middle_of_a_round():
    state = replace(acting(table(), 2), round=10)

    assert over(after(state, 2, EndTurn())) is None
