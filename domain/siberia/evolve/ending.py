"""Rules 11.2 and 13: the end of a round and of the game."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.siberia import events as e
from domain.siberia.evolve.parts import with_player, without
from domain.siberia.state import Over, Returning, State, idle_rounds


def _end_triggered(state: State, event: e.EndTriggered) -> State:
    """Record why the game ends. A standstill counts the round, which is finished (13.6)."""
    if event.reason == "standstill":
        state = replace(state, idle_rounds=idle_rounds(state))
    return replace(state, ending=event.reason)


def _token_returned(state: State, event: e.TokenReturned) -> State:
    """Return the token. The seat is done when it has as many as it may keep (11.2)."""
    assert isinstance(state.phase, Returning)
    player = state.players[event.seat]
    tokens = {**player.tokens, event.column: without(player.tokens[event.column], event.token)}
    player = replace(player, tokens=tokens)
    todo = state.phase.todo if player.kept > state.data.numbers.keep else state.phase.todo[1:]
    return with_player(state, event.seat, player, bag=state.bag.having(event.token), phase=Returning(todo))


def _play_ended(state: State, _event: e.PlayEnded) -> State:
    return replace(state, phase=Over(state.passed))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.EndTriggered: _end_triggered,
    e.TokenReturned: _token_returned,
    e.PlayEnded: _play_ended,
}
