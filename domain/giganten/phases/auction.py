"""Rule 7: players bid licences for the right to sell to each company."""

from collections.abc import Mapping
from typing import assert_never

from domain.giganten.commands import Bid, ForfeitLicences, PassBid, PayLicences, SellOil
from domain.giganten.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BidPassed,
    BidPlaced,
    BluffCalled,
    Drawn,
    LicencesForfeited,
    LicencesPaid,
    OilSold,
    PriceInflated,
)
from domain.giganten.options import COMPANIES, Company
from domain.giganten.state import Auctions, Player, State, depot, price_after
from domain.kernel.bag import bag_of
from domain.kernel.chance import Chance
from domain.kernel.phases import unhandled
from domain.kernel.values import Choice, Command, Draw, Event, Range, Refusal, Seat

HIGHEST_BID = 999
_QUESTIONS = {"forfeiting": "7a.9", "paying": "7a.7", "selling": "7b.1"}
"""The rule that asks the leader in the steps after the bidding."""


def questions(_state: State, phase: Auctions) -> Mapping[Seat, str]:
    """Ask the next bidder (7a.2, 7a.4), then the leader to forfeit, to pay or to sell."""
    match phase.step:
        case "opening":
            return {}
        case "bidding":
            return dict.fromkeys(phase.live[:1], "7a.2" if phase.bid is None else "7a.4")
        case "forfeiting" | "paying" | "selling":
            assert phase.leader is not None
            return {phase.leader: _QUESTIONS[phase.step]}
        case _:
            assert_never(phase.step)


def advance(state: State, phase: Auctions, chance: Chance) -> list[Event]:
    """Open an auction, settle one that is decided, or take licences that the leader does not choose."""
    if phase.company == len(COMPANIES):
        return []
    company = COMPANIES[phase.company]
    match phase.step:
        case "opening":
            return _open(state, phase, company)
        case "bidding" if not phase.live:
            return [AuctionFailed(company), *_inflated(state, company, None)]
        case "bidding" if phase.live == (phase.leader,):
            return [_settle(state, phase, company)]
        case "forfeiting" if state.options.bluff_pick == "random" or not phase.forfeit:
            return [_forfeit_at_random(state, phase, chance)]
        case "paying" if phase.bid == 0:
            assert phase.leader is not None
            return [LicencesPaid(phase.leader, company, 0, 0)]
        case "bidding" | "forfeiting" | "paying" | "selling":
            return []
        case _:
            assert_never(phase.step)


def _open(state: State, phase: Auctions, company: Company) -> list[Event]:
    """Open the auction with its bidders in turn order, or let it fail (7a.1, 7a.2, 7a.10, 7a.11)."""
    bidders = tuple(
        seat for seat in state.order if depot(state.players[seat], company) and not _is_out(state, phase, seat)
    )
    if bidders:
        return [AuctionOpened(company, phase.attempt, bidders)]
    return [AuctionFailed(company), *_inflated(state, company, None)]


def _is_out(state: State, phase: Auctions, seat: Seat) -> bool:
    if seat not in phase.bluffers:
        return False
    return state.options.bluffer_rejoins == "excluded" or not state.players[seat].licence_cards


def _settle(state: State, phase: Auctions, company: Company) -> Event:
    """Let the last bidder win if its licences cover the bid (7a.7). Else it has bluffed (7a.8)."""
    assert phase.leader is not None
    assert phase.bid is not None
    player = state.players[phase.leader]
    if player.licence_value >= phase.bid:
        return AuctionWon(phase.leader, company, phase.bid)
    return BluffCalled(phase.leader, company, phase.bid, (player.licence_cards + 1) // 2)


def _forfeit_at_random(state: State, phase: Auctions, chance: Chance) -> LicencesForfeited:
    """Draw the licences from the hand (7a.9). The draws stay secret: they show what else the hand holds."""
    assert phase.leader is not None
    player = state.players[phase.leader]
    hand = bag_of(((1, player.ones), (2, player.twos)))
    draws: list[Draw] = []
    ones = 0
    for _ in range(phase.forfeit):
        value, draw = hand.draw(chance)
        hand = hand.without(value)
        draws.append(draw)
        ones += value == 1
    return LicencesForfeited(phase.leader, ones, phase.forfeit - ones, Drawn(tuple(draws)))


def _inflated(state: State, company: Company, sold: int | None) -> list[Event]:
    """Change the price by the number of markers sold, or by None if the auction had no winner (7c.1)."""
    match state.options.inflation:
        case "off":
            return []
        case "on":
            number = sold or 0
            steps = (number < 2) - (number > 2)  # noqa: PLR2004 - two markers leave the price as it is
        case "on_2001":
            # S1 names neither a winner who sells nothing nor three markers: the price stays
            number = 1 if sold is None else sold
            steps = (number == 1) - (number > 3)  # noqa: PLR2004 - "più di 3 barili"
        case _:
            assert_never(state.options.inflation)
    price = price_after(state, company, steps)
    if price == state.prices[COMPANIES.index(company)]:
        return []
    return [PriceInflated(company, steps, price)]


def bid_range(state: State, phase: Auctions, seat: Seat) -> tuple[int, int]:
    """Return the lowest and the highest bid of a seat (7a.3, 7a.4, 7a.11). If the lowest is higher, it cannot bid."""
    low = state.options.min_opening_bid if phase.bid is None else phase.bid + 1
    high = state.players[seat].licence_value if seat in phase.bluffers else HIGHEST_BID
    return low, high


def payments(player: Player, bid: int) -> list[tuple[int, int]]:
    """Return the ones and twos that pay a bid without a superfluous card (7a.7)."""
    return [
        (ones, twos) for twos in range(player.twos + 1) for ones in range(player.ones + 1) if _pays(ones, twos, bid)
    ]


def _pays(ones: int, twos: int, bid: int) -> bool:
    value = ones + 2 * twos
    smallest = 1 if ones else 2
    return bid <= value and (value - smallest < bid or value == 0)


def candidates(state: State, phase: Auctions, seat: Seat) -> list[Choice]:
    """Return the choices of the seat in this step of the auction."""
    player = state.players[seat]
    match phase.step:
        case "bidding":
            low, high = bid_range(state, phase, seat)
            bids = [Choice(Bid(low), Range("value", low, high))] if low <= high else []
            return [*bids, Choice(PassBid())]
        case "paying":
            return [Choice(PayLicences(ones, twos)) for ones, twos in payments(player, phase.bid or 0)]
        case "forfeiting":
            low, high = max(0, phase.forfeit - player.twos), min(player.ones, phase.forfeit)
            return [Choice(ForfeitLicences(ones, phase.forfeit - ones)) for ones in range(low, high + 1)]
        case "selling":
            stored = depot(player, COMPANIES[phase.company])
            return [Choice(SellOil(0), Range("markers", 0, stored))]
        case "opening":
            return []
        case _:
            assert_never(phase.step)


def forbid(state: State, phase: Auctions, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phase 7 that the command breaks, or None."""
    match phase.step, command:
        case "bidding", Bid(value):
            return _forbid_bid(state, phase, seat, value)
        case "bidding", PassBid():
            return None
        case "paying", PayLicences(ones, twos):
            return _forbid_payment(state.players[seat], phase.bid or 0, ones, twos)
        case "forfeiting", ForfeitLicences(ones, twos):
            return _forbid_forfeit(state.players[seat], phase.forfeit, ones, twos)
        case "selling", SellOil(markers):
            stored = depot(state.players[seat], COMPANIES[phase.company])
            if 0 <= markers <= stored:
                return None
            return Refusal("7b.1", "you may sell 0 to {stored} markers", {"stored": stored})
        case _:
            return _expected(questions(state, phase)[seat], phase)


def _expected(rule: str, phase: Auctions) -> Refusal:
    """Return what the seat has to do instead."""
    match phase.step:
        case "forfeiting":
            return Refusal(rule, "your bluff costs you {cards} licences: choose them", {"cards": phase.forfeit})
        case "paying":
            return Refusal(rule, "you have won: pay your bid of {bid} in licences", {"bid": phase.bid or 0})
        case "selling":
            return Refusal(rule, "say how many markers you sell")
        case _:
            return Refusal(rule, "it is yours to bid or to pass")


def _forbid_bid(state: State, phase: Auctions, seat: Seat, value: int) -> Refusal | None:
    low, high = bid_range(state, phase, seat)
    if value < low:
        rule = "7a.3" if phase.bid is None else "7a.4"
        return Refusal(rule, "the lowest bid is {low}", {"low": low})
    if value > high:
        rule = "7a.11" if seat in phase.bluffers else "7a.4"
        return Refusal(rule, "your highest bid is {high}", {"high": high})
    return None


def _forbid_payment(player: Player, bid: int, ones: int, twos: int) -> Refusal | None:
    if not 0 <= ones <= player.ones or not 0 <= twos <= player.twos:
        return Refusal(
            "7a.7",
            "you hold {ones} licences of value 1 and {twos} of value 2",
            {"ones": player.ones, "twos": player.twos},
        )
    if not _pays(ones, twos, bid):
        return Refusal("7a.7", "pay a value of {bid}, with no card that is not needed", {"bid": bid})
    return None


def _forbid_forfeit(player: Player, cards: int, ones: int, twos: int) -> Refusal | None:
    if not 0 <= ones <= player.ones or not 0 <= twos <= player.twos:
        return Refusal(
            "7a.9",
            "you hold {ones} licences of value 1 and {twos} of value 2",
            {"ones": player.ones, "twos": player.twos},
        )
    if ones + twos != cards:
        return Refusal("7a.8", "your bluff costs you {cards} licences", {"cards": cards})
    return None


def resolve(state: State, phase: Auctions, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Carry out a bid, a pass, a payment, a forfeit or a sale."""
    company = COMPANIES[phase.company]
    match command:
        case Bid(value):
            return [BidPlaced(seat, company, value)]
        case PayLicences(ones, twos):
            return [LicencesPaid(seat, company, ones, twos)]
        case ForfeitLicences(ones, twos):
            return [LicencesForfeited(seat, ones, twos, Drawn(()))]
        case SellOil(markers):
            price = state.prices[phase.company]
            sold = OilSold(seat, company, markers, price, markers * price)
            return [sold, *_inflated(state, company, markers)]
        case PassBid():
            return [BidPassed(seat, company)]
        case _:
            raise unhandled(command)
