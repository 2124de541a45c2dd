"""The careful bot of Giganten: prefers near and rich sites, keeps its train ahead, bids the value of a sale."""

import random
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from domain.giganten import commands as c
from domain.giganten.board import board_of
from domain.giganten.options import COMPANIES, Square
from domain.kernel.values import Choice, Command, Seat
from projections.views.giganten.parts import CardView, GigantenView
from service.bots.giganten.evaluation import Evaluator

LICENCE_WORTH = 900
"""The value of a licence of value 1, in dollars."""

LAST_ROUNDS = 2
"""The number of final rounds in which licences are spent freely: they are worth nothing after the game."""


def choose(view: GigantenView, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return the choice with the highest value. The rng breaks ties."""
    evaluator = Evaluator(view, seat, board_of(view.data_set))
    kinds = {type(choice.command) for choice in choices}
    for kind, decide in _HANDLERS.items():
        if kind in kinds:
            return decide(evaluator, choices, rng)
    return choices[0].command


def _take_card(evaluator: Evaluator, choices: Sequence[Choice], rng: random.Random) -> Command:
    def worth(choice: Choice) -> tuple[float, float]:
        assert isinstance(choice.command, c.TakeActionCard)
        card: CardView = next(card for card in evaluator.view.open_cards if card.id == choice.command.card)
        stored = sum(evaluator.me.depots.values()) + len(evaluator.me.derricks)
        hand = evaluator.me.licence_cards
        licences = card.licences * (1.3 if hand < 2 * stored + 4 else 0.6)
        special = 0.7 * card.price + 4.0 * card.oil + 0.5 * card.back
        return licences * 1.2 + card.points + special, rng.random()

    return max(choices, key=worth).command


def _place(evaluator: Evaluator, choices: Sequence[Choice], rng: random.Random) -> Command:
    points = evaluator.me.card.points if evaluator.me.card else 8

    def worth(choice: Choice) -> tuple[float, float]:
        assert isinstance(choice.command, c.PlaceTruck)
        ways = evaluator.board.ways(choice.command.square, points, ())
        best = max((evaluator.best_beside(square) - 300 * cost for square, (cost, _) in ways.items()), default=0.0)
        return best, rng.random()

    return max(choices, key=worth).command


def _move(evaluator: Evaluator, choices: Sequence[Choice], rng: random.Random) -> Command:
    looks = [choice.command for choice in choices if isinstance(choice.command, c.InspectSite)]
    if looks:
        return looks[0]
    drive = _drive(evaluator, choices, rng)
    if drive is not None:
        return drive
    trains = [choice for choice in choices if isinstance(choice.command, c.AdvanceTrain)]
    ends = [choice for choice in choices if isinstance(choice.command, c.EndMovement)]
    if trains and evaluator.me.train < evaluator.board.columns:
        span = trains[0].range
        return replace(trains[0].command, spaces=span.max if span else 1)
    return (ends or list(choices))[0].command


def _drive(evaluator: Evaluator, choices: Sequence[Choice], rng: random.Random) -> Command | None:
    """Return the drive to a better square; None if the train needs the movement points more."""
    truck = evaluator.me.truck
    drives = [choice.command for choice in choices if isinstance(choice.command, c.DriveTruck)]
    movement = evaluator.view.movement
    if truck is None or not drives or movement is None:
        return None
    ways = evaluator.board.ways(truck, movement.points, ())
    need = max(0, evaluator.train_goal() - evaluator.me.train)

    def worth(square: Square) -> tuple[float, float]:
        cost = ways[square][0] if square in ways else movement.points
        free = movement.points - cost
        late = max(0, need - free)
        near = _nearness(evaluator, square)
        return evaluator.best_beside(square) - 150 * cost - 500 * late + near, rng.random() / 100

    best = max(drives, key=lambda drive: worth(drive.to))
    occupied = evaluator.view.movement is not None and truck in {player.truck for player in evaluator.others}
    if occupied or (evaluator.sites.get(truck) is not None and evaluator.sites[truck].status == "tile"):
        return best
    return best if worth(best.to)[0] > worth(truck)[0] + 1 else None


def _nearness(evaluator: Evaluator, square: Square) -> float:
    """Return a small bonus for a square near a good tile that can be reached in the next round."""
    column, row = evaluator.board.column[square], ord(square[0])
    best = 0.0
    for site in evaluator.sites.values():
        if site.status == "tile":
            distance = abs(evaluator.board.column[site.square] - column) + abs(ord(site.square[0]) - row)
            best = max(best, evaluator.worth(site.square) * 0.5 - 400 * distance)
    return best


def _special(evaluator: Evaluator, choices: Sequence[Choice], _rng: random.Random) -> Command:
    def worth(choice: Choice) -> float:
        command = choice.command
        if isinstance(command, c.ShiftPrice):
            own = evaluator.me.depots[command.company]
            theirs = max(player.depots[command.company] for player in evaluator.others)
            span = choice.range
            return (own - 0.7 * theirs) * command.direction * (span.max if span else command.steps)
        if isinstance(command, c.StoreFreeOil):
            return 5 + evaluator.view.prices[command.company] / 1000 - evaluator.me.depots[command.company]
        return 1.0 if isinstance(command, c.PushTrainsBack) else 0.0

    best = max(choices, key=worth)
    if best.range is not None:
        # in a mandatory special every choice may be a loss
        steps = best.range.max if worth(best) >= 0 else best.range.min
        return replace(best.command, **{best.range.field: steps})
    return best.command


def _build(evaluator: Evaluator, choices: Sequence[Choice], rng: random.Random) -> Command:
    def worth(choice: Choice) -> tuple[float, float]:
        command = choice.command
        return (evaluator.worth(command.site) if isinstance(command, c.BuildDerrick) else 0.0), rng.random() / 100

    return max(choices, key=worth).command


def _ship(evaluator: Evaluator, choices: Sequence[Choice], rng: random.Random) -> Command:
    def worth(choice: Choice) -> tuple[float, float]:
        command = choice.command
        if not isinstance(command, c.ShipOil):
            return 0.0, 0.0
        stored = evaluator.me.depots[command.company]
        rivals = sum(bool(player.depots[command.company]) for player in evaluator.others)
        limit = evaluator.fees.depot_limit
        full = 2500 if stored > limit else 900 if stored == limit else 0
        fee = 0 if command.carrier == "own" else evaluator.fees.transport + _price_of_help(evaluator, command)
        return evaluator.view.prices[command.company] - 500 * rivals - full + 300 * stored - fee + 200, rng.random()

    return max(choices, key=worth).command


def _price_of_help(evaluator: Evaluator, command: c.ShipOil) -> int:
    """Return the indirect cost of a fare in dollars: it helps an opponent, and a leading opponent most."""
    if command.carrier == "black":
        return 0
    if command.opponent is None:
        return 300
    stronger = sum(
        evaluator.assets(other) < evaluator.assets(evaluator.view.players[command.opponent])
        for other in evaluator.others
    )
    return 200 + 100 * stronger


def _bid(evaluator: Evaluator, choices: Sequence[Choice], _rng: random.Random) -> Command:
    """Return the lowest bid if the hand can pay it and the sale is worth it, else a pass."""
    auction = evaluator.view.auction
    bids = [choice.command for choice in choices if isinstance(choice.command, c.Bid)]
    licences = evaluator.me.licences
    if auction is None or not bids or licences is None:
        return c.PassBid()
    held = licences.ones + 2 * licences.twos
    stored = evaluator.me.depots[auction.company]
    price = evaluator.view.prices[auction.company]
    fees = evaluator.fees
    kept = price * 0.45 if evaluator.rounds_left > 1 else fees.marker
    gain = stored * (price - kept) + max(0, stored - fees.depot_limit) * (kept - fees.refund)
    later = sum(
        evaluator.me.depots[company] * evaluator.view.prices[company]
        for company in COMPANIES[COMPANIES.index(auction.company) + 1 :]
    )
    share = stored * price / max(1, stored * price + later * 0.7)
    is_late = evaluator.rounds_left <= LAST_ROUNDS
    scarce = 1.0 if is_late else 0.75
    limit = min(held * max(share, 0.35) * scarce + 1, gain / LICENCE_WORTH * (1.6 if is_late else 1.0))
    return bids[0] if bids[0].value <= min(held, limit) else c.PassBid()


def _pay(_evaluator: Evaluator, choices: Sequence[Choice], _rng: random.Random) -> Command:
    """Pay with the lowest total value. Keep ones for exact payments."""

    def waste(choice: Choice) -> tuple[int, int]:
        assert isinstance(choice.command, c.PayLicences | c.ForfeitLicences)
        return choice.command.ones + 2 * choice.command.twos, choice.command.ones

    return min(choices, key=waste).command


def _sell(_evaluator: Evaluator, choices: Sequence[Choice], _rng: random.Random) -> Command:
    """Sell as much as possible: the licences are spent in any case."""
    span = choices[0].range
    return c.SellOil(span.max if span else 0)


_HANDLERS: Mapping[type, Callable[[Evaluator, Sequence[Choice], random.Random], Command]] = {
    c.TakeActionCard: _take_card,
    c.PlaceTruck: _place,
    c.ShiftPrice: _special,
    c.StoreFreeOil: _special,
    c.PushTrainsBack: _special,
    c.BuildDerrick: _build,
    c.ShipOil: _ship,
    c.PayLicences: _pay,
    c.ForfeitLicences: _pay,
    c.SellOil: _sell,
    c.PassBid: _bid,
    c.EndMovement: _move,
    c.DriveTruck: _move,
}
"""The handler of each kind of decision. The first listed command type selects it."""
