"""Rules 10 and 12: sales, and exhausted areas."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.siberia import events as e
from domain.siberia.evolve.parts import with_column_used, with_player, without
from domain.siberia.options import Place
from domain.siberia.state import Player, State


def _cubes_sold(state: State, event: e.CubesSold) -> State:
    areas = dict(state.areas)
    for area in event.areas:
        areas[area] = without(areas[area], event.resource)
    player = state.players[event.seat]
    player = replace(player, money=player.money + event.proceeds)
    sold = state.sold.having(event.resource, len(event.areas))
    state = with_player(state, event.seat, player, areas=areas, sold=sold, idle_rounds=0, cube_moved=True)
    return with_column_used(state, event.seat, event.resource, event.tokens)


def _area_exhausted(state: State, event: e.AreaExhausted) -> State:
    players = tuple(_gone_home(player, event.area) for player in state.players)
    return replace(state, players=players, exhausted=(*state.exhausted, event.area))


def _gone_home(player: Player, area: Place) -> Player:
    workers = tuple(place for place in player.workers if place != area)
    return replace(player, workers=workers, reserve=player.reserve + len(player.workers) - len(workers))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.CubesSold: _cubes_sold,
    e.AreaExhausted: _area_exhausted,
}
