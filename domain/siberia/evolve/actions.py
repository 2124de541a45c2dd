"""Rules 3 to 9: turns, Research, and the actions of persons."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event, Seat
from domain.siberia import events as e
from domain.siberia.board import MANAGER
from domain.siberia.evolve.parts import (
    acting_of,
    done,
    in_order,
    sorted_with,
    with_column_used,
    with_player,
    without,
    without_pawn,
)
from domain.siberia.options import Token
from domain.siberia.state import State


def _turn_started(state: State, event: e.TurnStarted) -> State:
    """Start a turn with Research if the seat has research tokens (3.2)."""
    step = "research" if state.players[event.seat].research else "acting"
    return replace(state, phase=replace(acting_of(state), turn=event.seat, step=step))


def _round_passed(state: State, event: e.RoundPassed) -> State:
    phase = acting_of(state)
    return replace(state, phase=replace(phase, passed=(*phase.passed, event.seat), step="done"))


def _action_voided(state: State, event: e.ActionVoided) -> State:
    return with_column_used(state, event.seat, event.column, event.tokens)


def _resource_placed(state: State, event: e.ResourcePlaced) -> State:
    areas = {**state.areas, event.area: in_order((*state.areas[event.area], event.resource))}
    state = replace(state, areas=areas, reserves=state.reserves.without(event.resource), idle_rounds=0, cube_moved=True)
    return _researched(state, event.seat, event.token)


def _research_failed(state: State, event: e.ResearchFailed) -> State:
    return _researched(state, event.seat, event.token)


def _researched(state: State, seat: Seat, token: Token) -> State:
    """Return the token to the bag. The turn is over after the last one (4.6)."""
    player = state.players[seat]
    player = replace(player, research=without(player.research, token))
    phase = state.phase if player.research else done(state)
    return with_player(state, seat, player, bag=state.bag.having(token), phase=phase)


def _joker_played(state: State, event: e.JokerPlayed) -> State:
    state = with_column_used(state, event.seat, "manager", event.tokens)
    player = state.players[event.seat]
    tokens = {**player.tokens, event.column: (*player.tokens[event.column], MANAGER)}
    return with_player(state, event.seat, replace(player, tokens=tokens))


def _logistics_started(state: State, event: e.LogisticsStarted) -> State:
    phase = replace(acting_of(state), step="logistics", moves=event.moves, moved=())
    return with_column_used(state, event.seat, "logistics", event.tokens, phase=phase)


def _worker_moved(state: State, event: e.WorkerMoved) -> State:
    phase = acting_of(state)
    player = state.players[event.seat]
    player = replace(player, workers=sorted_with(without(player.workers, event.origin), event.to))
    moved = replace(phase, moves=phase.moves - event.moves, moved=sorted_with(phase.moved, event.to))
    return with_player(state, event.seat, player, phase=moved)


def _logistics_ended(state: State, _event: e.LogisticsEnded) -> State:
    return replace(state, phase=done(state))


def _salesman_placed(state: State, event: e.SalesmanPlaced) -> State:
    player = without_pawn(state, event.seat, event.origin)
    player = replace(player, salesmen=sorted_with(player.salesmen, event.exchange))
    return with_column_used(with_player(state, event.seat, player), event.seat, "salesman", event.tokens)


def _worker_placed(state: State, event: e.WorkerPlaced) -> State:
    player = without_pawn(state, event.seat, event.origin)
    player = replace(player, workers=sorted_with(player.workers, state.board.start))
    return with_column_used(with_player(state, event.seat, player), event.seat, "worker", event.tokens)


def _investment_taken(state: State, event: e.InvestmentTaken) -> State:
    player = state.players[event.seat]
    player = replace(player, tiles=(*player.tiles, event.tile))
    state = with_player(state, event.seat, player, open=without(state.open, event.tile))
    return with_column_used(state, event.seat, "investor", event.tokens)


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.TurnStarted: _turn_started,
    e.RoundPassed: _round_passed,
    e.ActionVoided: _action_voided,
    e.ResourcePlaced: _resource_placed,
    e.ResearchFailed: _research_failed,
    e.JokerPlayed: _joker_played,
    e.LogisticsStarted: _logistics_started,
    e.WorkerMoved: _worker_moved,
    e.LogisticsEnded: _logistics_ended,
    e.SalesmanPlaced: _salesman_placed,
    e.WorkerPlaced: _worker_placed,
    e.InvestmentTaken: _investment_taken,
}
