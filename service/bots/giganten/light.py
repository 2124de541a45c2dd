"""The light policy of Giganten: the aims of the careful bot, on the state and without the view."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from domain.giganten import commands as c
from domain.giganten.options import COMPANIES, Square
from domain.giganten.scoring import derrick_value, train_order
from domain.giganten.state import Auctions, Movement, State, card_of
from domain.kernel.values import Choice, Command, Seat
from service.bots.giganten.light_table import ROUND, Table
from service.bots.strong.light import Light, Scored
from service.bots.strong.purses import likely_money

LICENCE_WORTH = 900
"""The value of a licence of value 1, in dollars."""

LAST_ROUNDS = 2
"""The number of final rounds in which licences are spent freely: they are worth nothing after the game."""

RICH_BID = 4
"""The number of bids that the search tries, from the lowest one on."""

THOUSAND = 1000

SPREAD = 10 * THOUSAND
"""Dollars by which the money of opponents differs in the first rounds."""


def quick(state: State, seat: Seat) -> Command | None:
    """Return the sale of all markers, or the bid: neither needs a list."""
    phase = state.phase
    if not isinstance(phase, Auctions):
        return None
    if phase.step == "selling":
        return c.SellOil(state.players[seat].depots[phase.company])
    if phase.step != "bidding":
        return None
    low = state.options.min_opening_bid if phase.bid is None else phase.bid + 1
    return c.Bid(low) if low <= _limit(Table(state, seat), phase) else c.PassBid()


def scores(state: State, seat: Seat, choices: Sequence[Choice]) -> list[Scored]:
    """Return the choices with their scores; of a range the numbers that are worth a try."""
    table = Table(state, seat)
    drives = _drives(table, choices)
    found: list[Scored] = []
    for choice in choices:
        command = choice.command
        if isinstance(command, c.DriveTruck):
            found.append(Scored(drives[command.to], command))
        elif choice.range is None:
            found.append(Scored(_HANDLERS[type(command)](table, command), command))
        else:
            found += (
                Scored(_HANDLERS[type(command)](table, each), each)
                for number in _numbers(choice)
                for each in (replace(command, **{choice.range.field: number}),)
            )
    return found


def _numbers(choice: Choice) -> Sequence[int]:
    span = choice.range
    assert span is not None
    match choice.command:
        case c.Bid():
            return sorted({min(span.max, span.min + more) for more in range(RICH_BID)})
        case c.SellOil():
            return range(span.min, span.max + 1)
        case _:
            return sorted({span.min, (span.min + span.max) // 2, span.max})


def _drives(table: Table, choices: Sequence[Choice]) -> Mapping[Square, float]:
    """Return the score of each drive: above that of the train if another square is better, else below."""
    phase, truck = table.state.phase, table.me.truck
    squares = [choice.command.to for choice in choices if isinstance(choice.command, c.DriveTruck)]
    if not squares or truck is None or not isinstance(phase, Movement):
        return {}
    ways = table.board.ways(truck, phase.points, ())
    need = max(0, table.train_goal() - table.me.train)
    goals = table.goals()

    def worth(square: Square) -> float:
        cost = ways[square][0] if square in ways else phase.points
        late = max(0, need - phase.points + cost)
        column, row = table.board.column[square], ord(square[0])
        near = max(
            (value - 400 * (abs(there - column) + abs(across - row)) for value, there, across in goals), default=0.0
        )
        return table.best_near(square) - 150 * cost - 500 * late + max(0.0, near)

    stays = worth(truck) + 1
    occupied = any(other.truck == truck for n, other in enumerate(table.state.players) if n != table.seat)
    if occupied or truck in table.state.tiles:
        stays = -1e9
    # a better square comes before the train (3), a worse one after the end of the movement (1)
    return {square: (20.0 if (value := worth(square)) > stays else -20.0) + value / THOUSAND for square in squares}


def _place(table: Table, command: Command) -> float:
    assert isinstance(command, c.PlaceTruck)
    card = table.me.card
    points = card_of(table.state, card).points if card else 8
    ways = table.board.ways(command.square, points, ())
    return max((table.best_near(square) - 300 * cost for square, (cost, _) in ways.items()), default=0.0) / THOUSAND


def _take(table: Table, command: Command) -> float:
    assert isinstance(command, c.TakeActionCard)
    card = card_of(table.state, command.card)
    stored = sum(table.me.depots) + len(table.me.derricks)
    licences = card.licences * (1.3 if table.me.licence_cards < 2 * stored + 4 else 0.6)
    return licences * 1.2 + card.points + 0.7 * card.price + 4.0 * card.oil + 0.5 * card.back


def _inspect(_table: Table, _command: Command) -> float:
    return 99.0


def _advance(table: Table, command: Command) -> float:
    """Prefer to advance as far as possible, as long as there are columns to reach."""
    assert isinstance(command, c.AdvanceTrain)
    return 3.0 + command.spaces / 100 if table.me.train < table.board.columns else 0.5


def _end(_table: Table, _command: Command) -> float:
    return 1.0


def _shift(table: Table, command: Command) -> float:
    assert isinstance(command, c.ShiftPrice)
    company = COMPANIES.index(command.company)
    theirs = max(player.depots[company] for n, player in enumerate(table.state.players) if n != table.seat)
    return (table.me.depots[company] - 0.7 * theirs) * command.direction * command.steps


def _store(table: Table, command: Command) -> float:
    assert isinstance(command, c.StoreFreeOil)
    company = COMPANIES.index(command.company)
    return 5 + table.state.prices[company] / THOUSAND - table.me.depots[company]


def _push(_table: Table, _command: Command) -> float:
    return 1.0


def _nothing(_table: Table, _command: Command) -> float:
    return 0.0


def _build(table: Table, command: Command) -> float:
    assert isinstance(command, c.BuildDerrick)
    return table.worth(command.site) / THOUSAND


def _ship(table: Table, command: Command) -> float:
    assert isinstance(command, c.ShipOil)
    state, fees = table.state, table.fees
    company = COMPANIES.index(command.company)
    stored = table.me.depots[company]
    rivals = sum(bool(player.depots[company]) for n, player in enumerate(state.players) if n != table.seat)
    full = 2500 if stored > fees.depot_limit else 900 if stored == fees.depot_limit else 0
    fee = 0 if command.carrier == "own" else fees.transport + _price_of_help(table, command)
    return (state.prices[company] - 500 * rivals - full + 300 * stored - fee + 200) / THOUSAND


def _price_of_help(table: Table, command: c.ShipOil) -> int:
    """Return the indirect cost of a fare in dollars: it helps an opponent, and a leading opponent most."""
    if command.carrier == "black":
        return 0
    if command.opponent is None:
        return 300
    helped = table.assets(table.state.players[command.opponent])
    others = (player for n, player in enumerate(table.state.players) if n != table.seat)
    return 200 + 100 * sum(table.assets(other) < helped for other in others)


def _limit(table: Table, phase: Auctions) -> float:
    """Return the highest bid that the sale is worth and the hand can pay."""
    fees, prices, me = table.fees, table.state.prices, table.me
    stored, price = me.depots[phase.company], prices[phase.company]
    kept = price * 0.45 if table.rounds_left > 1 else fees.marker
    gain = stored * (price - kept) + max(0, stored - fees.depot_limit) * (kept - fees.refund)
    later = sum(me.depots[company] * prices[company] for company in range(phase.company + 1, len(COMPANIES)))
    share = stored * price / max(1, stored * price + later * 0.7)
    is_late = table.rounds_left <= LAST_ROUNDS
    held = me.licence_value
    limit = min(
        held * max(share, 0.35) * (1.0 if is_late else 0.75) + 1, gain / LICENCE_WORTH * (1.6 if is_late else 1)
    )
    return min(held, limit)


def _bid(table: Table, command: Command) -> float:
    """Prefer low bids up to the limit. Bids beyond the hand are bluffs."""
    phase = table.state.phase
    assert isinstance(command, c.Bid)
    assert isinstance(phase, Auctions)
    if command.value > table.me.licence_value:
        return -50.0
    return _limit(table, phase) - command.value + 0.5


def _pay(_table: Table, command: Command) -> float:
    """Pay with the lowest total value. Keep ones for exact payments."""
    assert isinstance(command, c.PayLicences | c.ForfeitLicences)
    return -(command.ones + 2 * command.twos) - command.ones / 100


def _sell(_table: Table, command: Command) -> float:
    assert isinstance(command, c.SellOil)
    return float(command.markers)


_HANDLERS: Mapping[type[Command], Callable[[Table, Command], float]] = {
    c.TakeActionCard: _take,
    c.PlaceTruck: _place,
    c.InspectSite: _inspect,
    c.AdvanceTrain: _advance,
    c.EndMovement: _end,
    c.ShiftPrice: _shift,
    c.StoreFreeOil: _store,
    c.PushTrainsBack: _push,
    c.DeclineSpecial: _nothing,
    c.BuildDerrick: _build,
    c.DeclineDrilling: _nothing,
    c.ShipOil: _ship,
    c.DiscardOil: _nothing,
    c.Bid: _bid,
    c.PassBid: _nothing,
    c.PayLicences: _pay,
    c.ForfeitLicences: _pay,
    c.SellOil: _sell,
}


def remaining(state: State) -> float:
    """Return the share of the track that the black train still has to go, from 1 to 0."""
    start = state.data.tracks.black_start
    return max(0.0, (state.black_end - state.black_train) / max(1, state.black_end - start))


def features(state: State, seat: Seat) -> Mapping[str, float]:
    """Return what the final score of a seat is estimated from, money in thousands."""
    me, column = state.players[seat], state.board.column
    rounds = max(1.0, (state.black_end - state.black_train) / ROUND)
    markers = sum(derrick.markers for derrick in me.derricks)
    pumped = sum(min(derrick.markers, rounds) for derrick in me.derricks)
    served = sum(min(each.markers, rounds) for each in me.derricks if column[each.site] <= me.train)
    licences = sum(player.licence_value for player in state.players)
    return {
        "money": me.money / THOUSAND,
        "derricks": len(me.derricks),
        "standing": len(me.derricks) * derrick_value(state, train_order(state).index(seat)) / THOUSAND,
        "markers": markers,
        "pumped": pumped,
        "served": served,
        "stored": sum(stored * price for stored, price in zip(me.depots, state.prices, strict=True)) / THOUSAND,
        "kinds": sum(map(bool, me.depots)),
        "excess": sum(max(0, stored - state.data.fees.depot_limit) for stored in me.depots),
        "licences": me.licence_value,
        "hold": me.licence_value / max(1, licences),
        "train": me.train,
        "lag": max([0, *(column[derrick.site] - me.train for derrick in me.derricks)]),
        "near": Table(state, seat).best_near(me.truck) / THOUSAND if me.truck else 0.0,
        "known": len(me.known),
    }


def is_contradicted(state: State, seat: Seat) -> bool:
    """Return whether an opponent with this hand would not have bid, or would not have passed, in the present auction.

    By this policy a seat bids if its limit allows the next bid. Who has passed did so at the present bid or at a lower
    one (7a.4, 7a.5), so a limit that allows more than the present bid contradicts the pass.
    """
    phase = state.phase
    if not isinstance(phase, Auctions) or phase.step != "bidding" or phase.bid is None:
        return False
    for other, player in enumerate(state.players):
        if other == seat or not player.depots[phase.company] or other in phase.bluffers:
            continue
        limit = _limit(Table(state, other), phase)
        has_passed = other not in phase.live
        if (other == phase.leader and limit < phase.bid) or (has_passed and limit >= phase.bid + 1):
            return True
    return False


LIGHT = Light(
    quick=quick,
    scores=scores,
    remaining=remaining,
    features=features,
    likely=likely_money(SPREAD),
    is_contradicted=is_contradicted,
)
