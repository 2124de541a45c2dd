"""Set-up, rounds and phases."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.giganten import events as e
from domain.giganten.evolve.turns import dealing_of, movement_of, transport_of
from domain.giganten.state import Auctions, Choosing, Drilling, Phase, Prices, SettingUp, State, Storage
from domain.kernel.values import Event

_OPENING: Mapping[str, Callable[[State], Phase]] = {
    "2": lambda state: Choosing((), 0, state.order),
    "3": lambda state: dealing_of(state, state.order),
    "4": lambda state: movement_of(state, state.order),
    "5": lambda state: Drilling(state.order),
    "6": lambda state: transport_of(state, state.order),
    "7": lambda _: Auctions(0),
    "8": lambda _: Storage(),
}


def _first_player_drawn(state: State, event: e.FirstPlayerDrawn) -> State:
    state = replace(state, first_player=event.seat)
    return replace(state, phase=SettingUp(state.order if state.options.truck_entry == "setup" else ()))


def _round_started(state: State, event: e.RoundStarted) -> State:
    return replace(state, round=event.round, first_player=event.first_player, phase=Prices(0))


def _phase_started(state: State, event: e.PhaseStarted) -> State:
    return replace(state, phase=_OPENING[event.phase](state))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.FirstPlayerDrawn: _first_player_drawn,
    e.RoundStarted: _round_started,
    e.PhaseStarted: _phase_started,
}
