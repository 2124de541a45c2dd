"""Rules 1 and 11.1: set-up, rounds and phases."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.siberia import events as e
from domain.siberia.evolve.parts import in_order
from domain.siberia.state import Acting, Placing, Returning, SettingUp, State, idle_rounds


def _first_player_drawn(state: State, event: e.FirstPlayerDrawn) -> State:
    return replace(state, first_player=event.seat, phase=SettingUp())


def _area_seeded(state: State, event: e.AreaSeeded) -> State:
    reserves = state.reserves
    for resource in event.resources:
        reserves = reserves.without(resource)
    return replace(state, areas={**state.areas, event.area: in_order(event.resources)}, reserves=reserves)


def _sides_chosen(state: State, event: e.SidesChosen) -> State:
    return replace(state, sides=event.sides)


def _investment_revealed(state: State, event: e.InvestmentRevealed) -> State:
    return replace(state, open=(*state.open, event.tile), stack=state.stack.without(event.tile))


def _round_started(state: State, event: e.RoundStarted) -> State:
    nothing = tuple(() for _ in state.players)
    phase = Placing(nothing, nothing)
    return replace(state, round=event.round, first_player=event.first_player, phase=phase, cube_moved=False)


def _phase_started(state: State, event: e.PhaseStarted) -> State:
    """Start the turns, or find the seats that have to return tokens (11.2) and count idle rounds (13.6)."""
    if event.phase == "3":
        return replace(state, phase=Acting())
    keep = state.data.numbers.keep
    phase = Returning(tuple(seat for seat in state.order if state.players[seat].kept > keep))
    return replace(state, phase=phase, idle_rounds=idle_rounds(state))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.FirstPlayerDrawn: _first_player_drawn,
    e.AreaSeeded: _area_seeded,
    e.SidesChosen: _sides_chosen,
    e.InvestmentRevealed: _investment_revealed,
    e.RoundStarted: _round_started,
    e.PhaseStarted: _phase_started,
}
