"""Rule 8: conflicts, in the middle of a turn."""

import pytest
from msgspec.structs import replace

from domain.minos import MINOS
from domain.minos.commands import (
    EndTurn,
    KeepDice,
    MoveShip,
    MoveSoldier,
    Recruit,
    RerollInConflict,
    StandInConflict,
)
from domain.minos.events import (
    AttackRepelled,
    AttackWon,
    ConflictDiceRerolled,
    ConflictDiceRolled,
    ConflictDiceStood,
    ConflictOpened,
    DuelFought,
    Piece,
    PlayerEliminated,
    TurnStarted,
)
from domain.minos.state import State, conflict_value
from tests.kit import of
from tests.rules.minos.kit import (
    acting,
    after,
    built,
    listed,
    over,
    pieces,
    player,
    refused,
    rolls,
    shows,
    table,
    turn_of,
    when,
)

ATTACK = MoveShip("sea-roma", "sea-genua")
WEAK, MIDDLE, STRONG = "GGGGGG", "AGGGGG", "AAGGGG"


def at_sea(points: int = 3, dice: str = "G", rings: tuple[int, int] = (0, 0)) -> State:
    """Return the table in the turn of seat 0, whose ship lies beside one of seat 1; both have another ship."""
    state = pieces(acting(table(), 0, dice, points=points), 0, ships=["sea-roma", "sea-tyros"])
    state = pieces(state, 1, ships=["sea-genua", "sea-tarsos"])
    for seat, number in enumerate(rings):
        state = player(state, seat, rings=number)
    return replace(state, rings=50 - sum(rings))


def test_rule_8_1_entering_the_space_of_an_enemy_starts_a_conflict():
    events = when(at_sea(), 0, ATTACK, rolls(STRONG, WEAK, rest=None))

    assert events[0] == ConflictOpened(0, (Piece("ship", "sea-roma"),), "sea-genua", 1, 1)
    assert of(events, AttackWon) == [AttackWon(0, "sea-genua")]


def test_rule_8_1_soldiers_meet_on_a_dot():
    state = pieces(at_sea(), 0, soldiers=["roma"])
    state = pieces(state, 1, soldiers=["dot-genua-roma-2", "genua"])

    state = after(state, 0, MoveSoldier("roma", "dot-genua-roma-2"), rolls(STRONG, WEAK, rest=None))

    assert state.players[0].soldiers == ("dot-genua-roma-2",)
    assert state.players[1].soldiers == ("genua",)


def test_rule_8_1_beside_an_enemy_nothing_happens():
    state = pieces(at_sea(), 1, ships=["sea-corsica"])

    assert not of(when(state, 0, ATTACK), ConflictOpened)


def test_rule_8_2_no_conflict_in_the_first_round():
    state = replace(pieces(at_sea(), 0, ["sea-roma"], ["genua"]), round=1)
    state = pieces(state, 1, ships=["sea-genua"], soldiers=["dot-genua-roma-1"])

    assert refused(state, 0, ATTACK) == "8.2"
    assert refused(state, 0, MoveSoldier("genua", "dot-genua-roma-1")) == "8.2"
    assert when(replace(state, round=2), 0, ATTACK)


def test_rule_8_3_a_winner_may_move_on_and_fight_again():
    state = after(at_sea(points=3), 0, ATTACK, rolls(STRONG, WEAK, rest=None))
    state = pieces(state, 2, ships=["sea-massilia", "sea-ilion"])

    events = when(state, 0, MoveShip("sea-genua", "sea-massilia"), rolls(STRONG, WEAK, rest=None))

    assert of(events, AttackWon)


def test_rule_8_3_without_points_there_is_no_attack():
    assert refused(at_sea(points=0), 0, ATTACK) == "4.1"


@pytest.mark.parametrize(("dice", "value"), [("AJJBGS", 7), ("J**GSS", 4), ("AJ**GS", 11), ("SSGGBB", 0)])
def test_rule_8_4_what_dice_are_worth(dice: str, value: int):
    assert conflict_value(table(), shows(dice)) == value


def test_rule_8_4_the_dice_of_the_turn_are_not_touched():
    state = after(at_sea(dice="GGB"), 0, ATTACK, rolls(STRONG, WEAK, rest=None))

    assert turn_of(state).dice == shows("GGB")


def test_rule_8_5_two_combos_in_a_conflict_are_worth_20():
    events = when(at_sea(), 0, ATTACK, rolls("AAJJ**", WEAK, rest=None))

    assert [each.value for each in of(events, ConflictDiceStood)] == [20, 0]


def test_rule_8_5_an_arrow_and_a_star_without_a_joker_are_no_set():
    assert conflict_value(table(), shows("AA**GG")) == 8


def test_rule_8_6_a_ring_for_each_further_roll():
    state = after(at_sea(rings=(2, 0)), 0, ATTACK, rolls(WEAK, rest=None))

    events = when(state, 0, RerollInConflict(shows("GGG")), rolls("AAG", rest=None))

    assert events == [ConflictDiceRerolled(0, shows("GGG"), shows("AAGGGG"), 6, ((6, 1), (6, 1), (6, 2)))]
    state = after(state, 0, RerollInConflict(shows("GGG")), rolls("AAG", rest=None))
    assert (state.players[0].rings, state.rings) == (1, 49)
    state = after(state, 0, RerollInConflict(shows("A")), rolls("A", WEAK, rest=None))
    assert (state.players[0].rings, state.rings) == (0, 50)
    assert state.players[1].ships == ("sea-tarsos",)


def test_rule_8_6_a_side_may_stand():
    state = after(at_sea(rings=(2, 0)), 0, ATTACK, rolls(STRONG, rest=None))

    events = when(state, 0, StandInConflict(), rolls(WEAK, rest=None))

    assert events[0] == ConflictDiceStood(0, 6)
    assert of(events, DuelFought)[0].winner == 0


def test_rule_8_6_no_dice_that_are_not_there_and_nothing_else():
    state = after(at_sea(rings=(2, 0)), 0, ATTACK, rolls(WEAK, rest=None))

    assert refused(state, 0, RerollInConflict(shows("A"))) == "8.6"
    assert refused(state, 0, RerollInConflict(shows(""))) == "8.6"
    assert refused(state, 0, EndTurn()) == "8.6"


def test_rule_8_6_the_defender_is_asked_in_the_turn_of_another():
    state = after(at_sea(rings=(0, 1)), 0, ATTACK, rolls(MIDDLE, WEAK, rest=None))

    assert MINOS.awaiting(state) == {1}
    assert refused(state, 0, StandInConflict()) == "8.6"
    state = after(state, 1, RerollInConflict(shows("G")), rolls("A", rest=None))
    assert MINOS.awaiting(state) == {0}
    assert turn_of(state).points == 2


def test_rule_8_6_a_side_without_rings_is_not_asked():
    events = when(at_sea(), 0, ATTACK, rolls(MIDDLE, WEAK, rest=None))

    assert len(of(events, ConflictDiceRolled)) == 2
    assert of(events, DuelFought)


def test_rule_8_7_scales_are_locked():
    state = after(at_sea(rings=(1, 0)), 0, ATTACK, rolls("SSGGGG", rest=None))

    assert refused(state, 0, RerollInConflict(shows("SG"))) == "8.7"
    assert len(listed(state, 0, RerollInConflict)) == 4


def test_rule_8_7_nothing_but_scales_is_not_asked_for():
    events = when(at_sea(rings=(1, 0)), 0, ATTACK, rolls("SSSSSS", WEAK, rest=None))

    assert of(events, ConflictDiceStood)[0] == ConflictDiceStood(0, 0)


def test_rule_8_8_the_attacker_rolls_first_and_the_higher_value_wins():
    events = when(at_sea(), 0, ATTACK, rolls(STRONG, MIDDLE, rest=None))

    assert [each.seat for each in of(events, ConflictDiceRolled)] == [0, 1]
    assert of(events, DuelFought) == [DuelFought(6, 3, 0, 1, Piece("ship", "sea-genua"))]


def test_rule_8_8_a_tie_is_for_the_defender():
    events = when(at_sea(), 0, ATTACK, rolls(MIDDLE, MIDDLE, rest=None))

    assert of(events, DuelFought) == [DuelFought(3, 3, 1, 0, Piece("ship", "sea-roma"))]
    assert of(events, AttackRepelled) == [AttackRepelled(0, "sea-genua")]


def test_rule_8_9_the_loser_can_be_recruited_again():
    state = pieces(at_sea(), 1, soldiers=["roma"] * 11 + ["dot-genua-roma-1"])
    state = built(pieces(state, 0, ["sea-tyros"], ["genua"]), "roma", 1, "house", "house")
    state = after(state, 0, MoveSoldier("genua", "dot-genua-roma-1"), rolls(STRONG, WEAK, rest=None))
    state = acting(state, 1)

    assert len(state.players[1].soldiers) == 11
    assert when(state, 1, Recruit("roma", "soldier"))


def test_rule_8_10_without_pieces_one_is_out():
    state = player(pieces(at_sea(rings=(0, 3)), 1, ships=["sea-genua"]), 1, rings=3)
    state = after(state, 0, ATTACK, rolls(STRONG, WEAK, rest=None))

    assert MINOS.awaiting(state) == {1}
    events = when(state, 1, StandInConflict())
    assert of(events, PlayerEliminated) == [PlayerEliminated(1, 3)]
    state = after(state, 1, StandInConflict())
    assert state.players[1].money == state.players[1].rings == 0
    assert state.rings_lost == 3
    assert of(when(state, 0, EndTurn()), TurnStarted) == [TurnStarted(2)]


def test_rule_8_10_settlements_of_an_eliminated_player_are_abandoned():
    state = pieces(at_sea(), 1, soldiers=["genua"])
    state = built(pieces(state, 0, ["sea-genua"]), "genua", 1, "warehouse")
    state = built(state, "ancona", 1, "port")

    state = after(state, 0, MoveShip("sea-genua", "harbour-genua"), rolls(STRONG, WEAK, rest=None))

    assert state.settlements["ancona"].owner is None
    assert state.settlements["genua"].owner == 0
    assert state.eliminated == (1,)


def test_rule_8_10_an_attacker_can_go_out_in_his_own_turn():
    state = pieces(at_sea(), 0, ships=["sea-roma"])

    events = when(state, 0, ATTACK, rolls(WEAK, STRONG, rest=0))

    assert of(events, PlayerEliminated) == [PlayerEliminated(0, 0)]
    assert of(events, TurnStarted) == [TurnStarted(1)]


def test_rule_8_10_one_piece_is_enough_to_stay():
    state = after(at_sea(), 0, ATTACK, rolls(STRONG, WEAK, rest=None))

    assert state.eliminated == ()
    assert over(state) is None


def test_rule_8_10_the_eliminated_decide_nothing():
    state = pieces(at_sea(), 0, ships=["sea-roma"])
    state = after(state, 0, ATTACK, rolls(WEAK, STRONG, rest=0))

    assert refused(state, 0, KeepDice()) == "3.1"
