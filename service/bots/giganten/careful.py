"""A decent player of Giganten: near, rich sites; its train ahead of its derricks; bids what a sale is worth."""

import random
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from domain.giganten import commands as c
from domain.giganten.board import Board, board_of
from domain.giganten.options import COMPANIES, Square
from domain.giganten.tables import THIRD, TileKind
from domain.kernel.values import Choice, Command, Seat
from projections.views.giganten.parts import CardView, GigantenView, PlayerView, SiteView

MARKER_WORTH = 0.84
"""What a marker brings in the end, after licences and waiting, as a part of the price at the start."""

LICENCE_WORTH = 900
"""Dollars that a licence of value 1 is held to be worth."""


def choose(view: GigantenView, seat: Seat, choices: Sequence[Choice], whim: random.Random) -> Command:
    """Return the choice that seems best; a whim decides between equals."""
    mind = Mind(view, seat, board_of(view.data_set))
    kinds = {type(choice.command) for choice in choices}
    for kind, decide in _WAYS.items():
        if kind in kinds:
            return decide(mind, choices, whim)
    return choices[0].command


class Mind:
    """What the player makes of what is to be seen."""

    def __init__(self, view: GigantenView, seat: Seat, board: Board) -> None:
        self.view = view
        self.me: PlayerView = view.players[seat]
        self.others = [player for player in view.players if player.seat != seat]
        self.board = board
        self.fees = board.data.fees
        kinds = board.data.tiles.kinds
        self.costs: dict[int, int] = {kind.derricks: kind.cost for kind in kinds}
        self.mean_value: dict[int, float] = {kind.derricks: _mean(kind) for kind in kinds}
        """What a tile nobody has looked at holds on average, in markers, by its kind."""
        self.marker_worth = MARKER_WORTH * board.data.prices.start
        self.sites: dict[Square, SiteView] = {site.square: site for site in view.sites}
        self.rounds_left = max(1.0, (view.black_train_end - view.black_train) / 2.2)

    @property
    def money(self) -> int:
        """Dollars in hand."""
        return self.me.money or 0

    def standing(self, player: PlayerView) -> int:
        """Dollars that a player seems to own: money, if it is shown, derricks, and oil."""
        markers = sum(derrick.markers for derrick in player.derricks) + sum(player.depots.values())
        derricks = len(player.derricks) * self.fees.train_ranks[THIRD]
        return (player.money or 0) + derricks + markers * self.fees.marker

    def markers_of(self, site: SiteView) -> float:
        """How many markers a tile holds, as far as one knows."""
        return float(site.value) if site.value is not None else self.mean_value[site.kind]

    def worth(self, square: Square) -> float:
        """Dollars that building on a tile may bring, less its cost; oil that cannot be shipped is not counted."""
        site = self.sites[square]
        if site.status != "tile" or not self.me.derricks_left:
            return -1.0
        pumped = min(self.markers_of(site), self.rounds_left)
        gap = max(0, self.board.column[square] - self.me.train - 4)
        shipped = max(0.0, pumped - gap / 3)
        standing = (
            self.fees.train_ranks[THIRD]
            if pumped < self.markers_of(site) or self.markers_of(site) >= self.rounds_left
            else 0
        )
        left = (self.markers_of(site) - pumped) * self.fees.marker
        return shipped * self.marker_worth + standing + left - self.costs[site.kind]

    def best_beside(self, square: Square) -> float:
        """The worth of the best affordable tile beside a square, 0 if none."""
        return max(
            (
                self.worth(site)
                for site in self.board.sites_beside[square]
                if self.costs[self.sites[site].kind] <= self.money
            ),
            default=0.0,
        )

    def train_goal(self) -> int:
        """The column that the train should reach: that of the farthest derrick, or of the tile to be built on."""
        columns = [self.board.column[derrick.site] for derrick in self.me.derricks]
        truck = self.me.truck
        if truck is not None and self.best_beside(truck) > 0:
            best = max(self.board.sites_beside[truck], key=self.worth)
            columns.append(self.board.column[best])
        return max(columns, default=1)


def _mean(kind: TileKind) -> float:
    return sum(value * copies for value, copies in zip(kind.values, kind.copies, strict=True)) / sum(kind.copies)


def _take_card(mind: Mind, choices: Sequence[Choice], whim: random.Random) -> Command:
    def worth(choice: Choice) -> tuple[float, float]:
        assert isinstance(choice.command, c.TakeActionCard)
        card: CardView = next(card for card in mind.view.open_cards if card.id == choice.command.card)
        stored = sum(mind.me.depots.values()) + len(mind.me.derricks)
        hand = mind.me.licence_cards
        licences = card.licences * (1.3 if hand < 2 * stored + 4 else 0.6)
        special = 0.7 * card.price + 4.0 * card.oil + 0.5 * card.back
        return licences * 1.2 + card.points + special, whim.random()

    return max(choices, key=worth).command


def _place(mind: Mind, choices: Sequence[Choice], whim: random.Random) -> Command:
    points = mind.me.card.points if mind.me.card else 8

    def worth(choice: Choice) -> tuple[float, float]:
        assert isinstance(choice.command, c.PlaceTruck)
        ways = mind.board.ways(choice.command.square, points, ())
        best = max((mind.best_beside(square) - 300 * cost for square, (cost, _) in ways.items()), default=0.0)
        return best, whim.random()

    return max(choices, key=worth).command


def _move(mind: Mind, choices: Sequence[Choice], whim: random.Random) -> Command:
    looks = [choice.command for choice in choices if isinstance(choice.command, c.InspectSite)]
    if looks:
        return looks[0]
    drive = _drive(mind, choices, whim)
    if drive is not None:
        return drive
    trains = [choice for choice in choices if isinstance(choice.command, c.AdvanceTrain)]
    ends = [choice for choice in choices if isinstance(choice.command, c.EndMovement)]
    if trains and mind.me.train < mind.board.columns:
        span = trains[0].range
        return replace(trains[0].command, spaces=span.max if span else 1)
    return (ends or list(choices))[0].command


def _drive(mind: Mind, choices: Sequence[Choice], whim: random.Random) -> Command | None:
    """Return the drive to a better place, if the train does not need the points more."""
    truck = mind.me.truck
    drives = [choice.command for choice in choices if isinstance(choice.command, c.DriveTruck)]
    movement = mind.view.movement
    if truck is None or not drives or movement is None:
        return None
    ways = mind.board.ways(truck, movement.points, ())
    need = max(0, mind.train_goal() - mind.me.train)

    def worth(square: Square) -> tuple[float, float]:
        cost = ways[square][0] if square in ways else movement.points
        free = movement.points - cost
        late = max(0, need - free)
        near = _nearness(mind, square)
        return mind.best_beside(square) - 150 * cost - 500 * late + near, whim.random() / 100

    best = max(drives, key=lambda drive: worth(drive.to))
    occupied = mind.view.movement is not None and truck in {player.truck for player in mind.others}
    if occupied or (mind.sites.get(truck) is not None and mind.sites[truck].status == "tile"):
        return best
    return best if worth(best.to)[0] > worth(truck)[0] + 1 else None


def _nearness(mind: Mind, square: Square) -> float:
    """A little for standing near a good tile, to reach it next round."""
    column, row = mind.board.column[square], ord(square[0])
    best = 0.0
    for site in mind.sites.values():
        if site.status == "tile":
            distance = abs(mind.board.column[site.square] - column) + abs(ord(site.square[0]) - row)
            best = max(best, mind.worth(site.square) * 0.5 - 400 * distance)
    return best


def _special(mind: Mind, choices: Sequence[Choice], whim: random.Random) -> Command:
    del whim

    def worth(choice: Choice) -> float:
        command = choice.command
        if isinstance(command, c.ShiftPrice):
            own = mind.me.depots[command.company]
            theirs = max(player.depots[command.company] for player in mind.others)
            span = choice.range
            return (own - 0.7 * theirs) * command.direction * (span.max if span else command.steps)
        if isinstance(command, c.StoreFreeOil):
            return 5 + mind.view.prices[command.company] / 1000 - mind.me.depots[command.company]
        return 1.0 if isinstance(command, c.PushTrainsBack) else 0.0

    best = max(choices, key=worth)
    if best.range is not None:
        # every choice of a mandatory special may be a loss
        steps = best.range.max if worth(best) >= 0 else best.range.min
        return replace(best.command, **{best.range.field: steps})
    return best.command


def _build(mind: Mind, choices: Sequence[Choice], whim: random.Random) -> Command:
    def worth(choice: Choice) -> tuple[float, float]:
        command = choice.command
        return (mind.worth(command.site) if isinstance(command, c.BuildDerrick) else 0.0), whim.random() / 100

    return max(choices, key=worth).command


def _ship(mind: Mind, choices: Sequence[Choice], whim: random.Random) -> Command:
    def worth(choice: Choice) -> tuple[float, float]:
        command = choice.command
        if not isinstance(command, c.ShipOil):
            return 0.0, 0.0
        stored = mind.me.depots[command.company]
        rivals = sum(bool(player.depots[command.company]) for player in mind.others)
        limit = mind.fees.depot_limit
        full = 2500 if stored > limit else 900 if stored == limit else 0
        fee = 0 if command.carrier == "own" else mind.fees.transport + _price_of_help(mind, command)
        return mind.view.prices[command.company] - 500 * rivals - full + 300 * stored - fee + 200, whim.random()

    return max(choices, key=worth).command


def _price_of_help(mind: Mind, command: c.ShipOil) -> int:
    """Dollars that a fare costs beyond itself, as it makes an opponent richer: most for the one who is ahead."""
    if command.carrier == "black":
        return 0
    if command.opponent is None:
        return 300
    stronger = sum(mind.standing(other) < mind.standing(mind.view.players[command.opponent]) for other in mind.others)
    return 200 + 100 * stronger


def _bid(mind: Mind, choices: Sequence[Choice], whim: random.Random) -> Command:
    """Bid the least that is possible, as long as it is worth it and in the hand."""
    del whim
    auction = mind.view.auction
    bids = [choice.command for choice in choices if isinstance(choice.command, c.Bid)]
    licences = mind.me.licences
    if auction is None or not bids or licences is None:
        return c.PassBid()
    held = licences.ones + 2 * licences.twos
    stored = mind.me.depots[auction.company]
    price = mind.view.prices[auction.company]
    fees = mind.fees
    kept = price * 0.45 if mind.rounds_left > 1 else fees.marker
    gain = stored * (price - kept) + max(0, stored - fees.depot_limit) * (kept - fees.refund)
    later = sum(
        mind.me.depots[company] * mind.view.prices[company]
        for company in COMPANIES[COMPANIES.index(auction.company) + 1 :]
    )
    share = stored * price / max(1, stored * price + later * 0.7)
    scarce = 1.0 if mind.rounds_left <= 2 else 0.75  # noqa: PLR2004 - the last rounds: licences are worth nothing after
    limit = min(held * max(share, 0.35) * scarce + 1, gain / LICENCE_WORTH * (1.6 if mind.rounds_left <= 2 else 1.0))  # noqa: PLR2004
    return bids[0] if bids[0].value <= min(held, limit) else c.PassBid()


def _pay(mind: Mind, choices: Sequence[Choice], whim: random.Random) -> Command:
    """Pay the value with as little waste as possible, ones first kept for exact payments."""
    del mind, whim

    def waste(choice: Choice) -> tuple[int, int]:
        assert isinstance(choice.command, c.PayLicences | c.ForfeitLicences)
        return choice.command.ones + 2 * choice.command.twos, choice.command.ones

    return min(choices, key=waste).command


def _sell(mind: Mind, choices: Sequence[Choice], whim: random.Random) -> Command:
    """Sell all: what was paid in licences is gone anyway."""
    del mind, whim
    span = choices[0].range
    return c.SellOil(span.max if span else 0)


_WAYS: Mapping[type, Callable[[Mind, Sequence[Choice], random.Random], Command]] = {
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
"""How each kind of decision is made; the first kind that is offered says which it is."""
