"""Situations of Giganten that its golden games reach, each under the number of its rule.

A predicate looks at one batch: the game before it (None: it is opened), its events, the game after it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from domain.game.events import SeatResigned
from domain.game.game import Game
from domain.giganten import events as e
from domain.giganten.options import COMPANIES
from domain.giganten.phases import specials
from domain.giganten.scoring import train_order
from domain.giganten.state import Auctions, Movement, Over, State
from domain.kernel.values import Event, Seat
from tests.kit import of

Predicate: TypeAlias = Callable[[Game | None, Sequence[Event], Game], bool]
E = TypeVar("E", bound=Event)


def _at_table(look: Callable[[State, Sequence[Event], State], bool]) -> Predicate:
    """Return a predicate that looks at the table, once it is laid out."""

    def reached(before: Game | None, events: Sequence[Event], after: Game) -> bool:
        return before is not None and before.state is not None and look(before.state, events, after.state)

    return reached


def _among(kind: type[E], holds: Callable[[State, E], bool] = lambda _state, _event: True) -> Predicate:
    """Return a predicate: an event of this kind is among those of the batch, and this holds of it and the table."""
    return _at_table(lambda before, events, _: any(holds(before, event) for event in of(events, kind)))


def _trains_ahead(state: State, event: e.OilShipped) -> list[int]:
    """Return the spaces of the opponents' trains that have reached the derrick."""
    column = state.board.column[event.site]
    return [one.train for seat, one in enumerate(state.players) if seat != event.seat and one.train >= column]


def _pauses(state: State, event: e.TruckDriven) -> bool:
    return event.way[-1] in {one.truck for seat, one in enumerate(state.players) if seat != event.seat}


def _looks_again(state: State, event: e.SiteInspected) -> bool:
    return event.site in state.players[event.seat].known


def _mandatory(state: State, event: e.PriceShifted) -> bool:
    return not state.options.specials_optional and state.options.special_minimum == 1


def _cannot_rise_or_fall(state: State, event: e.PriceShifted) -> bool:
    table = state.data.prices.ladder
    return _mandatory(state, event) and bool({table[0], table[-1]} & {*state.prices})


def _pushed_without_asking(before: State, events: Sequence[Event], after: State) -> bool:
    return bool(of(events, e.TrainsPushedBack)) and bool(of(events, e.MovementEnded)) and before.round > 0


def _stops_on_space_1(state: State, event: e.TrainsPushedBack) -> bool:
    return any(1 < state.players[one.seat].train <= event.spaces for one in event.trains)


def _only_shipping(before: State, events: Sequence[Event], after: State) -> bool:
    return before.options.own_transport == "mandatory" and any(one.carrier == "own" for one in of(events, e.OilShipped))


def _auction(state: State) -> Auctions | None:
    return state.phase if isinstance(state.phase, Auctions) else None


def _declines_to_open(state: State, event: e.BidPassed) -> bool:
    auction = _auction(state)
    return auction is not None and auction.bid is None and len(auction.live) > 1 and event.seat == auction.live[0]


def _alone(state: State, event: e.BidPlaced) -> bool:
    auction = _auction(state)
    return auction is not None and auction.live == (event.seat,) and auction.bid is None


def _of_attempt(attempt: int) -> Callable[[State, Event], bool]:
    def holds(state: State, event: Event) -> bool:
        auction = _auction(state)
        return auction is not None and auction.attempt >= attempt

    return holds


def _bluffer_bids(state: State, event: e.BidPlaced) -> bool:
    auction = _auction(state)
    return auction is not None and event.seat in auction.bluffers


def _other_wins(state: State, event: e.AuctionWon) -> bool:
    auction = _auction(state)
    return auction is not None and bool(auction.bluffers) and event.seat not in auction.bluffers


def _bluffer_out(before: State, events: Sequence[Event], after: State) -> bool:
    auction = _auction(after)
    if auction is None or not auction.bluffers:
        return False
    opened = [event for event in of(events, e.AuctionOpened) if event.attempt > 1]
    return any(not {*auction.bluffers} & {*event.bidders} for event in opened)


def _sells_a_part(state: State, event: e.OilSold) -> bool:
    return 0 < event.markers < state.players[event.seat].depots[COMPANIES.index(event.company)]


def _level(state: State) -> set[tuple[Seat, Seat]]:
    """Return the pairs of seats whose trains are level, the better one first."""
    order = train_order(state)
    pairs = ((one, other) for place, one in enumerate(order) for other in order[place + 1 :])
    return {pair for pair in pairs if len({state.players[seat].train for seat in pair}) == 1}


def _ends_level(before: State, events: Sequence[Event], after: State) -> bool:
    return isinstance(after.phase, Over) and bool(_level(after))


def _more_cards_than_value(before: State, events: Sequence[Event], after: State) -> bool:
    """Whether the number of licences ranks two level trains otherwise than their value does."""
    if not _ends_level(before, events, after) or after.options.licence_tie != "cards":
        return False
    return any(after.players[one].licence_value < after.players[other].licence_value for one, other in _level(after))


def _inflated(sign: int) -> Predicate:
    return _among(e.PriceInflated, lambda _, event: event.steps == sign)


def _resigned(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    return bool(of(events, SeatResigned))


def _ends_at_once(before: State, events: Sequence[Event], after: State) -> bool:
    return isinstance(after.phase, Over) and bool(of(events, e.BlackTrainAdvanced))


def _offers_nothing_but_moving(before: State, events: Sequence[Event], after: State) -> bool:
    """Whether the player is asked for a mandatory price special of which some direction is closed."""
    phase = after.phase
    if not isinstance(phase, Movement) or phase.step != "special" or after.options.specials_optional:
        return False
    return after.options.special_minimum == 1 and 0 < len(specials.candidates(after, phase.todo[0])) < 2 * len(
        COMPANIES
    )


SITUATIONS: Mapping[str, Predicate] = {
    "1.6 a roll is recorded with its signed steps": _among(
        e.PriceRolled, lambda _, event: event.actual_steps == -event.steps
    ),
    "1.6 a price special ends at the end of the table": _among(
        e.PriceShifted, lambda _, event: event.actual_steps not in {None, event.steps}
    ),
    "2a.2 the black train ends the game": _at_table(_ends_at_once),
    "2b.2 the beige deck is reshuffled": _among(e.DeckReshuffled, lambda _, event: event.deck == "beige"),
    "3.3 the licence deck is reshuffled": _among(e.DeckReshuffled, lambda _, event: event.deck == "licences"),
    "3.4 the licences run out": _among(e.LicencesShort),
    "4b.4 a tile is inspected again": _among(e.SiteInspected, _looks_again),
    "4b.5 a drive pauses on another truck's square": _among(e.TruckDriven, _pauses),
    "4d.1 a special is declined": _among(e.SpecialDeclined),
    "4d.1 a mandatory special pushes trains back without asking": _at_table(_pushed_without_asking),
    "4d.2 a mandatory special moves a price": _among(e.PriceShifted, _mandatory),
    "4d.2 a mandatory special finds a price at an end": _among(e.PriceShifted, _cannot_rise_or_fall),
    "4d.2 a mandatory special does not offer a closed direction": _at_table(_offers_nothing_but_moving),
    "4d.2 a mandatory special leaves all prices": _among(
        e.PriceShifted, lambda state, event: not state.options.specials_optional and event.steps == 0
    ),
    "4d.4 a train pushed back stops on space 1": _among(e.TrainsPushedBack, _stops_on_space_1),
    "5.6 the supply is empty": _at_table(
        lambda _, events, after: after.supply == 0 and after.options.oil_supply == "strict60" and bool(events)
    ),
    "5.6 a derrick gets fewer markers than its tile has": _among(
        e.DerrickBuilt, lambda _, event: event.markers < event.value
    ),
    "5.6 markers come from outside": _at_table(lambda _, events, after: after.supply < 0 and bool(events)),
    "6.2 oil that could be shipped is discarded": _among(e.OilDiscarded, lambda _, event: event.reason == "waived"),
    "6.2 oil that the own train reaches has to be shipped": _at_table(_only_shipping),
    "6.4 the black train carries": _among(e.OilShipped, lambda _, event: event.carrier == "black"),
    "6.5 the front-most opponent carries": _among(
        e.OilShipped, lambda _, event: event.carrier == "opponent" and event.opponent is None
    ),
    "6.5 an opponent behind the front-most one is chosen": _among(
        e.OilShipped,
        lambda state, event: (
            event.opponent is not None and state.players[event.opponent].train < max(_trains_ahead(state, event))
        ),
    ),
    "6.6 owners of level trains share the fare": _among(e.OilShipped, lambda _, event: len(event.payments) > 1),
    "6.6 the chosen one of level opponents is paid alone": _among(
        e.OilShipped,
        lambda state, event: (
            event.opponent is not None and _trains_ahead(state, event).count(state.players[event.opponent].train) > 1
        ),
    ),
    "6.6 the bank shares with owners": _among(
        e.OilShipped, lambda _, event: bool(event.to_bank) and bool(event.payments)
    ),
    "6.7 the black train is chosen though opponents could carry": _among(
        e.OilShipped, lambda state, event: event.carrier == "black" and bool(_trains_ahead(state, event))
    ),
    "6.9 a fare cannot be paid": _among(e.OilDiscarded, lambda _, event: event.reason == "no_money"),
    "6.10 no train can carry": _among(e.OilDiscarded, lambda _, event: event.reason == "no_train"),
    "6.11 a derrick returns": _among(e.DerrickExhausted),
    "7a.2 who could open passes": _among(e.BidPassed, _declines_to_open),
    "7a.3 the first bid is 0": _among(e.BidPlaced, lambda _, event: event.value == 0),
    "7a.4 a bid of 999": _among(e.BidPlaced, lambda _, event: event.value == 999),
    "7a.6 a sole bidder bids": _among(e.BidPlaced, _alone),
    "7a.8 a bluff": _among(e.BluffCalled),
    "7a.8 a bluffer without cards": _among(e.BluffCalled, lambda _, event: event.cards == 0),
    "7a.9 a bluffer chooses the licences": _among(
        e.LicencesForfeited, lambda state, _: state.options.bluff_pick == "owner"
    ),
    "7a.10 another wins the repeated auction": _among(e.AuctionWon, _other_wins),
    "7a.10 an auction is repeated twice": _among(e.BidPlaced, _of_attempt(3)),
    "7a.11 a bluffer bids again": _among(e.BidPlaced, _bluffer_bids),
    "7a.11 a bluffer is out of the repeat": _at_table(_bluffer_out),
    "7a.12 nobody bids": _among(e.AuctionFailed, lambda state, _: _auction(state) is not None),
    "7b.1 the winner sells nothing": _among(e.OilSold, lambda _, event: event.markers == 0),
    "7b.1 the winner sells a part": _among(e.OilSold, _sells_a_part),
    "7c.1 a price rises by inflation": _inflated(1),
    "7c.1 a price falls by inflation": _inflated(-1),
    "8.1 a depot holds too much": _among(e.ExcessReturned),
    "10.3 trains are level at the end": _at_table(_ends_level),
    "10.3 the number of licences ranks level trains": _at_table(_more_cards_than_value),
    "a seat is given up": _resigned,
}
"""Each situation by the number of its rule and its name."""
