"""Rule 8.3: what follows from a defeat of the attacker (X11)."""

from typing import Any

from domain.minos import MINOS
from domain.minos.commands import CarrySoldier, MoveShip
from domain.minos.events import (
    AttackRepelled,
    ConflictDiceRolled,
    ConflictDiceStood,
    ConflictOpened,
    DuelFought,
    Piece,
    PlayEnded,
    PlayerEliminated,
    SettlementAbandoned,
    TurnEnded,
    TurnStarted,
)
from domain.minos.state import State
from tests.kit import of
from tests.rules.minos.kit import acting, after, built, given, over, pieces, rolls, shows, stored, table, turn_of, when

ATTACK = MoveShip("sea-roma", "sea-genua")
WEAK, STRONG = "GGGGGG", "AAGGGG"
ENDS: dict[str, Any] = {"after_defeat": "turn_ends"}


def at_sea(state: State, points: int = 3) -> State:
    """Return the table in the turn of seat 0, whose ship lies beside one of seat 1; both have another ship."""
    state = pieces(acting(state, 0, "G", points=points), 0, ships=["sea-roma", "sea-tyros"])
    return pieces(state, 1, ships=["sea-genua", "sea-tarsos"])


def test_rule_8_3_remaining_movement_after_a_lost_fight():
    state = after(at_sea(table()), 0, ATTACK, rolls(WEAK, STRONG, rest=None))

    assert state.players[0].ships == ("sea-tyros",)
    assert turn_of(state).points == 2
    assert when(state, 0, MoveShip("sea-tyros", "harbour-tyros"))


def test_rule_8_3_under_the_plain_sentence_a_defeat_ends_the_turn():
    events = when(at_sea(table(**ENDS)), 0, ATTACK, rolls(WEAK, STRONG, rest=0))

    repelled = events.index(AttackRepelled(0, "sea-genua"))
    assert events[repelled + 1 : repelled + 3] == [TurnEnded(0), TurnStarted(1)]
    assert MINOS.awaiting(given(at_sea(table(**ENDS)), *events)) == {1}


def test_rule_8_3_under_the_plain_sentence_a_winner_goes_on():
    state = after(at_sea(table(**ENDS)), 0, ATTACK, rolls(STRONG, WEAK, rest=None))

    assert turn_of(state).points == 2
    assert when(state, 0, MoveShip("sea-genua", "harbour-genua"))


def test_rule_8_3_a_ship_that_loses_before_its_soldier_wins_is_no_defeat():
    state = acting(table(advanced_transport=True, **ENDS), 0, "G", points=5)
    state = pieces(pieces(state, 0, ["harbour-roma"], ["roma", "roma"]), 1, ["harbour-genua", "sea-tyros"])

    state = after(state, 0, CarrySoldier("roma", "genua"), rolls(WEAK, STRONG, STRONG, WEAK, rest=None))

    assert state.players[0].soldiers == ("genua", "roma")
    assert turn_of(state).points == 2


def test_rule_8_3_what_the_defeat_leaves_changes_hands_before_the_turn_ends():
    state = built(pieces(at_sea(table(**ENDS)), 0, ["harbour-roma", "sea-tyros"]), "roma", 0, "port")
    state = pieces(state, 1, ["sea-roma", "sea-tarsos"])

    events = when(state, 0, MoveShip("harbour-roma", "sea-roma"), rolls(WEAK, STRONG, rest=0))

    repelled = events.index(AttackRepelled(0, "sea-roma"))
    assert events[repelled + 1 : repelled + 3] == [SettlementAbandoned(0, "roma", 0), TurnEnded(0)]


def test_rule_8_3_who_is_out_by_the_defeat_is_out_before_the_turn_ends():
    state = pieces(at_sea(table(**ENDS)), 0, ["sea-roma"])

    events = when(state, 0, ATTACK, rolls(WEAK, STRONG, rest=0))

    assert of(events, PlayerEliminated) == [PlayerEliminated(0, 0)]
    assert events.index(PlayerEliminated(0, 0)) < events.index(TurnEnded(0))


def test_rule_10_4_the_last_defeat_ends_the_game_and_no_turn():
    state = pieces(at_sea(table(2, **ENDS)), 0, ["sea-roma"])

    events = when(state, 0, ATTACK, rolls(WEAK, STRONG, rest=None))

    assert events[-1] == PlayEnded("last_standing")
    assert not of(events, TurnEnded)
    assert over(given(state, *events)) == "last_standing"


def test_rule_8_3_in_a_stored_game_a_defeat_never_ends_the_turn():
    state = given(
        at_sea(stored()),
        ConflictOpened(0, (Piece("ship", "sea-roma"),), "sea-genua", 1, 1),
        ConflictDiceRolled(0, shows(WEAK), 0, ()),
        ConflictDiceStood(0, 0),
        ConflictDiceRolled(1, shows(STRONG), 6, ()),
        ConflictDiceStood(1, 6),
        DuelFought(0, 6, 1, 0, Piece("ship", "sea-roma")),
        AttackRepelled(0, "sea-genua"),
    )

    assert MINOS.awaiting(state) == {0}
    assert turn_of(state).points == 2
    assert when(state, 0, MoveShip("sea-tyros", "harbour-tyros"))
