"""Waits of correspondence games of Giganten, with standing orders and without.

`python -m tests.lab.orders --games 40` plays the same games twice and prints the figures of ORDERS.md. People look
in twice a day. A wait is a time for which a game stands still until a person looks in. The decisions are those of the
careful bot. With orders, people leave orders for what they can foresee whenever they look in; the orders are those of
the service (`service/orders/`), with its delays.
"""

import datetime
import random
import statistics
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
import typer

from domain.game import decide
from domain.game.decide import Decided
from domain.game.fold import append
from domain.game.game import decision_id
from domain.giganten import commands as c
from domain.giganten.board import board_of
from domain.giganten.options import COMPANIES, Company
from domain.kernel.values import Choice, Command, Seat, Value
from domain.ledger.times import SECOND
from domain.rulesets import RULESETS
from projections.times import moment
from projections.views import VIEWS
from projections.views.giganten.parts import AuctionView, GigantenView
from service.bots.choosing import choose
from service.bots.giganten import careful
from service.core.store.recorder import Origin, StoredEntry
from service.orders.choosing import end_of, first_answer, round_of
from service.orders.delays import acts_at
from service.orders.terms import Condition, Lasts, Number, Order, Terms, Wanted
from service.play.loaded import Loaded
from tests.new_games import new_game, started_with_log

DAY = 86_400 * SECOND
HOURS = ((6, 10), (18, 23))
"""The hours between which people look in, in the morning and in the evening."""

Left: TypeAlias = Literal["none", "auctions", "all"]
"""The orders that people leave: none; those for auctions, sales and only choices; or all that can be foreseen."""

LEFT: tuple[Left, ...] = ("none", "auctions", "all")

BEGINNING = datetime.datetime(2026, 11, 2, 12, tzinfo=datetime.UTC)

CARRIERS = ("own", "black", "opponent")

MOST_BID = 60

BID = ("7a.2", "7a.4")
"""The questions of an auction: to open, and to raise."""


class Outcome(Value, frozen=True):
    """What a game has taken."""

    waits: int
    """Times for which it stood still until a person looked in."""
    days: float
    rounds: int
    by_people: int
    by_orders: int
    """Decisions."""


class Correspondence:
    """A game of people who look in twice a day."""

    def __init__(self, number: int, seats: int, left: Left) -> None:
        self._rng = random.Random(number)
        self._now = round(BEGINNING.timestamp()) * SECOND
        new = new_game(RULESETS["giganten"], seats)
        game, entries = started_with_log(new, number.to_bytes(32, "big"), moment(self._now))
        stored = [StoredEntry(each.record, each.head, each.secret) for each in entries]
        self.loaded = Loaded(game, stored)
        self._seats = seats
        self._left: Left = left
        self._orders: dict[Seat, list[Order]] = {seat: [] for seat in range(seats)}
        self._asked: dict[Seat, tuple[str, str]] = {}
        self._made = 0
        self._note_asked()
        # each person has times of his or her own, the same in both games
        self._looks = [self._look_ins(random.Random(f"{number} {seat}")) for seat in range(seats)]
        self._next = [next(looks) for looks in self._looks]
        self.waits = self.by_people = self.by_orders = 0

    def _look_ins(self, rng: random.Random) -> Iterator[int]:
        """Return the times at which a person looks in."""
        midnight = self._now - self._now % DAY
        while True:
            for first, last in HOURS:
                time = midnight + round(rng.uniform(first, last) * 3600) * SECOND
                if time > self._now:
                    yield time
            midnight += DAY

    def play(self) -> Outcome:
        """Play to the end."""
        began = self._now
        while self.loaded.game.status == "running":
            due = self._due_orders()
            look = min(self._next)
            if due and min(due)[0] <= look:
                self._carry_out(*min(due))
            else:
                self._look_in(self._next.index(look), look)
        rounds = round_of(self.loaded.game) or 0
        return Outcome(self.waits, (self._now - began) / DAY, rounds, self.by_people, self.by_orders)

    def _look_in(self, seat: Seat, time: int) -> None:
        """Let a person answer what is asked until others are, and leave orders."""
        self._now, self._next[seat] = time, next(self._looks[seat])
        self.waits += seat in self.loaded.game.questions
        while seat in self.loaded.game.questions:
            game = self.loaded.game
            self._decide(seat, choose(game, seat, "careful", self._rng), None)
            self.by_people += 1
        if self._left != "none" and self.loaded.game.status == "running":
            found = orders_for(self.loaded, seat, self._left, self._rng)
            self._orders[seat] = [self._order(seat, terms) for terms in found]

    def _order(self, seat: Seat, terms: Terms) -> Order:
        game = self.loaded.game
        self._made += 1
        return Order(
            id=str(self._made), game=game.id, seat=seat, player=f"player:{seat}", set_at=moment(self._now),
            version=game.version, round=round_of(game), terms=terms, salt="", checked=game.version, changed=0,
            statement="",
        )  # fmt: skip

    def _due_orders(self) -> list[tuple[int, Seat, str]]:
        """Return when the orders of the seats that are asked act."""
        game, found = self.loaded.game, list[tuple[int, Seat, str]]()
        for seat in game.questions:
            standing = [order for order in self._orders[seat] if end_of(self.loaded, order) is None]
            answer = first_answer(self.loaded, seat, standing)
            if answer is not None:
                decision, since = self._asked[seat]
                time = acts_at(game, seat, decision, max(since, answer[0].set_at))
                found.append((max(time, self._now), seat, answer[0].id))
        return found

    def _carry_out(self, time: int, seat: Seat, order: str) -> None:
        self._now = time
        standing = [each for each in self._orders[seat] if each.id == order]
        answer = first_answer(self.loaded, seat, standing)
        assert answer is not None
        self._decide(seat, answer[1], Origin(f"player:{seat}", order=order))
        self.by_orders += 1

    def _decide(self, seat: Seat, command: Command, origin: Origin | None) -> None:
        game = self.loaded.game
        decided: Decided = decide.command(game, seat, command)
        after, entries = append(game, game.tip, game.seed, moment(self._now), seat, decided)
        origins = [origin, *[None] * (len(entries) - 1)]
        self.loaded.advance(
            after,
            [StoredEntry(each.record, each.head, each.secret, one) for each, one in zip(entries, origins, strict=True)],
        )
        self._note_asked()

    def _note_asked(self) -> None:
        game = self.loaded.game
        asked = {seat: decision_id(game, seat) for seat in game.questions}
        self._asked = {
            seat: self._asked[seat] if self._asked.get(seat, ("",))[0] == decision else (decision, game.tip.at)
            for seat, decision in asked.items()
        }


def orders_for(loaded: Loaded, seat: Seat, left: Left, rng: random.Random) -> list[Terms]:
    """Return the orders that a person leaves: what the careful bot would do, as far as it can be foreseen."""
    game = loaded.game
    view = VIEWS["giganten"](game, seat)
    assert isinstance(view, GigantenView)
    orders = [
        _first(("7a.7",), [Wanted("giganten.pay_licences")]),
        _first(("7a.9",), [Wanted("giganten.forfeit_licences")]),
        _first(("7b.1",), [Wanted("giganten.sell_oil", number=Number("markers", "highest"))]),
        Terms(only_choice=True),
    ]
    for company in COMPANIES:
        limit = _limit(view, seat, company)
        bid = Wanted("giganten.bid", number=Number("value", at_most=limit))
        commands = (bid, Wanted("giganten.pass_bid")) if limit > 0 else (Wanted("giganten.pass_bid"),)
        when = (Condition("/auction/company", "equal", company),)
        orders.append(Terms(questions=BID, commands=commands, lasts="round", when=when))
    if left == "auctions":
        return orders
    me = view.players[seat]
    if view.phase_name == "cards" and me.card is None:
        choices = [Choice(c.TakeActionCard(card.id)) for card in view.open_cards]
        orders.append(_first(("2c.1",), _ranked(view, seat, choices, rng), "round"))
    if view.phase_name == "movement" and me.truck is not None and seat not in game.questions:
        # of its own turn a person knows the truck; others' derricks can take a site meanwhile
        sites = [Choice(c.BuildDerrick(site.square)) for site in view.sites if site.status == "tile"]
        near = [each for each in sites if _is_near(loaded, seat, each)]
        wanted = _ranked(view, seat, [*near, Choice(c.DeclineDrilling())], rng)
        orders.append(_first(("5.1",), wanted, "round"))
    orders.append(_first(("6.2",), _shipping(view, seat), "round"))
    return orders


def _first(questions: tuple[str, ...], commands: Sequence[Wanted], lasts: Lasts = "game") -> Terms:
    return Terms(questions=questions, commands=tuple(commands), lasts=lasts)


def _ranked(view: GigantenView, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> list[Wanted]:
    """Return commands in the order in which the careful bot prefers them."""
    left, found = list(choices), list[Wanted]()
    while left:
        best = careful.choose(view, seat, left, rng)
        left = [choice for choice in left if choice.command != best]
        fields = msgspec.to_builtins(best)
        found.append(Wanted(fields.pop("type"), fields))
    return found


def _is_near(loaded: Loaded, seat: Seat, choice: Choice) -> bool:
    """Return whether a site is beside the truck of a seat."""
    command, state = choice.command, loaded.game.state
    truck = state.players[seat].truck
    assert isinstance(command, c.BuildDerrick)
    return command.site in board_of(state.data_set).sites_beside[truck]


def _shipping(view: GigantenView, seat: Seat) -> list[Wanted]:
    """Return where a person sends oil, the best first, as far as it does not depend on the derrick."""
    site = view.sites[0].square
    ways = [Choice(c.ShipOil(site, company, carrier)) for company in COMPANIES for carrier in CARRIERS]
    found = _ranked(view, seat, [*ways, Choice(c.DiscardOil(site))], random.Random(0))
    return [Wanted(each.type, {name: each.fields[name] for name in ("company", "carrier") if name in each.fields})
            for each in found]  # fmt: skip


def _limit(view: GigantenView, seat: Seat, company: Company) -> int:
    """Return the highest bid that the careful bot would make for a company now."""
    auction = AuctionView(
        company=company, attempt=1, step="bidding", bid=None, leader=None, live=(seat,), bluffers=(), forfeit=0
    )
    then = msgspec.structs.replace(view, auction=auction)
    limit = 0
    while limit < MOST_BID and isinstance(careful.choose(then, seat, _bids(limit + 1), random.Random(0)), c.Bid):
        limit += 1
    return limit


def _bids(value: int) -> list[Choice]:
    return [Choice(c.Bid(value)), Choice(c.PassBid())]


def outcomes(first: int, end: int, seats: int, left: Left) -> list[Outcome]:
    """Play games with these numbers."""
    return [Correspondence(number, seats, left).play() for number in range(first, end)]


def row_of(found: Sequence[Outcome], without: Sequence[Outcome], seats: int, left: Left) -> str:
    """Return a row of the page: the means of games, and the ratio of their waits to those without orders."""
    waits, days, rounds = (
        statistics.mean(getattr(each, name) for each in found) for name in ("waits", "days", "rounds")
    )
    ratio = waits / statistics.mean(each.waits for each in without)
    share = statistics.mean(each.by_orders / (each.by_orders + each.by_people) for each in found)
    return f"| {seats} | {left} | {len(found)} | {rounds:.1f} | {waits:.1f} | {ratio:.2f} | {days:.1f} | {share:.0%} |"


HEAD = (
    "| players | orders | games | rounds | waits | ratio | days | decided by orders |\n"
    "|---|---|---|---|---|---|---|---|"
)


def main(
    games: Annotated[int, typer.Option(help="Games of each kind.")] = 40,
    first: Annotated[int, typer.Option(help="The number of the first game.")] = 0,
) -> None:
    """Play games of three and of four people, and print the table of ORDERS.md."""
    typer.echo(HEAD)
    for seats in (3, 4):
        without = outcomes(first, first + games, seats, "none")
        for left in LEFT:
            found = without if left == "none" else outcomes(first, first + games, seats, left)
            typer.echo(row_of(found, without, seats, left))


if __name__ == "__main__":
    typer.run(main)
