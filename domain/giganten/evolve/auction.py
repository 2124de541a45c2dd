"""Phase 7: auctions and sale."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.giganten import events as e
from domain.giganten.evolve.parts import with_player, with_price, with_stored
from domain.giganten.state import Auctions, State
from domain.kernel.values import Event


def _auctions(state: State) -> Auctions:
    """Return the phase, which is Auctions."""
    assert isinstance(state.phase, Auctions)
    return state.phase


def _auction_opened(state: State, event: e.AuctionOpened) -> State:
    phase = replace(_auctions(state), attempt=event.attempt, step="bidding", live=event.bidders, bid=None, leader=None)
    return replace(state, phase=phase)


def _bid_placed(state: State, event: e.BidPlaced) -> State:
    phase = _auctions(state)
    live = (*phase.live[1:], event.seat)
    return replace(state, phase=replace(phase, live=live, bid=event.value, leader=event.seat))


def _bid_passed(state: State, event: e.BidPassed) -> State:
    phase = _auctions(state)
    return replace(state, phase=replace(phase, live=tuple([seat for seat in phase.live if seat != event.seat])))


def _auction_won(state: State, _event: e.AuctionWon) -> State:
    return replace(state, phase=replace(_auctions(state), step="paying"))


def _bluff_called(state: State, event: e.BluffCalled) -> State:
    return replace(state, phase=replace(_auctions(state), step="forfeiting", forfeit=event.cards))


def _licences_forfeited(state: State, event: e.LicencesForfeited) -> State:
    phase = _auctions(state)
    again = Auctions(phase.company, phase.attempt + 1, bluffers=(*phase.bluffers, event.seat))
    return _licences_spent(state, event, again)


def _licences_paid(state: State, event: e.LicencesPaid) -> State:
    return _licences_spent(state, event, replace(_auctions(state), step="selling"))


def _licences_spent(state: State, event: e.LicencesForfeited | e.LicencesPaid, phase: Auctions) -> State:
    player = state.players[event.seat]
    return replace(
        state,
        players=with_player(state, event.seat, ones=player.ones - event.ones, twos=player.twos - event.twos),
        licence_discards=state.licence_discards.having(1, event.ones).having(2, event.twos),
        phase=phase,
    )


def _auction_failed(state: State, _event: e.AuctionFailed) -> State:
    return replace(state, phase=_next_company(state))


def _oil_sold(state: State, event: e.OilSold) -> State:
    player = state.players[event.seat]
    depots = with_stored(player, event.company, -event.markers)
    players = with_player(state, event.seat, money=player.money + event.proceeds, depots=depots)
    return replace(state, players=players, supply=state.supply + event.markers, phase=_next_company(state))


def _next_company(state: State) -> Auctions:
    return Auctions(_auctions(state).company + 1)


def _price_inflated(state: State, event: e.PriceInflated) -> State:
    return replace(state, prices=with_price(state, event.company, event.price))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.AuctionOpened: _auction_opened,
    e.BidPlaced: _bid_placed,
    e.BidPassed: _bid_passed,
    e.AuctionWon: _auction_won,
    e.BluffCalled: _bluff_called,
    e.LicencesForfeited: _licences_forfeited,
    e.LicencesPaid: _licences_paid,
    e.AuctionFailed: _auction_failed,
    e.OilSold: _oil_sold,
    e.PriceInflated: _price_inflated,
}
