"""How each event changes the table of Nim. No rule is checked or calculated here."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event, Seat
from tests.titles.nim import events as e
from tests.titles.nim.state import Over, Player, State, Taking


def _first_player_drawn(state: State, event: e.FirstPlayerDrawn) -> State:
    return replace(state, first_player=event.seat)


def _favourite_drawn(state: State, event: e.FavouriteDrawn) -> State:
    return _with_player(state, event.seat, replace(state.players[event.seat], favourite=event.secret.heap))


def _turn_started(state: State, event: e.TurnStarted) -> State:
    return replace(state, phase=Taking(event.seat))


def _objects_taken(state: State, event: e.ObjectsTaken) -> State:
    player = state.players[event.seat]
    state = _with_player(state, event.seat, replace(player, taken=_added(player.taken, event.heap, event.number)))
    heaps = _added(state.heaps, event.heap, -event.number)
    return replace(state, heaps=heaps, last_taker=event.seat, phase=Taking(event.seat, taken=True))


def _play_ended(state: State, _event: e.PlayEnded) -> State:
    return replace(state, phase=Over())


def _with_player(state: State, seat: Seat, player: Player) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _added(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] + number, *numbers[place + 1 :])


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.FirstPlayerDrawn: _first_player_drawn,
    e.FavouriteDrawn: _favourite_drawn,
    e.TurnStarted: _turn_started,
    e.ObjectsTaken: _objects_taken,
    e.PlayEnded: _play_ended,
}
"""The function of each event type. Its keys are all event types of the title."""
