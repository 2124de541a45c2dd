"""Rules 7b and 7c: the winner sells; the inflation variant."""

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import Bid, PassBid, PayLicences, SellOil
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
from domain.giganten.state import Auctions, State
from domain.kernel.values import Event
from tests.rules.giganten.kit import given, having, in_phase, listed, player, refused, table, when

STANDARD = AuctionOpened("standard", 1, (3,))
"""What follows the sale to Jet here: seat 3 has a marker at Standard."""


def bidding(state: State, markers: int = 4) -> State:
    """Return the table as seat 1 alone is asked to bid for Jet."""
    state = player(player(state, 1, depots=(2, markers, 1), ones=2), 3, depots=(0, 0, 1))
    state = given(in_phase(state, Auctions(1)), AuctionOpened("jet", 1, (1,)))
    return having(state, prices=(1500, 6000, 9000), supply=20)


def selling(state: State, markers: int = 4) -> State:
    """Return the table after seat 1 has paid for the right to sell to Jet."""
    return given(
        bidding(state, markers),
        BidPlaced(1, "jet", 1),
        AuctionWon(1, "jet", 1),
        LicencesPaid(1, "jet", 1, 0),
    )


@pytest.mark.parametrize(("markers", "proceeds"), [(0, 0), (1, 6000), (3, 18000), (4, 24000)])
def test_rule_7b_1_the_winner_sells_any_number_at_the_price(markers: int, proceeds: int):
    state = selling(table())
    events = when(state, 1, SellOil(markers))
    # Standard's auction follows: seat 1 stores there, too
    assert events == [OilSold(1, "jet", markers, 6000, proceeds), AuctionOpened("standard", 1, (1, 3))]

    after = given(state, *events)
    assert after.players[1].money == 15000 + proceeds
    assert after.players[1].depots == (2, 4 - markers, 1)
    assert after.supply == 20 + markers
    assert after.prices == (1500, 6000, 9000)


@pytest.mark.parametrize("markers", [-1, 5, 99])
def test_rule_7b_1_not_more_than_are_stored_there(markers: int):
    assert refused(selling(table()), 1, SellOil(markers)) == "7b.1"


def test_rule_7b_1_only_the_winner_sells():
    state = selling(table())

    assert GIGANTEN.awaiting(state) == {1}
    assert refused(state, 3, SellOil(1)) == "7b.1"
    assert refused(state, 1, PassBid()) == "7b.1"
    assert refused(state, 1, PayLicences(1, 0)) == "7b.1"


def test_rule_7b_1_a_winner_who_sells_none_does_not_get_the_licences_back():
    state = selling(table())
    after = given(state, *when(state, 1, SellOil(0)))

    assert after.players[1].ones == 1
    assert after.licence_discards.contents() == ((1, 1),)


def sold(state: State, markers: int) -> list[Event]:
    """Return what happens on a sale, but for the auction that follows."""
    *events, following = when(state, 1, SellOil(markers))
    assert isinstance(following, AuctionOpened)
    return events


@pytest.mark.parametrize(("markers", "steps", "price"), [(0, 1, 6500), (1, 1, 6500), (3, -1, 5500), (4, -1, 5500)])
def test_rule_7c_1_a_sale_moves_the_price_once(markers: int, steps: int, price: int):
    state = selling(table(inflation="on"))
    events = sold(state, markers)

    assert events == [OilSold(1, "jet", markers, 6000, markers * 6000), PriceInflated("jet", steps, price)]
    assert given(state, *events).prices == (1500, price, 9000)


def test_rule_7c_1_two_markers_do_not_move_it():
    assert sold(selling(table(inflation="on")), 2) == [OilSold(1, "jet", 2, 6000, 12000)]


@pytest.mark.parametrize("markers", [0, 1, 2, 3, 4])
def test_rule_7c_1_without_the_variant_nothing_moves(markers: int):
    assert len(sold(selling(table()), markers)) == 1


@pytest.mark.parametrize(("price", "markers"), [(1500, 3), (9000, 0), (9000, 1)])
def test_rule_7c_1_not_beyond_the_ends_of_the_table(price: int, markers: int):
    state = having(selling(table(inflation="on")), prices=(5000, price, 5000))

    assert sold(state, markers) == [OilSold(1, "jet", markers, price, markers * price)]


@pytest.mark.parametrize(("price", "markers", "moved"), [(1500, 0, 2000), (9000, 3, 8500), (6500, 1, 7000)])
def test_rule_7c_1_from_the_ends_inwards_and_across_bands(price: int, markers: int, moved: int):
    state = having(selling(table(inflation="on")), prices=(5000, price, 5000))

    assert sold(state, markers)[1] == PriceInflated("jet", 1 if moved > price else -1, moved)


@pytest.mark.parametrize(("markers", "price"), [(0, 6000), (1, 6500), (2, 6000), (3, 6000), (4, 5500)], ids=str)
def test_rule_7c_1_the_table_of_2001_names_one_marker_and_more_than_three(markers: int, price: int):
    state = having(selling(table(inflation="on_2001")), prices=(1500, 6000, 9000))
    state = player(state, 1, depots=(0, 5, 0))

    assert given(state, *sold(state, markers)).prices == (1500, price, 9000)


@pytest.mark.parametrize("inflation", ["on", "on_2001"])
def test_rule_7c_1_without_a_bid_the_price_rises(inflation: str):
    state = bidding(table(inflation=inflation))

    assert when(state, 1, PassBid())[:3] == [BidPassed(1, "jet"), AuctionFailed("jet"), PriceInflated("jet", 1, 6500)]


@pytest.mark.parametrize("inflation", ["on", "on_2001"])
def test_rule_7c_1_a_company_without_oil_counts_as_no_sale(inflation: str):
    state = player(bidding(table(inflation=inflation)), 1, depots=(0, 2, 0))
    state = player(in_phase(having(state, prices=(5000, 6000, 2000)), Auctions(0)), 0, depots=(1, 0, 0))
    state = player(given(state, AuctionOpened("hudson", 1, (0,))), 1, depots=(0, 0, 0))
    events = when(state, 0, PassBid())

    assert events == [
        BidPassed(0, "hudson"),
        AuctionFailed("hudson"),
        PriceInflated("hudson", 1, 5500),
        AuctionFailed("jet"),
        PriceInflated("jet", 1, 6500),
        STANDARD,
    ]


@pytest.mark.parametrize("inflation", ["on", "on_2001"])
def test_rule_7c_1_repeats_of_the_auction_do_not_count(inflation: str):
    state = bidding(table(inflation=inflation))
    events = when(state, 1, Bid(5))
    assert events == [
        BidPlaced(1, "jet", 5),
        BluffCalled(1, "jet", 5, 1),
        LicencesForfeited(1, 1, 0, Drawn(((2, 0),))),
        AuctionOpened("jet", 2, (1,)),
    ]

    state = given(state, *events)
    assert listed(state, 1) == [Bid(1), PassBid()]
    assert when(state, 1, PassBid())[2] == PriceInflated("jet", 1, 6500)
