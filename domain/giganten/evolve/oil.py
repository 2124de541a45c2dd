"""Phases 5 and 6: derricks and transport."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.giganten import events as e
from domain.giganten.evolve.parts import with_player, with_stored, with_tile_drawn
from domain.giganten.evolve.turns import transport_of
from domain.giganten.options import Square
from domain.giganten.state import Derrick, Drilling, Player, State, Transport
from domain.kernel.values import Event


def _drilling_done(state: State) -> State:
    assert isinstance(state.phase, Drilling)
    return replace(state, phase=Drilling(state.phase.todo[1:]))


def _derrick_built(state: State, event: e.DerrickBuilt) -> State:
    state = with_tile_drawn(state, event.site, event.value)
    player = state.players[event.seat]
    players = with_player(
        state,
        event.seat,
        money=player.money - event.cost,
        derricks=(*player.derricks, Derrick(event.site, event.markers)),
    )
    tiles = {site: value for site, value in state.tiles.items() if site != event.site}
    return _drilling_done(replace(state, players=players, tiles=tiles, supply=state.supply - event.markers))


def _drilling_declined(state: State, _event: e.DrillingDeclined) -> State:
    return _drilling_done(state)


def _extracted(player: Player, site: Square, **changes: Any) -> Player:
    """Return a player after a marker was taken from the derrick at a site, with other changes."""
    derricks = tuple(
        [Derrick(derrick.site, derrick.markers - 1) if derrick.site == site else derrick for derrick in player.derricks]
    )
    return replace(player, derricks=derricks, **changes)


def _next_site(state: State, site: Square) -> State:
    """Return the state after a site is done. After the last one of a turn the next player follows (6.1)."""
    phase = state.phase
    assert isinstance(phase, Transport)
    sites = tuple([other for other in phase.sites if other != site])
    return replace(state, phase=Transport(phase.todo, sites) if sites else transport_of(state, phase.todo[1:]))


def _oil_shipped(state: State, event: e.OilShipped) -> State:
    players, fare = list(state.players), event.to_bank
    for payment in event.payments:
        paid = players[payment.seat]
        players[payment.seat] = replace(paid, money=paid.money + payment.amount)
        fare += payment.amount
    player = players[event.seat]
    depots = with_stored(player, event.company, 1)
    players[event.seat] = _extracted(player, event.site, money=player.money - fare, depots=depots)
    return _next_site(replace(state, players=tuple(players)), event.site)


def _oil_discarded(state: State, event: e.OilDiscarded) -> State:
    players = list(state.players)
    players[event.seat] = _extracted(players[event.seat], event.site)
    return _next_site(replace(state, players=tuple(players), supply=state.supply + 1), event.site)


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
