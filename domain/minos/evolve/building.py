"""Rules 5 and 7: building and recruiting."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.minos import events as e
from domain.minos.board import harbour_of
from domain.minos.evolve.parts import acted, turn_of, with_player, with_space
from domain.minos.options import BUILDINGS
from domain.minos.state import Settlement, State


def _building_built(state: State, event: e.BuildingBuilt) -> State:
    turn = turn_of(state)
    player = state.players[event.seat]
    old = state.settlements.get(event.field)
    buildings = (*(old.buildings if old else ()), event.building)
    kind = BUILDINGS.index(event.building)
    players = with_player(
        state,
        event.seat,
        money=player.money - event.cost,
        income=event.income,
        soldiers=with_space(player.soldiers, event.field) if event.soldier else player.soldiers,
    )
    return replace(
        state,
        players=players,
        settlements={**state.settlements, event.field: Settlement(event.seat, buildings)},
        stock=(*state.stock[:kind], state.stock[kind] - 1, *state.stock[kind + 1 :]),
        last_built=state.round,
        phase=acted(state, turn, rights=turn.rights - event.rights),
    )


def _piece_recruited(state: State, event: e.PieceRecruited) -> State:
    turn = turn_of(state)
    player = state.players[event.seat]
    money = player.money - event.cost
    if event.piece == "ship":
        players = with_player(state, event.seat, money=money, ships=with_space(player.ships, harbour_of(event.field)))
    else:
        players = with_player(state, event.seat, money=money, soldiers=with_space(player.soldiers, event.field))
    return replace(state, players=players, phase=acted(state, turn, recruited=(*turn.recruited, event.field)))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.BuildingBuilt: _building_built,
    e.PieceRecruited: _piece_recruited,
}
