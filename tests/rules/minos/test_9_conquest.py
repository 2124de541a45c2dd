"""Rule 9: settlements are fought for, left and taken."""

import pytest
from msgspec.structs import replace

from domain.minos import MINOS
from domain.minos.commands import (
    DeclineSoldier,
    EndTurn,
    MoveShip,
    MoveSoldier,
    PlaceSoldier,
    RerollInConflict,
    StandInConflict,
)
from domain.minos.events import (
    AttackRepelled,
    AttackWon,
    ConflictOpened,
    DuelFought,
    FreeSoldierDeclined,
    FreeSoldierPlaced,
    Piece,
    SettlementAbandoned,
    SettlementTaken,
)
from domain.minos.options import Building
from domain.minos.state import Placing, State
from tests.kit import of
from tests.rules.minos.kit import (
    acting,
    after,
    built,
    given,
    pieces,
    player,
    refused,
    rolls,
    shows,
    table,
    turn_of,
    when,
)

SAIL = MoveShip("sea-roma", "harbour-roma")
WALK = MoveSoldier("dot-genua-roma-2", "roma")
WEAK, STRONG = "GGGGGG", "AAGGGG"


def siege(
    ships: list[str] | None = None,
    soldiers: list[str] | None = None,
    *,
    walled: bool = False,
    abandoned_bonus: bool = True,
) -> State:
    """Return the table in the turn of seat 0, whose ship and soldier are near Roma, a settlement of seat 1."""
    state = pieces(
        acting(table(abandoned_bonus=abandoned_bonus), 0, "G", points=4), 0, ["sea-roma"], ["dot-genua-roma-2"]
    )
    state = pieces(state, 1, [*(ships or []), "sea-tarsos"], soldiers if soldiers is not None else ["roma"])
    walls: tuple[Building, ...] = ("walls",) if walled else ()
    return built(state, "roma", 1, "warehouse", "port", *walls)


def lonely(left_by: int | None = 1, *, abandoned_bonus: bool = True) -> State:
    """Return the same with Roma abandoned."""
    state = pieces(siege(soldiers=[], abandoned_bonus=abandoned_bonus), 1, ships=["sea-tarsos"])
    return built(player(state, 1, income=0), "roma", None, "warehouse", "port", left_by=left_by)


def test_rule_9_1_every_defender_has_to_go_the_ship_first():
    state = siege(["harbour-roma"], ["roma", "roma"])

    events = when(state, 0, WALK, rolls(STRONG, WEAK, STRONG, WEAK, STRONG, WEAK, rest=None))

    assert [duel.lost for duel in of(events, DuelFought)] == [
        Piece("ship", "harbour-roma"),
        Piece("soldier", "roma"),
        Piece("soldier", "roma"),
    ]
    assert of(events, AttackWon)
    assert turn_of(given(state, *events)).points == 3


def test_rule_9_1_a_ship_against_a_soldier_on_equal_terms():
    events = when(siege(), 0, SAIL, rolls(STRONG, WEAK, rest=None))

    assert of(events, DuelFought) == [DuelFought(6, 0, 0, 1, Piece("soldier", "roma"))]


def test_rule_9_1_a_soldier_against_a_ship_on_equal_terms():
    events = when(siege(["harbour-roma"], []), 0, WALK, rolls(WEAK, STRONG, rest=None))

    assert of(events, DuelFought) == [DuelFought(0, 6, 1, 0, Piece("soldier", "dot-genua-roma-2"))]


def test_rule_9_1_a_settlement_is_not_taken_while_a_defender_is_left():
    state = siege(soldiers=["roma", "roma"])

    events = when(state, 0, WALK, rolls(STRONG, WEAK, WEAK, STRONG, rest=None))

    assert of(events, AttackRepelled)
    assert not of(events, SettlementTaken)
    after_it = given(state, *events)
    assert after_it.settlements["roma"].owner == 1
    assert after_it.players[1].soldiers == ("roma",)


def test_rule_9_1_rings_are_used_up_over_all_duels_and_nobody_retreats():
    state = replace(player(siege(soldiers=["roma", "roma"]), 0, rings=2), rings=48)
    state = after(state, 0, WALK, rolls(WEAK, rest=None))

    assert refused(state, 0, EndTurn()) == "8.6"
    state = after(state, 0, RerollInConflict(shows("GGG")), rolls("AAG", rest=None))
    state = after(state, 0, StandInConflict(), rolls(WEAK, WEAK, rest=None))
    assert (state.players[0].rings, state.players[1].soldiers) == (1, ("roma",))
    state = after(state, 0, RerollInConflict(shows("GGG")), rolls("AAG", WEAK, rest=None))

    assert (state.players[0].rings, state.rings) == (0, 50)
    assert state.settlements["roma"].owner == 0


def test_rule_9_2_a_settlement_changes_hands_with_all_its_buildings():
    state = siege(walled=True)
    events = when(state, 0, WALK, rolls(STRONG, WEAK, rest=None))

    assert of(events, SettlementTaken) == [SettlementTaken(0, "roma", 1, 6, 0, soldier_due=False)]
    state = given(state, *events)
    assert state.settlements["roma"].buildings == ("warehouse", "port", "walls")
    assert [each.income for each in state.players] == [6, 0, 0, 0]


def test_rule_9_2_after_a_defeat_nothing_changes_hands():
    state = after(siege(), 0, WALK, rolls(WEAK, STRONG, rest=None))

    assert [each.income for each in state.players] == [0, 3, 0, 0]


def test_rule_9_3_a_settlement_left_is_abandoned_at_once():
    state = acting(siege(), 1, points=3)

    events = when(state, 1, MoveSoldier("roma", "dot-roma-ancona-1"))

    assert of(events, SettlementAbandoned) == [SettlementAbandoned(1, "roma", 0)]
    assert given(state, *events).settlements["roma"].owner is None


@pytest.mark.parametrize("throws", [(STRONG, WEAK), (WEAK, STRONG)], ids=["won", "lost"])
def test_rule_9_3_also_when_the_last_piece_leaves_to_attack(throws: tuple[str, str]):
    state = acting(pieces(siege(), 0, ["sea-tyros"], ["dot-roma-ancona-1"]), 1, points=3)

    events = when(state, 1, MoveSoldier("roma", "dot-roma-ancona-1"), rolls(*throws, rest=None))

    assert of(events, SettlementAbandoned) == [SettlementAbandoned(1, "roma", 0)]
    assert given(state, *events).players[1].income == 0


def test_rule_9_3_a_settlement_with_a_piece_left_is_not():
    state = acting(siege(["harbour-roma"]), 1, points=3)

    assert not of(when(state, 1, MoveSoldier("roma", "dot-roma-ancona-1")), SettlementAbandoned)


def test_rule_9_4_a_ships_conquest_brings_a_soldier():
    state = after(siege(), 0, SAIL, rolls(STRONG, WEAK, rest=None))

    assert isinstance(state.phase, Placing)
    events = when(state, 0, PlaceSoldier())
    assert events[0] == FreeSoldierPlaced(0, "roma")
    state = given(state, *events)
    assert state.players[0].soldiers == ("dot-genua-roma-2", "roma")
    assert state.players[0].ships == ("harbour-roma",)
    assert turn_of(state).points == 3


def test_rule_9_4_the_soldier_may_be_declined():
    state = after(siege(), 0, SAIL, rolls(STRONG, WEAK, rest=None))

    assert when(state, 0, DeclineSoldier())[0] == FreeSoldierDeclined(0, "roma")


def test_rule_9_4_nothing_else_before_that():
    state = after(siege(), 0, SAIL, rolls(STRONG, WEAK, rest=None))

    assert refused(state, 0, EndTurn()) == "9.4"


def test_rule_9_4_a_soldiers_conquest_brings_none_and_an_empty_reserve_neither():
    state = after(siege(), 0, WALK, rolls(STRONG, WEAK, rest=None))
    assert turn_of(state)

    state = pieces(siege(), 0, ["sea-roma"], ["genua"] * 12)
    assert turn_of(after(state, 0, SAIL, rolls(STRONG, WEAK, rest=None)))


def test_rule_9_5_an_abandoned_settlement_is_taken_without_a_conflict():
    events = when(lonely(), 0, WALK)

    assert not of(events, ConflictOpened)
    assert of(events, SettlementTaken) == [SettlementTaken(0, "roma", None, 3, None, soldier_due=False)]


def test_rule_9_5_a_field_left_and_taken_back_in_one_turn():
    state = acting(siege(), 1, points=3)
    state = after(state, 1, MoveSoldier("roma", "dot-roma-ancona-1"))
    assert (state.players[1].income, state.settlements["roma"].left_by) == (0, 1)

    state = after(state, 1, MoveSoldier("dot-roma-ancona-1", "roma"))

    assert (state.players[1].income, state.settlements["roma"].owner) == (3, 1)


def test_rule_9_5_who_only_passes_takes_it_and_leaves_it():
    state = after(lonely(), 0, WALK)
    assert (state.players[0].income, state.settlements["roma"].owner) == (3, 0)

    state = after(state, 0, MoveSoldier("roma", "dot-roma-ancona-1"))

    assert (state.players[0].income, state.settlements["roma"].owner) == (0, None)


def test_rule_9_5_a_defended_settlement_is_not_taken_so():
    assert of(when(siege(), 0, WALK, rolls(STRONG, WEAK, rest=None)), ConflictOpened)


def test_rule_9_6_a_ship_brings_a_soldier_to_an_abandoned_settlement():
    state = after(lonely(), 0, SAIL)

    assert isinstance(state.phase, Placing)


def test_rule_9_6_not_for_the_player_who_left_it():
    state = after(lonely(left_by=0), 0, SAIL)

    assert turn_of(state)
    assert state.settlements["roma"].owner == 0


def test_rule_9_6_without_the_option_only_for_defended_settlements():
    assert turn_of(after(lonely(abandoned_bonus=False), 0, SAIL))
    state = after(siege(abandoned_bonus=False), 0, SAIL, rolls(STRONG, WEAK, rest=None))
    assert MINOS.awaiting(state) == {0}
    assert isinstance(state.phase, Placing)
