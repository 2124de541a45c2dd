"""Rule 7a: bids in licences decide who sells to each company."""

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import Bid, DiscardOil, ForfeitLicences, PassBid, PayLicences, SellOil
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
    OilDiscarded,
    OilSold,
    PhaseStarted,
)
from domain.giganten.state import Auctions, Derrick, State, Transport
from tests.kit import ScriptedChance
from tests.rules.giganten.kit import given, having, in_phase, listed, player, refused, table, when

JET = AuctionOpened("jet", 1, (3,))
"""What follows the auction for Hudson here: seat 3 has a marker at Jet."""


def auction(state: State, *seats: int) -> State:
    """Return the table as the auction for Hudson opens for these seats, each with three markers there."""
    state = player(state, 3 if len(state.players) > 3 else 2, depots=(0, 1, 0))
    for seat in seats:
        _, jet, standard = state.players[seat].depots
        state = player(state, seat, depots=(3, jet, standard))
    bidders = tuple(seat for seat in state.order if seat in seats)
    return given(in_phase(state, Auctions(0)), AuctionOpened("hudson", 1, bidders))


def bid(seat: int, value: int) -> BidPlaced:
    return BidPlaced(seat, "hudson", value)


def passed(seat: int) -> BidPassed:
    return BidPassed(seat, "hudson")


def hand(state: State, seat: int, ones: int, twos: int) -> State:
    return player(state, seat, ones=ones, twos=twos)


def last_pass(state: State, value: int) -> State:
    """Return the auction between seats 0 and 1 after seat 0's bid, which stands if seat 1 passes."""
    return given(auction(state, 0, 1), bid(0, value))


def highest_bid(state: State, seat: int) -> int:
    return max((command.value for command in listed(state, seat, Bid) if isinstance(command, Bid)), default=-1)


# 7a.1 and 7a.2


def test_rule_7a_1_an_auction_for_each_company_in_turn():
    state = player(player(table(), 0, derricks=(Derrick("H7", 2),)), 1, depots=(1, 0, 2))
    state = player(in_phase(state, Transport((0,), ("H7",))), 2, depots=(0, 0, 1))
    events = when(given(having(state, black_train=7)), 0, DiscardOil("H7"))
    assert events == [OilDiscarded(0, "H7", "waived"), PhaseStarted("7"), AuctionOpened("hudson", 1, (1,))]

    state = given(state, *events)
    events = when(state, 1, PassBid())
    assert events == [
        BidPassed(1, "hudson"),
        AuctionFailed("hudson"),
        AuctionFailed("jet"),
        AuctionOpened("standard", 1, (1, 2)),
    ]


def test_rule_7a_1_the_sale_comes_before_the_next_auction():
    state = hand(auction(table(), 0), 0, 1, 0)
    state = given(state, bid(0, 1), AuctionWon(0, "hudson", 1), LicencesPaid(0, "hudson", 1, 0))

    assert listed(state, 0) == [SellOil(0), SellOil(1), SellOil(2), SellOil(3)]
    assert refused(state, 0, Bid(1)) == "7b.1"
    assert when(state, 0, SellOil(1))[-1] == JET


def test_rule_7a_1_without_a_marker_there_nobody_takes_part():
    state = auction(table(), 0, 1)

    assert refused(state, 2, Bid(1)) == "7a.2"
    assert when(given(state, passed(0)), 1, PassBid()) == [passed(1), AuctionFailed("hudson"), JET]


def test_rule_7a_2_the_first_player_opens():
    state = auction(having(table(), first_player=2), 0, 1, 2)

    assert GIGANTEN.awaiting(state) == {2}
    assert refused(state, 0, Bid(1)) == "7a.2"


def test_rule_7a_2_or_the_next_who_takes_part():
    state = player(auction(having(table(), first_player=2), 0, 1), 3, depots=(0, 1, 0))
    # Jet: the first player, seat 2, holds nothing there
    state = player(state, 1, depots=(3, 2, 0))
    events = when(given(state, passed(0)), 1, PassBid())

    assert events[-1] == AuctionOpened("jet", 1, (3, 1))
    assert GIGANTEN.awaiting(given(state, passed(0), *events)) == {3}


def test_rule_7a_2_to_decline_to_open_is_to_pass():
    state = auction(table(), 0, 1, 2)
    events = when(state, 0, PassBid())
    state = given(state, *events, bid(1, 1), passed(2))

    assert events == [passed(0)]
    # seat 1 is alone with its bid: seat 0 is not asked again
    assert when(given(auction(table(), 0, 1, 2), passed(0), bid(1, 1)), 2, PassBid())[:2] == [
        passed(2),
        BluffCalled(1, "hudson", 1, 0),
    ]
    assert refused(given(auction(table(), 0, 1, 2), passed(0)), 0, Bid(1)) == "7a.2"


# 7a.3 to 7a.6


def test_rule_7a_3_the_lowest_first_bid_is_1():
    state = auction(table(), 0, 1)

    assert when(state, 0, Bid(1)) == [bid(0, 1)]
    assert refused(state, 0, Bid(0)) == "7a.3"
    assert refused(state, 0, Bid(-1)) == "7a.3"


def test_rule_7a_3_with_min_opening_bid_0_it_may_be_0():
    state = auction(table(min_opening_bid=0), 0, 1)

    assert when(state, 0, Bid(0)) == [bid(0, 0)]
    assert refused(state, 0, Bid(-1)) == "7a.3"
    assert refused(given(state, bid(0, 0)), 1, Bid(0)) == "7a.4"


def test_rule_7a_3_a_bid_may_exceed_the_licences_in_hand():
    state = hand(auction(table(), 0, 1), 0, 1, 1)

    assert when(state, 0, Bid(30)) == [bid(0, 30)]


def test_rule_7a_4_each_bid_is_higher_than_the_last():
    state = given(auction(table(), 0, 1, 2), bid(0, 4))

    assert when(state, 1, Bid(5)) == [bid(1, 5)]
    assert refused(state, 1, Bid(4)) == "7a.4"
    assert refused(state, 1, Bid(1)) == "7a.4"
    assert refused(state, 1, Bid(0)) == "7a.4"
    # and then round the table again
    state = given(state, bid(1, 5), passed(2))
    assert GIGANTEN.awaiting(state) == {0}
    assert refused(state, 0, Bid(5)) == "7a.4"
    assert when(state, 0, Bid(6)) == [bid(0, 6)]


def test_rule_7a_4_no_bid_is_higher_than_999():
    state = auction(table(), 0, 1)

    assert when(state, 0, Bid(999)) == [bid(0, 999)]
    assert refused(state, 0, Bid(1000)) == "7a.4"
    assert listed(given(state, bid(0, 999)), 1) == [PassBid()]
    assert refused(given(state, bid(0, 999)), 1, Bid(1000)) == "7a.4"


def test_rule_7a_4_something_else_is_refused():
    state = auction(table(), 0, 1)

    assert refused(state, 0, SellOil(1)) == "7a.2"
    assert refused(state, 0, PayLicences(0, 0)) == "7a.2"
    assert refused(state, 0, ForfeitLicences(0, 0)) == "7a.2"


def test_rule_7a_5_who_passes_is_out_of_this_auction():
    state = given(auction(table(), 0, 1, 2), passed(0), bid(1, 1), bid(2, 2))

    assert GIGANTEN.awaiting(state) == {1}
    assert refused(state, 0, Bid(3)) == "7a.4"
    assert refused(state, 0, PassBid()) == "7a.4"


def test_rule_7a_6_a_sole_bidder_bids_and_pays_too():
    state = hand(auction(table(), 2), 2, 2, 0)
    assert refused(state, 2, Bid(0)) == "7a.3"
    events = when(state, 2, Bid(1))

    assert events == [bid(2, 1), AuctionWon(2, "hudson", 1)]
    assert listed(given(state, *events), 2) == [PayLicences(1, 0)]


def test_rule_7a_6_a_sole_bidder_may_pass():
    assert when(auction(table(), 2), 2, PassBid()) == [passed(2), AuctionFailed("hudson"), JET]


def test_rule_7a_6_whom_the_others_left_alone_is_asked_too():
    state = given(hand(auction(table(), 0, 1, 2), 2, 0, 1), passed(0), passed(1))

    assert listed(state, 2)[:2] == [Bid(1), Bid(2)]
    assert when(state, 2, Bid(2)) == [bid(2, 2), AuctionWon(2, "hudson", 2)]


# 7a.7


def test_rule_7a_7_the_last_one_with_a_bid_wins_and_is_asked_for_the_cards():
    state = hand(last_pass(table(), 3), 0, 3, 0)
    events = when(state, 1, PassBid())
    state = given(state, *events)

    # even if only one set fits
    assert events == [passed(1), AuctionWon(0, "hudson", 3)]
    assert GIGANTEN.awaiting(state) == {0}
    assert listed(state, 0) == [PayLicences(3, 0)]
    assert GIGANTEN.question(state, 0) == "7a.7"


@pytest.mark.parametrize(
    ("ones", "twos", "value", "payments"),
    [
        (3, 2, 4, {(0, 2), (2, 1)}),
        (4, 2, 4, {(0, 2), (2, 1), (4, 0)}),
        (3, 2, 3, {(1, 1), (3, 0), (0, 2)}),
        (0, 4, 5, {(0, 3)}),
        (1, 4, 5, {(0, 3), (1, 2)}),
        (1, 1, 1, {(1, 0), (0, 1)}),
        (5, 0, 5, {(5, 0)}),
        (2, 2, 6, {(2, 2)}),
        (2, 2, 5, {(1, 2)}),
    ],
)
def test_rule_7a_7_any_cards_that_are_worth_enough_and_none_too_many(
    ones: int, twos: int, value: int, payments: set[tuple[int, int]]
):
    state = given(hand(last_pass(table(), value), 0, ones, twos), passed(1), AuctionWon(0, "hudson", value))

    for paid_ones in range(ones + 1):
        for paid_twos in range(twos + 1):
            payment = PayLicences(paid_ones, paid_twos)
            if (paid_ones, paid_twos) in payments:
                assert when(state, 0, payment) == [LicencesPaid(0, "hudson", paid_ones, paid_twos)]
            else:
                assert refused(state, 0, payment) == "7a.7"


def test_rule_7a_7_cards_that_are_not_in_the_hand_are_refused():
    state = given(hand(last_pass(table(), 3), 0, 2, 1), passed(1), AuctionWon(0, "hudson", 3))

    assert refused(state, 0, PayLicences(3, 0)) == "7a.7"
    assert refused(state, 0, PayLicences(0, 2)) == "7a.7"
    assert refused(state, 0, PayLicences(5, -1)) == "7a.7"
    assert refused(state, 0, PayLicences(-1, 2)) == "7a.7"


def test_rule_7a_7_the_cards_are_discarded_and_nothing_is_given_back():
    state = given(hand(last_pass(table(), 3), 0, 1, 2), passed(1), AuctionWon(0, "hudson", 3))
    after = given(state, *when(state, 0, PayLicences(0, 2)))

    assert (after.players[0].ones, after.players[0].twos) == (1, 0)
    assert after.licence_discards.contents() == ((2, 2),)


def test_rule_7a_7_who_can_pay_must_pay():
    state = given(hand(last_pass(table(bluff_pick="owner"), 3), 0, 2, 2), passed(1), AuctionWon(0, "hudson", 3))

    assert refused(state, 0, ForfeitLicences(1, 1)) == "7a.7"
    assert refused(state, 0, PassBid()) == "7a.7"
    assert refused(state, 0, PayLicences(0, 0)) == "7a.7"


def test_rule_7a_7_the_others_pay_nothing():
    state = hand(given(auction(table(), 0, 1), bid(0, 3), bid(1, 4)), 0, 9, 9)
    state = hand(state, 1, 4, 0)
    events = when(state, 0, PassBid())
    after = given(state, *events, LicencesPaid(1, "hudson", 4, 0))

    assert events == [passed(0), AuctionWon(1, "hudson", 4)]
    assert after.players[0].licence_cards == 18


def test_rule_7a_7_a_bid_of_0_pays_no_card():
    state = hand(last_pass(table(min_opening_bid=0), 0), 0, 2, 2)
    events = when(state, 1, PassBid())

    assert events == [passed(1), AuctionWon(0, "hudson", 0), LicencesPaid(0, "hudson", 0, 0)]
    assert listed(given(state, *events), 0, SellOil)[0] == SellOil(0)


def test_rule_7a_7_a_bid_of_0_is_never_a_bluff():
    events = when(last_pass(table(min_opening_bid=0), 0), 1, PassBid())

    assert events == [passed(1), AuctionWon(0, "hudson", 0), LicencesPaid(0, "hudson", 0, 0)]


# 7a.8 to 7a.11


@pytest.mark.parametrize(
    ("ones", "twos", "draws", "lost_ones", "lost_twos", "drawn"),
    [
        (1, 0, (0,), 1, 0, ((1, 0),)),
        (0, 1, (0,), 0, 1, ((1, 0),)),
        (1, 1, (0,), 1, 0, ((2, 0),)),
        (1, 1, (1,), 0, 1, ((2, 1),)),
        (2, 3, (0, 0, 0), 2, 1, ((5, 0), (4, 0), (3, 0))),
        (2, 3, (4, 3, 2), 0, 3, ((5, 4), (4, 3), (3, 2))),
        (2, 3, (1, 1, 0), 2, 1, ((5, 1), (4, 1), (3, 0))),
        (4, 0, (3, 2), 2, 0, ((4, 3), (3, 2))),
    ],
)
def test_rule_7a_8_a_bluffer_loses_half_of_the_cards_rounded_up(
    ones: int, twos: int, draws: tuple[int, ...], lost_ones: int, lost_twos: int, drawn: tuple[tuple[int, int], ...]
):
    state = hand(last_pass(table(), 50), 0, ones, twos)
    events = when(state, 1, PassBid(), ScriptedChance(*draws))
    left = (ones + twos) - len(draws)

    assert events == [
        passed(1),
        BluffCalled(0, "hudson", 50, len(draws)),
        LicencesForfeited(0, lost_ones, lost_twos, Drawn(drawn)),
        AuctionOpened("hudson", 2, (0, 1) if left else (1,)),
    ]
    after = given(state, *events)
    assert (after.players[0].ones, after.players[0].twos) == (ones - lost_ones, twos - lost_twos)
    assert (after.licence_discards.count(1), after.licence_discards.count(2)) == (lost_ones, lost_twos)
    assert after.players[0].depots[0] == 3


def test_rule_7a_8_a_bluffer_without_cards_has_none_to_lose():
    assert when(last_pass(table(), 1), 1, PassBid(), ScriptedChance()) == [
        passed(1),
        BluffCalled(0, "hudson", 1, 0),
        LicencesForfeited(0, 0, 0, Drawn(())),
        AuctionOpened("hudson", 2, (1,)),
    ]


def test_rule_7a_8_licences_worth_just_enough_are_no_bluff():
    assert when(hand(last_pass(table(), 7), 0, 1, 3), 1, PassBid())[1] == AuctionWon(0, "hudson", 7)
    assert when(hand(last_pass(table(), 8), 0, 1, 3), 1, PassBid())[1] == BluffCalled(0, "hudson", 8, 2)


def test_rule_7a_9_the_draws_are_nobodys_knowledge_the_cards_are_everybodys():
    event = LicencesForfeited(0, 1, 2, Drawn(((5, 4), (4, 0), (3, 2))))

    assert (event.known_to, event.ones, event.twos) == ((), 1, 2)


def test_rule_7a_9_by_default_the_bluffer_does_not_choose():
    state = hand(last_pass(table(), 50), 0, 2, 3)
    after = given(state, *when(state, 1, PassBid()))

    assert refused(after, 0, ForfeitLicences(3, 0)) == "7a.2"


def test_rule_7a_9_with_bluff_pick_owner_the_bluffer_chooses():
    state = hand(last_pass(table(bluff_pick="owner"), 50), 0, 2, 3)
    events = when(state, 1, PassBid(), ScriptedChance())
    state = given(state, *events)

    assert events == [passed(1), BluffCalled(0, "hudson", 50, 3)]
    assert GIGANTEN.question(state, 0) == "7a.9"
    assert listed(state, 0) == [ForfeitLicences(0, 3), ForfeitLicences(1, 2), ForfeitLicences(2, 1)]
    assert when(state, 0, ForfeitLicences(1, 2), ScriptedChance()) == [
        LicencesForfeited(0, 1, 2, Drawn(())),
        AuctionOpened("hudson", 2, (0, 1)),
    ]


def test_rule_7a_9_cards_that_are_not_in_the_hand_cannot_be_chosen():
    state = hand(last_pass(table(bluff_pick="owner"), 50), 0, 2, 3)
    state = given(state, *when(state, 1, PassBid()))

    assert refused(state, 0, ForfeitLicences(3, 0)) == "7a.9"
    assert refused(state, 0, ForfeitLicences(-1, 4)) == "7a.9"
    assert refused(state, 0, PassBid()) == "7a.9"


@pytest.mark.parametrize(("ones", "twos"), [(0, 0), (1, 1), (2, 2), (0, 2)])
def test_rule_7a_8_not_more_nor_fewer_than_half_can_be_chosen(ones: int, twos: int):
    state = hand(last_pass(table(bluff_pick="owner"), 50), 0, 2, 3)
    state = given(state, *when(state, 1, PassBid()))

    assert refused(state, 0, ForfeitLicences(ones, twos)) == "7a.8"


@pytest.mark.parametrize(("ones", "twos", "listing"), [(1, 0, ForfeitLicences(1, 0)), (0, 2, ForfeitLicences(0, 1))])
def test_rule_7a_9_the_owner_is_asked_even_without_a_choice(ones: int, twos: int, listing: ForfeitLicences):
    state = hand(last_pass(table(bluff_pick="owner"), 50), 0, ones, twos)
    state = given(state, *when(state, 1, PassBid()))

    assert listed(state, 0) == [listing]


def test_rule_7a_9_an_owner_without_cards_is_not_asked():
    events = when(last_pass(table(bluff_pick="owner"), 50), 1, PassBid())

    assert events[2:] == [LicencesForfeited(0, 0, 0, Drawn(())), AuctionOpened("hudson", 2, (1,))]


def test_rule_7a_10_after_a_bluff_all_take_part_again():
    state = hand(auction(having(table(), first_player=1), 0, 1, 2), 2, 4, 0)
    state = given(
        state,
        passed(1),
        bid(2, 20),
    )
    events = when(state, 0, PassBid())
    after = given(state, *events)

    assert events == [
        passed(0),
        BluffCalled(2, "hudson", 20, 2),
        LicencesForfeited(2, 2, 0, Drawn(((4, 0), (3, 0)))),
        AuctionOpened("hudson", 2, (1, 2, 0)),
    ]
    # from nothing: who had passed may bid, and a first bid of 1 is enough
    assert when(after, 1, Bid(1)) == [bid(1, 1)]
    assert refused(after, 1, Bid(0)) == "7a.3"


def test_rule_7a_10_a_failed_repeat_ends_the_auction():
    state = hand(last_pass(table(), 9), 0, 4, 0)
    state = given(state, *when(state, 1, PassBid()), passed(0))

    assert when(state, 1, PassBid()) == [passed(1), AuctionFailed("hudson"), JET]


def bluffed(state: State) -> State:
    """Return the repeated auction after seat 0, with a one and two twos, has bluffed and lost a two and the one."""
    state = hand(last_pass(state, 9), 0, 1, 2)
    return given(state, *when(state, 1, PassBid()))


def test_rule_7a_11_the_bluffers_later_bids_are_capped():
    state = bluffed(table())

    assert state.players[0].licence_value == 2
    assert listed(state, 0) == [Bid(1), Bid(2), PassBid()]
    assert refused(state, 0, Bid(3)) == "7a.11"
    assert when(state, 0, Bid(2)) == [bid(0, 2)]
    assert highest_bid(given(state, bid(0, 2)), 1) == 999


def test_rule_7a_11_a_bluffer_whom_the_cap_leaves_nothing_is_still_asked():
    state = given(bluffed(table()), bid(0, 1), bid(1, 2))

    assert GIGANTEN.awaiting(state) == {0}
    assert listed(state, 0) == [PassBid()]
    assert refused(state, 0, Bid(3)) == "7a.11"
    assert refused(state, 0, Bid(2)) == "7a.4"


def test_rule_7a_11_a_capped_bluffer_can_win():
    state = given(bluffed(table()), bid(0, 2))
    events = when(state, 1, PassBid())

    assert events == [passed(1), AuctionWon(0, "hudson", 2)]


def test_rule_7a_11_two_bluffers_in_a_row_and_then_the_capped_ones():
    state = hand(hand(auction(table(), 0, 1, 2), 0, 3, 0), 1, 0, 4)
    state = hand(state, 2, 1, 0)
    state = given(state, bid(0, 10), passed(1))
    events = when(state, 2, PassBid())
    assert events[1:] == [
        BluffCalled(0, "hudson", 10, 2),
        LicencesForfeited(0, 2, 0, Drawn(((3, 0), (2, 0)))),
        AuctionOpened("hudson", 2, (0, 1, 2)),
    ]
    state = given(state, *events, passed(0), bid(1, 12))
    events = when(state, 2, PassBid())
    assert events[1:] == [
        BluffCalled(1, "hudson", 12, 2),
        LicencesForfeited(1, 0, 2, Drawn(((4, 0), (3, 0)))),
        AuctionOpened("hudson", 3, (0, 1, 2)),
    ]
    state = given(state, *events)
    # both are capped now, the third is not
    assert highest_bid(state, 0) == 1
    state = given(state, bid(0, 1))
    assert highest_bid(state, 1) == 4
    state = given(state, bid(1, 4))
    assert highest_bid(state, 2) == 999
    # and the third bluffs, too: with its last card gone it is out
    state = given(state, bid(2, 5), passed(0))
    events = when(state, 1, PassBid())
    assert events[1:] == [
        BluffCalled(2, "hudson", 5, 1),
        LicencesForfeited(2, 1, 0, Drawn(((1, 0),))),
        AuctionOpened("hudson", 4, (0, 1)),
    ]


def test_rule_7a_11_without_licences_a_bluffer_is_out():
    state = last_pass(table(), 1)
    state = given(state, *when(state, 1, PassBid()))

    assert GIGANTEN.awaiting(state) == {1}
    assert refused(state, 0, Bid(1)) == "7a.2"


def test_rule_7a_11_a_sole_bluffer_who_loses_the_last_card_sells_nothing():
    state = hand(auction(table(), 0), 0, 1, 0)

    assert when(state, 0, Bid(2)) == [
        bid(0, 2),
        BluffCalled(0, "hudson", 2, 1),
        LicencesForfeited(0, 1, 0, Drawn(((1, 0),))),
        AuctionFailed("hudson"),
        JET,
    ]


def test_rule_7a_11_a_bluffer_may_bluff_again_for_the_next_company():
    state = player(bluffed(table()), 0, depots=(3, 1, 0))
    state = given(state, passed(0))
    after = given(state, *when(state, 1, PassBid()))

    assert isinstance(after.phase, Auctions)
    assert after.phase.bluffers == ()
    assert highest_bid(after, 0) == 999


def test_rule_7a_11_excluded_a_bluffer_takes_no_part_in_the_repeats():
    state = hand(last_pass(table(bluffer_rejoins="excluded"), 9), 0, 1, 2)
    events = when(state, 1, PassBid())
    after = given(state, *events)

    assert events[-1] == AuctionOpened("hudson", 2, (1,))
    assert refused(after, 0, Bid(1)) == "7a.2"
    assert when(after, 1, PassBid()) == [passed(1), AuctionFailed("hudson"), JET]


def test_rule_7a_11_excluded_holds_for_this_company_only():
    state = hand(last_pass(table(bluffer_rejoins="excluded"), 9), 0, 1, 2)
    state = player(state, 0, depots=(3, 1, 0))
    state = given(state, *when(state, 1, PassBid()))

    assert when(state, 1, PassBid())[-1] == AuctionOpened("jet", 1, (0, 3))


def test_rule_7a_12_if_nobody_bids_nobody_sells():
    state = given(auction(table(), 0, 1, 2), passed(0), passed(1))
    events = when(state, 2, PassBid())
    after = given(state, *events)

    assert events == [passed(2), AuctionFailed("hudson"), JET]
    assert [one.depots[0] for one in after.players] == [3, 3, 3, 0]
    assert refused(after, 2, SellOil(1)) == "7a.2"


def test_rule_7a_2_three_players():
    state = auction(having(table(3), first_player=1), 0, 1, 2)
    state = hand(given(state, bid(1, 1), bid(2, 2), bid(0, 3), passed(1)), 0, 0, 2)
    events = when(state, 2, PassBid())

    assert events == [passed(2), AuctionWon(0, "hudson", 3)]
    state = given(state, *events)
    events = when(state, 0, PayLicences(0, 2))
    assert when(given(state, *events), 0, SellOil(3)) == [
        OilSold(0, "hudson", 3, 5000, 15000),
        AuctionOpened("jet", 1, (2,)),
    ]
