"""Rule 4.6: the fish, under both readings of M3 (X13)."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.minos import MINOS
from domain.minos.commands import AttackShip, MoveShip
from domain.minos.events import (
    AttackRepelled,
    AttackWon,
    ConflictOpened,
    DuelFought,
    EntryBarred,
    Piece,
    PlayerEliminated,
    RoundStarted,
    ShipMoved,
    TurnStarted,
)
from domain.minos.options import Space
from domain.minos.state import State
from tests.kit import of
from tests.rules.minos.kit import acting, after, given, listed, pieces, refused, rolls, stored, table, turn_of, when

ENTER = MoveShip("mare-ionium", "mare-medium")
WEAK, STRONG = "GGGGGG", "AAGGGG"
SANCTUARY: dict[str, Any] = {"fish": "sanctuary"}


def attack(defender: int) -> AttackShip:
    """Return the attack on a seat's ship at the fish."""
    return AttackShip("mare-ionium", "mare-medium", defender)


def beside(at_fish: tuple[int, ...], state: State | None = None) -> State:
    """Return the table in the turn of seat 0, whose ship lies beside the fish; these seats have a ship there."""
    state = pieces(acting(state or table(), points=3), 0, ["mare-ionium", "sea-roma"])
    homes: dict[int, Space] = {1: "sea-tyros", 2: "sea-tarsos", 3: "sea-genua"}
    for seat in range(1, len(state.players)):
        state = pieces(state, seat, [homes[seat], *(["mare-medium"] if seat in at_fish else [])])
    return state


@pytest.mark.parametrize("options", [{}, SANCTUARY], ids=["open", "sanctuary"])
def test_rule_4_6_an_empty_fish_is_entered(options: dict[str, Any]):
    state = beside((), table(**options))

    assert when(state, 0, ENTER)[0] == ShipMoved(0, "mare-ionium", "mare-medium")


def test_rule_4_6_a_ship_of_another_at_the_fish_is_attacked():
    events = when(beside((1,)), 0, attack(1), rolls(STRONG, WEAK, rest=None))

    assert events[0] == ConflictOpened(0, (Piece("ship", "mare-ionium"),), "mare-medium", 1, 1)
    assert events[-2:] == [DuelFought(6, 0, 0, 1, Piece("ship", "mare-medium")), AttackWon(0, "mare-medium")]
    state = given(beside((1,)), *events)
    assert (state.players[0].ships, state.players[1].ships) == (("mare-medium", "sea-roma"), ("sea-tyros",))


def test_rule_4_6_the_attacker_chooses_whose_ship():
    state = beside((1, 3))

    assert listed(state, 0, AttackShip) == [attack(1), attack(3)]
    assert refused(state, 0, attack(2)) == "4.6"
    assert refused(state, 0, attack(0)) == "4.6"
    assert refused(state, 0, attack(7)) == "4.6"
    assert refused(state, 0, ENTER) == "4.6"
    assert of(when(state, 0, attack(3), rolls(WEAK, STRONG, rest=None)), ConflictOpened)[0].defender == 3


def test_rule_4_6_a_winner_stays_outside_while_ships_of_others_are_left():
    state = beside((1, 3))

    events = when(state, 0, attack(3), rolls(STRONG, WEAK, rest=None))

    assert events[-1] == EntryBarred(0, "mare-medium")
    assert not of(events, AttackWon)
    state = given(state, *events)
    assert state.players[0].ships == ("mare-ionium", "sea-roma")
    assert turn_of(state).points == 2


def test_rule_4_6_a_winner_pays_and_fights_again_until_the_fish_is_empty():
    state = after(beside((1, 3)), 0, attack(3), rolls(STRONG, WEAK, rest=None))

    state = after(state, 0, attack(1), rolls(STRONG, WEAK, rest=None))

    assert state.players[0].ships == ("mare-medium", "sea-roma")
    assert turn_of(state).points == 1


def test_rule_4_6_a_loser_goes_to_the_reserve_and_the_fish_stays_as_it_is():
    events = when(beside((1, 3)), 0, attack(1), rolls(WEAK, STRONG, rest=None))

    assert events[-1] == AttackRepelled(0, "mare-medium")
    state = given(beside((1, 3)), *events)
    assert state.players[0].ships == ("sea-roma",)
    assert state.players[1].ships == ("mare-medium", "sea-tyros")


def test_rule_4_6_of_two_ships_of_one_player_one_is_fought():
    state = pieces(beside((), table(2)), 1, ["mare-medium", "mare-medium"])

    events = when(state, 0, attack(1), rolls(STRONG, WEAK, rest=None))

    assert events[-1] == EntryBarred(0, "mare-medium")
    state = given(state, *events)
    assert state.players[1].ships == ("mare-medium",)
    assert of(when(state, 0, attack(1), rolls(STRONG, WEAK, rest=0)), AttackWon)


def test_rule_4_6_the_loser_of_the_last_piece_is_out_and_the_winner_still_outside():
    state = pieces(beside((1, 3)), 3, ["mare-medium"])

    events = when(state, 0, attack(3), rolls(STRONG, WEAK, rest=None))

    assert events[-2:] == [EntryBarred(0, "mare-medium"), PlayerEliminated(3, 0)]


def test_rule_4_6_an_attack_at_the_fish_takes_a_point_and_a_ship_beside_it():
    assert refused(acting(beside((1,)), points=0), 0, attack(1)) == "4.1"
    assert refused(beside((1,)), 0, AttackShip("sea-roma", "mare-medium", 1)) == "4.4"
    assert refused(beside((1,)), 0, AttackShip("sea-gades", "mare-medium", 1)) == "4.4"


def test_rule_4_6_elsewhere_a_step_is_the_attack():
    state = pieces(beside(()), 1, ["mare-adriaticum"])

    assert refused(state, 0, AttackShip("mare-ionium", "mare-adriaticum", 1)) == "4.6"
    assert of(when(state, 0, MoveShip("mare-ionium", "mare-adriaticum")), ConflictOpened)


def test_rule_4_6_an_own_ship_at_the_fish_is_in_the_way():
    state = pieces(beside((), table(2)), 0, ["mare-ionium", "mare-medium"])

    assert refused(state, 0, ENTER) == "4.5"
    state = pieces(state, 1, ["mare-medium"])
    assert refused(state, 0, ENTER) == "4.5"
    assert refused(state, 0, attack(1)) == "4.5"


def test_rule_4_6_in_the_first_round_no_ship_enters_while_another_lies_there():
    state = replace(beside((1,)), round=1)

    assert refused(state, 0, ENTER) == "4.6"
    assert refused(state, 0, attack(1)) == "8.2"
    assert not listed(state, 0, AttackShip)


def test_rule_4_6_as_a_sanctuary_no_ship_enters_while_another_lies_there():
    state = beside((1,), table(**SANCTUARY))

    assert refused(state, 0, ENTER) == "4.6"
    assert refused(state, 0, attack(1)) == "4.6"


def test_rule_4_6_as_a_sanctuary_an_own_ship_closes_the_fish_too():
    state = pieces(beside((), table(2, **SANCTUARY)), 0, ["mare-ionium", "mare-medium"])

    assert refused(state, 0, ENTER) == "4.6"


def test_rule_4_6_in_a_stored_game_the_fish_is_a_sanctuary():
    moved = (ShipMoved(0, "mare-medium", "sea-athenai"), ShipMoved(0, "sea-athenai", "mare-ionium"))
    state = given(acting(stored(), points=5), *moved)

    assert refused(state, 0, ENTER) == "4.6"
    assert refused(state, 0, attack(1)) == "4.6"
    state = given(state, RoundStarted(5), TurnStarted(0))
    assert refused(acting(state, points=5), 0, ENTER) == "4.6"


def test_rule_4_6_the_attack_is_found_again_from_its_event():
    opened = when(beside((1, 3)), 0, attack(3))[0]

    accepted = [command for command in MINOS.commands_of(opened) if _accepts(beside((1, 3)), command)]

    assert accepted == [attack(3)]


def _accepts(state: State, command: object) -> bool:
    return any(choice.command == command for choice in MINOS.legal_commands(state, 0))
