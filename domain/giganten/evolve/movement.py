"""Phase 4: truck, train, inspections, specials."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.giganten import events as e
from domain.giganten.evolve.parts import discards_with, undrawn_without, with_player, with_price, with_stored
from domain.giganten.evolve.turns import movement_of
from domain.giganten.state import Movement, SettingUp, State, card_of
from domain.kernel.values import Event


def _truck_placed(state: State, event: e.TruckPlaced) -> State:
    players, phase = with_player(state, event.seat, truck=event.square), state.phase
    if isinstance(phase, SettingUp):
        return replace(state, players=players, phase=SettingUp(phase.todo[1:]))
    assert isinstance(phase, Movement)
    return replace(state, players=players, phase=replace(phase, step="move"))


def _truck_driven(state: State, event: e.TruckDriven) -> State:
    assert isinstance(state.phase, Movement)
    phase = replace(state.phase, points=state.phase.points - event.points)
    return replace(state, phase=phase, players=with_player(state, event.seat, truck=event.way[-1]))


def _site_inspected(state: State, event: e.SiteInspected) -> State:
    value = event.secret.value
    known = {**state.players[event.seat].known, event.site: value}
    phase = state.phase
    if isinstance(phase, Movement):
        phase = replace(phase, inspected=(*phase.inspected, event.site))
    return replace(
        state,
        players=with_player(state, event.seat, known=known),
        tiles=state.tiles if state.tiles[event.site] is not None else {**state.tiles, event.site: value},
        undrawn=undrawn_without(state, event.site, value),
        phase=phase,
    )


def _draws_sealed(state: State, _event: e.DrawsSealed) -> State:
    # the draws are for verification; the events before it carry their outcome
    return state


def _train_advanced(state: State, event: e.TrainAdvanced) -> State:
    assert isinstance(state.phase, Movement)
    phase = replace(state.phase, points=state.phase.points - event.points)
    return replace(state, phase=phase, players=with_player(state, event.seat, train=event.to))


def _movement_ended(state: State, event: e.MovementEnded) -> State:
    """End the movement. The special of the card follows, if it has one (4d.1)."""
    phase = state.phase
    assert isinstance(phase, Movement)
    card = state.players[event.seat].card
    step = "special" if card and card_of(state, card).has_special else "discard"
    return replace(state, phase=replace(phase, points=0, step=step))


def _after_special(state: State) -> Movement:
    assert isinstance(state.phase, Movement)
    return replace(state.phase, step="discard")


def _price_shifted(state: State, event: e.PriceShifted) -> State:
    return replace(state, prices=with_price(state, event.company, event.price), phase=_after_special(state))


def _free_oil_stored(state: State, event: e.FreeOilStored) -> State:
    depots = with_stored(state.players[event.seat], event.company, 1)
    players = with_player(state, event.seat, depots=depots)
    return replace(state, players=players, supply=state.supply - 1, phase=_after_special(state))


def _trains_pushed_back(state: State, event: e.TrainsPushedBack) -> State:
    players = list(state.players)
    for train in event.trains:
        players[train.seat] = replace(players[train.seat], train=train.space)
    return replace(state, players=tuple(players), phase=_after_special(state))


def _special_declined(state: State, _event: e.SpecialDeclined) -> State:
    return replace(state, phase=_after_special(state))


def _action_card_discarded(state: State, event: e.ActionCardDiscarded) -> State:
    assert isinstance(state.phase, Movement)
    red, beige = discards_with(state, event.card)
    return replace(
        state,
        players=with_player(state, event.seat, card=None),
        red_discards=red,
        beige_discards=beige,
        phase=movement_of(state, state.phase.todo[1:]),
    )


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.TruckPlaced: _truck_placed,
    e.TruckDriven: _truck_driven,
    e.SiteInspected: _site_inspected,
    e.DrawsSealed: _draws_sealed,
    e.TrainAdvanced: _train_advanced,
    e.MovementEnded: _movement_ended,
    e.PriceShifted: _price_shifted,
    e.FreeOilStored: _free_oil_stored,
    e.TrainsPushedBack: _trains_pushed_back,
    e.SpecialDeclined: _special_declined,
    e.ActionCardDiscarded: _action_card_discarded,
}
