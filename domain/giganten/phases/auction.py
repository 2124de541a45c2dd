"""Rule 7: bids in licences decide who sells to each company."""

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
from domain.kernel.values import Choice, Command, Draw, Event, Range, Refusal, Seat

HIGHEST_BID = 999
_QUESTIONS = {"bidding": "7a.4", "forfeiting": "7a.9", "paying": "7a.7", "selling": "7b.1"}


def active(phase: Auctions) -> Seat | None:
    """Who bids, pays or sells now."""
    if phase.step == "bidding":
        return phase.live[0] if phase.live else None
    return phase.leader


def question(phase: Auctions) -> str:
    """The rule under which the active seat is asked."""
    if phase.step == "bidding" and phase.bid is None:
        return "7a.2"
    return _QUESTIONS.get(phase.step, "7a.1")


def is_over(state: State, phase: Auctions) -> bool:
    """Whether all companies are done."""
    del state
    return phase.company == len(COMPANIES)


def advance(state: State, phase: Auctions, chance: Chance) -> list[Event]:
    """Open auctions, settle those that are decided, take a bluffer's licences."""
    company = COMPANIES[phase.company]
    if phase.step == "opening":
        return _open(state, phase, company)
    if phase.step == "bidding" and not phase.live:
        return [AuctionFailed(company), *_inflated(state, company, 0)]
    if phase.step == "bidding" and phase.live == (phase.leader,):
        return [_settle(state, phase, company)]
    if phase.step == "forfeiting" and (state.options.bluff_pick == "random" or not phase.forfeit):
        return [_forfeit_at_random(state, phase, chance)]
    if phase.step == "paying" and phase.bid == 0:
        assert phase.leader is not None
        return [LicencesPaid(phase.leader, company, 0, 0)]
    return []


def _open(state: State, phase: Auctions, company: Company) -> list[Event]:
    """Rules 7a.1, 7a.2, 7a.10 and 7a.11: who takes part, in turn order."""
    bidders = tuple(
        seat for seat in state.order if depot(state.players[seat], company) and not _is_out(state, phase, seat)
    )
    if bidders:
        return [AuctionOpened(company, phase.attempt, bidders)]
    return [AuctionFailed(company), *_inflated(state, company, 0)]


def _is_out(state: State, phase: Auctions, seat: Seat) -> bool:
    if seat not in phase.bluffers:
        return False
    return state.options.bluffer_rejoins == "excluded" or not state.players[seat].licence_cards


def _settle(state: State, phase: Auctions, company: Company) -> Event:
    """Rules 7a.7 and 7a.8: the last one left has won, or has bluffed."""
    assert phase.leader is not None
    assert phase.bid is not None
    player = state.players[phase.leader]
    if player.licence_value >= phase.bid:
        return AuctionWon(phase.leader, company, phase.bid)
    return BluffCalled(phase.leader, company, phase.bid, (player.licence_cards + 1) // 2)


def _forfeit_at_random(state: State, phase: Auctions, chance: Chance) -> LicencesForfeited:
    """Rule 7a.9: drawn from the hand; the draws stay secret, for they count through the hidden cards."""
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


def _inflated(state: State, company: Company, sold: int) -> list[Event]:
    """Rule 7c.1: the price answers to what was sold."""
    if state.options.inflation == "off":
        return []
    steps = (sold < 2) - (sold > 2)  # noqa: PLR2004 - two markers is what the table of the variant turns on
    price = price_after(state, company, steps)
    if price == state.prices[COMPANIES.index(company)]:
        return []
    return [PriceInflated(company, steps, price)]


def bid_range(state: State, phase: Auctions, seat: Seat) -> tuple[int, int]:
    """Rules 7a.3, 7a.4 and 7a.11: the lowest and highest bid of a seat; none where the lowest is higher."""
    low = state.options.min_opening_bid if phase.bid is None else phase.bid + 1
    high = state.players[seat].licence_value if seat in phase.bluffers else HIGHEST_BID
    return low, high


def payments(player: Player, bid: int) -> list[tuple[int, int]]:
    """Rule 7a.7: the ones and twos that pay a bid with no card too many."""
    return [
        (ones, twos) for twos in range(player.twos + 1) for ones in range(player.ones + 1) if _pays(ones, twos, bid)
    ]


def _pays(ones: int, twos: int, bid: int) -> bool:
    value = ones + 2 * twos
    smallest = 1 if ones else 2
    return bid <= value and (value - smallest < bid or value == 0)


def candidates(state: State, phase: Auctions, seat: Seat) -> list[Choice]:
    """All that the seat may do now."""
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
        case _:
            return []


def forbid(state: State, phase: Auctions, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phase 7 that the command breaks, if any."""
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
            return Refusal("7b.1", f"you may sell 0 to {stored} markers")
        case _:
            return Refusal(question(phase), _expected(phase))


def _expected(phase: Auctions) -> str:
    return {
        "bidding": "it is yours to bid or to pass",
        "forfeiting": f"your bluff costs you {phase.forfeit} licences: choose them",
        "paying": f"you have won: pay your bid of {phase.bid} in licences",
        "selling": "say how many markers you sell",
    }.get(phase.step, "the auction is not open")


def _forbid_bid(state: State, phase: Auctions, seat: Seat, value: int) -> Refusal | None:
    low, high = bid_range(state, phase, seat)
    if value < low:
        rule = "7a.3" if phase.bid is None else "7a.4"
        return Refusal(rule, f"the lowest bid is {low}")
    if value > high:
        rule = "7a.11" if seat in phase.bluffers else "7a.4"
        return Refusal(rule, f"your highest bid is {high}")
    return None


def _forbid_payment(player: Player, bid: int, ones: int, twos: int) -> Refusal | None:
    if not 0 <= ones <= player.ones or not 0 <= twos <= player.twos:
        return Refusal("7a.7", f"you hold {player.ones} licences of value 1 and {player.twos} of value 2")
    if not _pays(ones, twos, bid):
        return Refusal("7a.7", f"pay a value of {bid}, with no card that is not needed")
    return None


def _forbid_forfeit(player: Player, cards: int, ones: int, twos: int) -> Refusal | None:
    if not 0 <= ones <= player.ones or not 0 <= twos <= player.twos:
        return Refusal("7a.9", f"you hold {player.ones} licences of value 1 and {player.twos} of value 2")
    if ones + twos != cards:
        return Refusal("7a.8", f"your bluff costs you {cards} licences")
    return None


def resolve(state: State, phase: Auctions, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """What happens on a command that breaks no rule."""
    del chance
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
        case _:
            return [BidPassed(seat, company)]
