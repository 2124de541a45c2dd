"""Rules 4 and 12: movement and transport."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.minos import events as e
from domain.minos.board import harbour_of
from domain.minos.evolve.parts import acted, moved, turn_of, with_player
from domain.minos.state import State


def _ship_moved(state: State, event: e.ShipMoved) -> State:
    turn = turn_of(state)
    ships = moved(state.players[event.seat].ships, event.origin, event.to)
    phase = acted(state, turn, points=turn.points - 1)
    return replace(state, players=with_player(state, event.seat, ships=ships), phase=phase)


def _soldier_moved(state: State, event: e.SoldierMoved) -> State:
    turn = turn_of(state)
    soldiers = moved(state.players[event.seat].soldiers, event.origin, event.to)
    phase = acted(state, turn, points=turn.points - 1)
    return replace(state, players=with_player(state, event.seat, soldiers=soldiers), phase=phase)


def _soldier_carried(state: State, event: e.SoldierCarried) -> State:
    turn = turn_of(state)
    player = state.players[event.seat]
    players = with_player(
        state,
        event.seat,
        ships=moved(player.ships, harbour_of(event.origin), harbour_of(event.to)),
        soldiers=moved(player.soldiers, event.origin, event.to),
    )
    return replace(state, players=players, phase=acted(state, turn, points=turn.points - event.points))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.ShipMoved: _ship_moved,
    e.SoldierMoved: _soldier_moved,
    e.SoldierCarried: _soldier_carried,
}
