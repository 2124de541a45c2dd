"""Phases 5 and 6: derricks and transport."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.giganten import events as e
from domain.giganten.evolve.parts import undrawn_without, with_player, with_stored
from domain.giganten.evolve.turns import transport_of
from domain.giganten.options import Square
from domain.giganten.state import Derrick, Drilling, Player, State, Transport
from domain.kernel.values import Event


def _after_drilling(state: State) -> Drilling:
    assert isinstance(state.phase, Drilling)
    return Drilling(state.phase.todo[1:])


def _derrick_built(state: State, event: e.DerrickBuilt) -> State:
    player = state.players[event.seat]
    players = with_player(
        state,
        event.seat,
        money=player.money - event.cost,
        derricks=(*player.derricks, Derrick(event.site, event.markers)),
    )
    tiles = dict(state.tiles)
    del tiles[event.site]
    return replace(
        state,
        players=players,
        tiles=tiles,
        undrawn=undrawn_without(state, event.site, event.value),
        supply=state.supply - event.markers,
        phase=_after_drilling(state),
    )


def _drilling_declined(state: State, _event: e.DrillingDeclined) -> State:
    return replace(state, phase=_after_drilling(state))


def _extracted(player: Player, site: Square) -> tuple[Derrick, ...]:
    """Return the derricks of a player after a marker was taken from the one at a site."""
    return tuple(
        [Derrick(derrick.site, derrick.markers - 1) if derrick.site == site else derrick for derrick in player.derricks]
    )


def _after_site(state: State, site: Square) -> Transport:
    """Return phase 6 after a site is done. After the last one of a turn the next player follows (6.1)."""
    phase = state.phase
    assert isinstance(phase, Transport)
    sites = tuple([other for other in phase.sites if other != site])
    return Transport(phase.todo, sites) if sites else transport_of(state, phase.todo[1:])


def _oil_shipped(state: State, event: e.OilShipped) -> State:
    players, fare = list(state.players), event.to_bank
    for payment in event.payments:
        paid = players[payment.seat]
        players[payment.seat] = replace(paid, money=paid.money + payment.amount)
        fare += payment.amount
    player = players[event.seat]
    players[event.seat] = replace(
        player,
        money=player.money - fare,
        derricks=_extracted(player, event.site),
        depots=with_stored(player, event.company, 1),
    )
    return replace(state, players=tuple(players), phase=_after_site(state, event.site))


def _oil_discarded(state: State, event: e.OilDiscarded) -> State:
    players = with_player(state, event.seat, derricks=_extracted(state.players[event.seat], event.site))
    return replace(state, players=players, supply=state.supply + 1, phase=_after_site(state, event.site))


def _derrick_exhausted(state: State, event: e.DerrickExhausted) -> State:
    derricks = tuple(derrick for derrick in state.players[event.seat].derricks if derrick.site != event.site)
    return replace(state, players=with_player(state, event.seat, derricks=derricks))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.DerrickBuilt: _derrick_built,
    e.DrillingDeclined: _drilling_declined,
    e.OilShipped: _oil_shipped,
    e.OilDiscarded: _oil_discarded,
    e.DerrickExhausted: _derrick_exhausted,
}
