"""Rule 2: drawing and placing tokens."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.siberia import events as e
from domain.siberia.evolve.parts import placing_of, with_item, with_player, without
from domain.siberia.state import Placing, State


def _tokens_drawn(state: State, event: e.TokensDrawn) -> State:
    phase = placing_of(state)
    bag = state.bag
    for token in event.secret.tokens:
        bag = bag.without(token)
    return replace(state, bag=bag, phase=replace(phase, hands=with_item(phase.hands, event.seat, event.secret.tokens)))


def _drawing_ended(state: State, _event: e.DrawingEnded) -> State:
    return replace(state, phase=replace(placing_of(state), step="placing"))


def _token_placed(state: State, event: e.TokenPlaced) -> State:
    phase = placing_of(state)
    hand = without(phase.hands[event.seat], event.secret.token)
    laid = (*phase.laid[event.seat], event.secret)
    hands = with_item(phase.hands, event.seat, hand)
    return replace(state, phase=replace(phase, hands=hands, laid=with_item(phase.laid, event.seat, laid)))


def _placing_changed(state: State, event: e.PlacingChanged) -> State:
    phase = placing_of(state)
    seat, change = event.seat, event.secret
    hand, laid, one = phase.hands[seat], phase.laid[seat], e.Laid(change.token, change.spot)
    if change.taken_back:
        hand, laid = (*hand, change.token), without(laid, one)
    else:
        hand, laid = without(hand, change.token), (*laid, one)
    changes = with_item(phase.changes or (0,) * len(phase.hands), seat, phase.changes_of(seat) + 1)
    phase = replace(
        phase, hands=with_item(phase.hands, seat, hand), laid=with_item(phase.laid, seat, laid), changes=changes
    )
    return replace(state, phase=phase)


def _placing_ended(state: State, event: e.PlacingEnded) -> State:
    phase = placing_of(state)
    return replace(state, phase=replace(phase, done=(*phase.done, event.seat)))


def _placements_revealed(state: State, event: e.PlacementsRevealed) -> State:
    nothing = tuple(() for _ in state.players)
    state = replace(state, phase=Placing(nothing, nothing, "revealed"))
    for placement in event.placements:
        player = state.players[placement.seat]
        tokens = dict(player.tokens)
        research = player.research
        for laid in placement.tokens:
            if laid.spot == "research":
                research = (*research, laid.token)
            else:
                tokens[laid.spot] = (*tokens[laid.spot], laid.token)
        state = with_player(state, placement.seat, replace(player, tokens=tokens, research=research))
    return state


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.TokensDrawn: _tokens_drawn,
    e.DrawingEnded: _drawing_ended,
    e.TokenPlaced: _token_placed,
    e.PlacingChanged: _placing_changed,
    e.PlacingEnded: _placing_ended,
    e.PlacementsRevealed: _placements_revealed,
}
