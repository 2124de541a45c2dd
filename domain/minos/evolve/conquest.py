"""Rules 8.10, 9 and 10: settlements that change hands, eliminations, and the end."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event, Seat
from domain.minos import events as e
from domain.minos.evolve.parts import turn_of, with_player, with_space
from domain.minos.options import Field
from domain.minos.state import Over, Placing, Settlement, State


def _owned(state: State, field: Field, owner: Seat | None, left_by: Seat | None) -> Mapping[Field, Settlement]:
    old = state.settlements[field]
    return {**state.settlements, field: replace(old, owner=owner, left_by=left_by)}


def _settlement_abandoned(state: State, event: e.SettlementAbandoned) -> State:
    settlements = _owned(state, event.field, None, event.seat)
    return replace(state, settlements=settlements, players=with_player(state, event.seat, income=event.income))


def _settlement_taken(state: State, event: e.SettlementTaken) -> State:
    if event.taken_from is not None:
        state = replace(state, players=with_player(state, event.taken_from, income=event.loser_income))
    return replace(
        state,
        settlements=_owned(state, event.field, event.seat, None),
        players=with_player(state, event.seat, income=event.income),
        phase=Placing(turn_of(state), event.field) if event.soldier_due else state.phase,
    )


def _free_soldier_placed(state: State, event: e.FreeSoldierPlaced) -> State:
    assert isinstance(state.phase, Placing)
    soldiers = with_space(state.players[event.seat].soldiers, event.field)
    return replace(state, players=with_player(state, event.seat, soldiers=soldiers), phase=state.phase.turn)


def _free_soldier_declined(state: State, _event: e.FreeSoldierDeclined) -> State:
    assert isinstance(state.phase, Placing)
    return replace(state, phase=state.phase.turn)


def _player_eliminated(state: State, event: e.PlayerEliminated) -> State:
    return replace(
        state,
        players=with_player(state, event.seat, money=0, rings=0),
        rings_lost=state.rings_lost + event.rings,
        eliminated=(*state.eliminated, event.seat),
    )


def _play_ended(state: State, event: e.PlayEnded) -> State:
    return replace(state, phase=Over(event.reason))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.SettlementAbandoned: _settlement_abandoned,
    e.SettlementTaken: _settlement_taken,
    e.FreeSoldierPlaced: _free_soldier_placed,
    e.FreeSoldierDeclined: _free_soldier_declined,
    e.PlayerEliminated: _player_eliminated,
    e.PlayEnded: _play_ended,
}
