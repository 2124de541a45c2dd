"""Rule 7: auctions and sale."""

from typing import Annotated

from msgspec import Meta

from domain.giganten.events.secrets import Drawn
from domain.giganten.fields import (
    Attempt,
    BidValue,
    CompanyName,
    Dollars,
    Licences,
    Markers,
    Ones,
    Player,
    Price,
    PriceSteps,
    Twos,
)
from domain.kernel.values import Event, Seat


class AuctionOpened(Event, frozen=True, tag="giganten.auction_opened"):
    """The right to sell to a company is up: who may bid, in their order; attempt 2 and on follow a bluff (7a.10)."""

    company: CompanyName
    attempt: Attempt
    bidders: Annotated[tuple[Seat, ...], Meta(description="The seats that may bid, the first one first.")]


class BidPlaced(Event, frozen=True, tag="giganten.bid_placed"):
    """A player bid licences of this total value (7a.4)."""

    seat: Player
    company: CompanyName
    value: BidValue


class BidPassed(Event, frozen=True, tag="giganten.bid_passed"):
    """A player is out of this auction (7a.5)."""

    seat: Player
    company: CompanyName


class AuctionWon(Event, frozen=True, tag="giganten.auction_won"):
    """All other bidders have passed, and this one can pay its bid (7a.7)."""

    seat: Player
    company: CompanyName
    bid: BidValue


class BluffCalled(Event, frozen=True, tag="giganten.bluff_called"):
    """The highest bidder cannot pay and must give up this many licences (7a.8)."""

    seat: Player
    company: CompanyName
    bid: BidValue
    cards: Licences


class LicencesForfeited(Event, frozen=True, tag="giganten.licences_forfeited"):
    """The licences of a bluffer that were discarded (7a.9); the draws count through the hand and stay secret."""

    seat: Player
    ones: Ones
    twos: Twos
    secret: Drawn


class LicencesPaid(Event, frozen=True, tag="giganten.licences_paid"):
    """The licences that a winner discarded (7a.7)."""

    seat: Player
    company: CompanyName
    ones: Ones
    twos: Twos


class AuctionFailed(Event, frozen=True, tag="giganten.auction_failed"):
    """The auction has no winner: no player sells to this company in this round (7a.12)."""

    company: CompanyName


class OilSold(Event, frozen=True, tag="giganten.oil_sold"):
    """The winner sold markers at the price; the bank paid the proceeds in dollars (7b.1)."""

    seat: Player
    company: CompanyName
    markers: Markers
    price: Price
    proceeds: Dollars


class PriceInflated(Event, frozen=True, tag="giganten.price_inflated"):
    """The inflation variant moved a price after an auction (7c.1)."""

    company: CompanyName
    steps: PriceSteps
    price: Price
