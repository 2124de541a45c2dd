"""Rules 2, 3.12 and 11: set-up, rounds and turns."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.minos import events as e
from domain.minos.state import Between, Rolling, State


def _fields_covered(state: State, event: e.FieldsCovered) -> State:
    return replace(state, covered=event.fields)


def _first_player_drawn(state: State, event: e.FirstPlayerDrawn) -> State:
    return replace(state, first_player=event.seat, phase=Between(None))


def _round_started(state: State, event: e.RoundStarted) -> State:
    return replace(state, round=event.round, phase=Between(None))


def _turn_started(state: State, event: e.TurnStarted) -> State:
    return replace(state, phase=Rolling(event.seat))


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(state, phase=Between(event.seat))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.FieldsCovered: _fields_covered,
    e.FirstPlayerDrawn: _first_player_drawn,
    e.RoundStarted: _round_started,
    e.TurnStarted: _turn_started,
    e.TurnEnded: _turn_ended,
}
