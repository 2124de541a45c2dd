"""Rules 2, 3.12 and 11: set-up, rounds and turns."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.minos import events as e
from domain.minos.evolve.parts import with_player
from domain.minos.state import Between, Declaring, Rolling, State


def _fields_covered(state: State, event: e.FieldsCovered) -> State:
    return replace(state, covered=event.fields)


def _first_player_drawn(state: State, event: e.FirstPlayerDrawn) -> State:
    return replace(state, first_player=event.seat, phase=Between(None))


def _round_started(state: State, event: e.RoundStarted) -> State:
    return replace(state, round=event.round, phase=Between(None))


def _turn_started(state: State, event: e.TurnStarted) -> State:
    decides = state.options.money_public == "own_choice"
    return replace(state, phase=Declaring(event.seat) if decides else Rolling(event.seat))


def _talents_shown(state: State, event: e.TalentsShown) -> State:
    return replace(state, phase=Rolling(event.seat), players=with_player(state, event.seat, shown=True))


def _talents_hidden(state: State, event: e.TalentsHidden) -> State:
    return replace(state, phase=Rolling(event.seat), players=with_player(state, event.seat, shown=False))


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(state, phase=Between(event.seat))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.FieldsCovered: _fields_covered,
    e.FirstPlayerDrawn: _first_player_drawn,
    e.RoundStarted: _round_started,
    e.TurnStarted: _turn_started,
    e.TalentsShown: _talents_shown,
    e.TalentsHidden: _talents_hidden,
    e.TurnEnded: _turn_ended,
}
