"""Rule 8: conflicts."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.minos import events as e
from domain.minos.board import harbour_of
from domain.minos.evolve.parts import acted, moved, turn_of, with_player, without
from domain.minos.state import Fighting, State


def _conflict_opened(state: State, event: e.ConflictOpened) -> State:
    turn = turn_of(state)
    turn = acted(state, turn, points=turn.points - event.points)
    return replace(state, phase=Fighting(turn, event.attackers, event.place, event.defender))


def _conflict_dice_rolled(state: State, event: e.ConflictDiceRolled) -> State:
    assert isinstance(state.phase, Fighting)
    return replace(state, phase=replace(state.phase, dice=event.dice))


def _conflict_dice_rerolled(state: State, event: e.ConflictDiceRerolled) -> State:
    assert isinstance(state.phase, Fighting)
    players = with_player(state, event.seat, rings=state.players[event.seat].rings - 1)
    return replace(state, players=players, rings=state.rings + 1, phase=replace(state.phase, dice=event.dice))


def _conflict_dice_stood(state: State, event: e.ConflictDiceStood) -> State:
    """Let the defender roll after the attacker, then settle the duel (8.8)."""
    assert isinstance(state.phase, Fighting)
    if state.phase.step == "attack":
        return replace(state, phase=replace(state.phase, step="defend", dice=None, attack=event.value))
    return replace(state, phase=replace(state.phase, step="settle", dice=None, defence=event.value))


def _duel_fought(state: State, event: e.DuelFought) -> State:
    phase = state.phase
    assert isinstance(phase, Fighting)
    player = state.players[event.loser]
    lost = event.lost
    if lost.kind == "ship":
        players = with_player(state, event.loser, ships=without(player.ships, lost.space))
    else:
        players = with_player(state, event.loser, soldiers=without(player.soldiers, lost.space))
    attackers = phase.attackers if event.winner == phase.turn.seat else phase.attackers[1:]
    won = phase.duels_won + (event.winner == phase.turn.seat)
    fighting = Fighting(phase.turn, attackers, phase.place, phase.defender, duels_won=won)
    return replace(state, players=players, phase=fighting)


def _attack_won(state: State, event: e.AttackWon) -> State:
    phase = state.phase
    assert isinstance(phase, Fighting)
    player = state.players[event.seat]
    ships, soldiers = player.ships, player.soldiers
    for piece in phase.attackers:
        if piece.kind == "ship":
            at_field = event.place in state.board.field_of
            ships = moved(ships, piece.space, harbour_of(event.place) if at_field else event.place)
        else:
            soldiers = moved(soldiers, piece.space, event.place)
    return replace(state, players=with_player(state, event.seat, ships=ships, soldiers=soldiers), phase=phase.turn)


def _attack_repelled(state: State, _event: e.AttackRepelled) -> State:
    """Go on with the turn, which has a defeat now (8.3)."""
    assert isinstance(state.phase, Fighting)
    return replace(state, phase=replace(state.phase.turn, defeated=True))


def _entry_barred(state: State, _event: e.EntryBarred) -> State:
    assert isinstance(state.phase, Fighting)
    return replace(state, phase=state.phase.turn)


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.ConflictOpened: _conflict_opened,
    e.ConflictDiceRolled: _conflict_dice_rolled,
    e.ConflictDiceRerolled: _conflict_dice_rerolled,
    e.ConflictDiceStood: _conflict_dice_stood,
    e.DuelFought: _duel_fought,
    e.AttackWon: _attack_won,
    e.AttackRepelled: _attack_repelled,
    e.EntryBarred: _entry_barred,
}
