"""The careful bot of Siberia: fills columns, spreads workers over rich areas, sells at the best price."""

import random
from collections.abc import Callable, Mapping, Sequence

from domain.kernel.values import Choice, Command, Seat
from domain.siberia import commands as c
from domain.siberia.board import SPACES
from domain.siberia.options import RESOURCES, Area, Column, Exchange, Place, Resource
from projections.views.siberia.parts import AreaView, PlayerView, SiberiaView
from service.bots.siberia import aims
from service.bots.siberia.aims import THOUSAND, WORKERS, idle_workers, pawns_after


def choose(view: SiberiaView, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return the choice with the highest value. The rng breaks ties."""
    evaluator = Evaluator(view, seat)

    def worth(choice: Choice) -> tuple[float, float]:
        weigh = _HANDLERS.get(type(choice.command))
        return (0.0 if weigh is None else weigh(evaluator, choice.command)), rng.random()

    return max(choices, key=worth).command


class Evaluator:
    """Values of positions and options, computed from the view of one seat."""

    def __init__(self, view: SiberiaView, seat: Seat) -> None:
        self.view = view
        self.me: PlayerView = view.players[seat]
        self.others = [player for player in view.players if player.seat != seat]
        self.areas: Mapping[Area, AreaView] = {area.area: area for area in view.areas}
        self.prices: Mapping[Exchange, Mapping[Resource, int]] = {
            exchange.exchange: exchange.prices for exchange in view.exchanges
        }

    def price(self, resource: Resource, salesmen: Sequence[Exchange]) -> float:
        """Return the best price for a cube with these salesmen, in thousands."""
        return max((self.prices[name].get(resource, 0) for name in salesmen), default=0) / THOUSAND

    def fill(self, column: Column) -> int:
        """Return the number of filled spaces of a column, hidden tokens included."""
        own = self.me.columns[column]
        placed = self.me.hand.placed if self.me.hand else ()
        return len(own.tokens) + own.tile + sum(one.spot == column for one in placed)

    def lot(self, resource: Resource, workers: Sequence[Place]) -> int:
        """Return the number of cubes of a resource that these workers can mine."""
        return sum(resource in self.areas[place].cubes for place in {*workers} if place in self.areas)

    def income(self, workers: Sequence[Place], salesmen: Sequence[Exchange]) -> float:
        """Return the expected income of pawns in these positions, in thousands. Filled columns count most."""
        return sum(
            self.lot(resource, workers) * self.price(resource, salesmen) * (0.3, 0.6, 1.0)[self.fill(resource)]
            for resource in RESOURCES
        )

    def need(self, column: Column) -> float:
        """Return the value of using a column, in thousands."""
        workers, salesmen, reserve = len(self.me.workers), len(self.me.salesmen), self.me.reserve
        match column:
            case "investor":
                tiles = sum(own.tile for own in self.me.columns.values())
                return 3.0 if tiles < WORKERS else 1.0
            case "worker":
                return 3.5 if workers < WORKERS and reserve else 0.3
            case "salesman":
                return 3.0 if salesmen <= SPACES and reserve else 0.8
            case "logistics":
                return 2.0 + idle_workers(self)
            case "manager":
                return 1.8
            case _:
                return self.cash(column)

    def cubes_at(self, place: Place) -> Sequence[Resource]:
        """Return the cubes at a place."""
        return self.areas[place].cubes if place in self.areas else ()

    def own_price(self, resource: Resource) -> float:
        """Return the best price of a resource with the own salesmen, in thousands."""
        return self.price(resource, self.me.salesmen)

    def own_lot(self, resource: Resource) -> int:
        """Return the number of cubes of a resource that the own workers can mine."""
        return self.lot(resource, self.me.workers)

    def price_at(self, exchange: Exchange, resource: Resource) -> int:
        """Return the price of a resource at an exchange."""
        return self.prices[exchange].get(resource, 0)

    def cash(self, resource: Resource) -> float:
        """Return the value of selling a resource, now or later."""
        price = self.price(resource, self.me.salesmen)
        on_map = sum(resource in area.cubes for area in self.view.areas)
        return price * max(self.lot(resource, self.me.workers), 0.6 if on_map else 0.1)

    def worker_value(self, place: Place) -> float:
        """Return the value of a worker at a place: the cubes there at their prices."""
        area = self.areas.get(place)
        if area is None:
            return 0.0
        value = sum(
            max(self.price(resource, self.me.salesmen), 1.0) * (0.5, 0.8, 1.2)[self.fill(resource)]
            for resource in area.cubes
        )
        return value / (1 + self.me.workers.count(place)) - 0.3 * sum(place in other.workers for other in self.others)


def _place_token(evaluator: Evaluator, command: Command) -> float:
    """Prefer columns worth using. Research only tokens that fit nowhere else."""
    assert isinstance(command, c.PlaceToken)
    if command.spot == "research":
        return 0.5 if command.token == "manager" else 0.2  # noqa: S105 - a token of the game
    completes = evaluator.fill(command.spot) == SPACES - 1
    return evaluator.need(command.spot) * (1.0 if completes else 0.6)


def _send_salesman(evaluator: Evaluator, command: Command) -> float:
    """Prefer exchanges whose prices pay for the pawn that leaves."""
    assert isinstance(command, c.PlaceSalesman)
    workers, salesmen = pawns_after(evaluator, command)
    gain = evaluator.income(workers, salesmen) - evaluator.income(evaluator.me.workers, evaluator.me.salesmen)
    ways = sum(evaluator.price(one, salesmen) - evaluator.price(one, evaluator.me.salesmen) for one in RESOURCES)
    cost = 0.3 if command.origin == "reserve" else 0.6
    value = gain + 0.4 * ways - cost
    return 10.0 + value if value > 0 else -1.0


def _take_back(_evaluator: Evaluator, _command: Command) -> float:
    """Never take a token back: its place was the best, and no new information has come."""
    return -1.0


_HANDLERS: Mapping[type[Command], Callable[[Evaluator, Command], float]] = {
    **aims.HANDLERS,
    c.PlaceToken: _place_token,
    c.TakeBack: _take_back,
    c.PlaceSalesman: _send_salesman,
}
"""The value of each kind of command. Passing and ending have the value 0."""
