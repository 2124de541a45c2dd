"""Phase 8: storage."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.giganten import events as e
from domain.giganten.evolve.parts import with_player, with_stored
from domain.giganten.state import State
from domain.kernel.values import Event


def _excess_returned(state: State, event: e.ExcessReturned) -> State:
    player = state.players[event.seat]
    depots = with_stored(player, event.company, -event.markers)
    players = with_player(state, event.seat, money=player.money + event.refund, depots=depots)
    return replace(state, players=players, supply=state.supply + event.markers)


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {e.ExcessReturned: _excess_returned}
