"""Phase 7: auctions and sale."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.giganten import events as e
from domain.giganten.evolve.parts import with_player, with_price, with_stored
from domain.giganten.state import Auctions, State
from domain.kernel.values import Event, Seat


def _auction(state: State, **changes: Any) -> State:
    assert isinstance(state.phase, Auctions)
    return replace(state, phase=replace(state.phase, **changes))


def _auction_opened(state: State, event: e.AuctionOpened) -> State:
    return _auction(state, attempt=event.attempt, step="bidding", live=event.bidders, bid=None, leader=None)


def _bid_placed(state: State, event: e.BidPlaced) -> State:
    phase = state.phase
    assert isinstance(phase, Auctions)
    live = (*phase.live[1:], event.seat)
    return replace(state, phase=replace(phase, live=live, bid=event.value, leader=event.seat))


def _bid_passed(state: State, event: e.BidPassed) -> State:
    phase = state.phase
    assert isinstance(phase, Auctions)
    return replace(state, phase=replace(phase, live=tuple([seat for seat in phase.live if seat != event.seat])))


def _auction_won(state: State, _event: e.AuctionWon) -> State:
    return _auction(state, step="paying")


def _bluff_called(state: State, event: e.BluffCalled) -> State:
    return _auction(state, step="forfeiting", forfeit=event.cards)


def _licences_spent(state: State, seat: Seat, ones: int, twos: int) -> State:
    player = state.players[seat]
    return replace(
        state,
        players=with_player(state, seat, ones=player.ones - ones, twos=player.twos - twos),
        licence_discards=state.licence_discards.having(1, ones).having(2, twos),
    )


def _licences_forfeited(state: State, event: e.LicencesForfeited) -> State:
    phase = state.phase
    assert isinstance(phase, Auctions)
    state = _licences_spent(state, event.seat, event.ones, event.twos)
    return _auction(
        state,
        step="opening",
        attempt=phase.attempt + 1,
        live=(),
        bid=None,
        leader=None,
        forfeit=0,
        bluffers=(*phase.bluffers, event.seat),
    )


def _licences_paid(state: State, event: e.LicencesPaid) -> State:
    return _auction(_licences_spent(state, event.seat, event.ones, event.twos), step="selling")


def _auction_closed(state: State) -> State:
    assert isinstance(state.phase, Auctions)
    return replace(state, phase=Auctions(state.phase.company + 1))


def _auction_failed(state: State, _event: e.AuctionFailed) -> State:
    return _auction_closed(state)


def _oil_sold(state: State, event: e.OilSold) -> State:
    player = state.players[event.seat]
    depots = with_stored(player, event.company, -event.markers)
    players = with_player(state, event.seat, money=player.money + event.proceeds, depots=depots)
    return _auction_closed(replace(state, players=players, supply=state.supply + event.markers))


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
