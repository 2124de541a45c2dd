"""What derricks, free oil and auctions of Giganten returned.

The markers of a depot are alike. By convention they leave it in the order in which they came, so that every sale and
refund belongs to a derrick or to free oil. Then the accounts that make up the score add up to it, dollar by dollar.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from typing import assert_never

from domain.giganten import events as e
from domain.giganten.options import COMPANIES, Company, Square
from domain.giganten.scoring import derrick_value, train_order
from domain.giganten.state import State
from domain.kernel.analysis import Account, AmountInfo, KindInfo, Moment, Return
from domain.kernel.values import Seat

KINDS = (
    KindInfo("start", "Money at the start", ("0.7",), in_score=True),
    KindInfo("derrick", "Derrick", ("5.3", "6.3", "6.4", "6.5", "7b.1", "8.1", "10.2", "10.5"), in_score=True),
    KindInfo("free_oil", "Free oil", ("4d.3", "7b.1", "8.1", "10.5"), in_score=True),
    KindInfo("carriage", "Fares from opponents", ("6.5", "6.6"), in_score=True),
    KindInfo("auction", "Auction", ("7a.7", "7a.8", "7b.1")),
)

AMOUNTS = (
    AmountInfo("money", "money", is_score=True),
    AmountInfo("cost", "building cost", is_score=True),
    AmountInfo("fares", "fares", is_score=True),
    AmountInfo("sales", "sales", is_score=True),
    AmountInfo("refunds", "refunds", is_score=True),
    AmountInfo("derrick_value", "derrick at the end", is_score=True),
    AmountInfo("oil_value", "oil at the end", is_score=True),
    AmountInfo("licence_value", "value of licences"),
    AmountInfo("cards", "licences"),
    AmountInfo("bid", "bid"),
    AmountInfo("price", "price"),
    AmountInfo("attempt", "attempt"),
    AmountInfo("bidders", "bidders"),
    AmountInfo("oil", "oil found"),
    AmountInfo("sold", "markers sold"),
    AmountInfo("discarded", "markers discarded"),
)

OUTCOMES: Mapping[str, str] = {
    "kept": "kept to the end",
    "exhausted": "exhausted",
    "won": "won",
    "bluffed": "bluffed",
    "failed": "no bid",
}


class Returns:
    """Keeps the accounts of a game."""

    def __init__(self, state: State, version: int) -> None:
        self._all: list[Account] = []
        self._derricks: dict[tuple[Seat, Square], Account] = {}
        self._stored: defaultdict[tuple[Seat, Company], deque[Account]] = defaultdict(deque)
        """The accounts of the markers in each depot, in the order in which they came."""
        self._carriage: dict[Seat, Account] = {}
        self._auction: Account | None = None
        for seat, player in enumerate(state.players):
            self._open("start", version, seat).returned["money"] = player.money

    def _open(self, kind: str, version: int, seat: Seat | None, *about: str) -> Account:
        account = Account(kind, version, seat, *about)
        self._all.append(account)
        return account

    def take(self, moment: Moment[State], /) -> None:
        """Follow an event."""
        match moment.event:
            case e.DerrickBuilt() | e.OilShipped() | e.OilDiscarded() | e.DerrickExhausted():
                self._drill(moment.version, moment.event)
            case e.FreeOilStored(seat, company):
                account = self._open("free_oil", moment.version, seat, f"company:{company}")
                account.facts["oil"] = 1
                self._stored[seat, company].append(account)
            case e.ExcessReturned(seat, company, markers, refund):
                self._leave(seat, company, markers, "refunds", refund)
            case _:
                self._bid(moment.version, moment.event)

    def _drill(self, version: int, event: e.DerrickBuilt | e.OilShipped | e.OilDiscarded | e.DerrickExhausted) -> None:
        place = event.seat, event.site
        if isinstance(event, e.DerrickBuilt):
            account = self._open("derrick", version, event.seat, f"site:{event.site}")
            account.paid["cost"] = event.cost
            account.facts["oil"] = event.markers
            self._derricks[place] = account
            return
        account = self._derricks[place]
        match event:
            case e.OilShipped():
                account.paid["fares"] += event.to_bank + sum(payment.amount for payment in event.payments)
                self._stored[event.seat, event.company].append(account)
                for payment in event.payments:
                    if payment.seat not in self._carriage:
                        self._carriage[payment.seat] = self._open("carriage", version, payment.seat)
                    self._carriage[payment.seat].returned["fares"] += payment.amount
            case e.OilDiscarded():
                account.facts["discarded"] += 1
            case e.DerrickExhausted():
                account.close("exhausted", version)
                del self._derricks[place]
            case _:
                assert_never(event)

    def _leave(self, seat: Seat, company: Company, markers: int, name: str, dollars: int) -> None:
        """Let markers leave a depot, in the order in which they came, for a sum."""
        for _ in range(markers):
            account = self._stored[seat, company].popleft()
            account.returned[name] += dollars // markers
            account.facts["sold"] += name == "sales"

    def _bid(self, version: int, event: object) -> None:
        """Follow the events of an auction."""
        auction = self._auction
        if isinstance(event, e.AuctionOpened):
            auction = self._auction = self._open("auction", version, None, f"company:{event.company}")
            auction.facts["attempt"], auction.facts["bidders"] = event.attempt, len(event.bidders)
        elif auction is None:
            return
        match event:
            case e.AuctionWon(seat, _, bid):
                auction.seat, auction.outcome, auction.facts["bid"] = seat, "won", bid
            case e.BluffCalled(seat, _, bid):
                auction.seat, auction.outcome, auction.facts["bid"] = seat, "bluffed", bid
            case e.LicencesPaid(_, _, ones, twos) | e.LicencesForfeited(_, ones, twos):
                auction.paid["licence_value"], auction.paid["cards"] = ones + 2 * twos, ones + twos
                auction.ends = version
            case e.OilSold(seat, company, markers, price, proceeds):
                auction.facts["sold"], auction.facts["price"] = markers, price
                auction.returned["sales"], auction.ends = proceeds, version
                self._leave(seat, company, markers, "sales", proceeds)
                self._auction = None
            case e.AuctionFailed():
                auction.close("failed", version)
                self._auction = None
            case _:
                pass

    def end(self, state: State, /) -> Iterable[Return]:
        """Value the derricks and markers that are left (10.2, 10.5), and return the accounts."""
        fees = state.data.fees
        ranks = {seat: rank for rank, seat in enumerate(train_order(state))}
        for (seat, site), account in self._derricks.items():
            derrick = state.players[seat].derrick_at(site)
            assert derrick is not None
            account.returned["derrick_value"] = derrick_value(state, ranks[seat])
            account.returned["oil_value"] += derrick.markers * fees.marker
        for seat, player in enumerate(state.players):
            for company, markers in zip(COMPANIES, player.depots, strict=True):
                worth = markers * fees.marker if state.options.score_depot_oil else 0
                self._leave(seat, company, markers, "oil_value", worth)
        return [account.closed() for account in self._all]
