"""The careful bot of Siberia: fills columns, spreads workers over rich areas, sells at the best price."""

import random
from collections.abc import Callable, Mapping, Sequence

from domain.kernel.values import Choice, Command, Seat
from domain.siberia import commands as c
from domain.siberia.options import PERSONS, RESOURCES, Area, Column, Exchange, Place, Resource
from projections.views.siberia.parts import AreaView, PlayerView, SiberiaView

WORKERS = 4
"""The maximum number of workers among the six pawns. The others are salesmen."""

SPACES = 2
THOUSAND = 1000
ENOUGH = 4.0
"""A sale of this value, in thousands, is done at once."""


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
                idle = sum(not self.mines(place) for place in self.me.workers)
                return 2.0 + idle
            case "manager":
                return 1.8
            case _:
                return self.cash(column)

    def mines(self, place: Place) -> bool:
        """Return whether a worker at a place can mine a cube."""
        return place in self.areas and bool(self.areas[place].cubes)

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


def _sell(evaluator: Evaluator, command: Command) -> float:
    assert isinstance(command, c.SellCubes)
    money = len(command.areas) * evaluator.prices[command.exchange].get(command.resource, 0) / THOUSAND
    left = sum(len(evaluator.areas[area].cubes) for area in command.areas)
    return (20.0 if money >= ENOUGH else 5.0) + money - left / 100


def _invest(evaluator: Evaluator, command: Command) -> float:
    assert isinstance(command, c.TakeInvestment)
    bonus = evaluator.price(command.tile, evaluator.me.salesmen) if command.tile in RESOURCES else 0.0
    persons: Mapping[Column, float] = dict(zip(PERSONS, (1.5, 3.5, 0.5, 1.0, 0.5), strict=True))
    return 15.0 + persons.get(command.tile, 2.0 + bonus)


def _hire(evaluator: Evaluator, command: Command) -> float:
    """Hire from the reserve only, up to the maximum number of workers."""
    assert isinstance(command, c.PlaceWorker)
    if command.origin != "reserve" or len(evaluator.me.workers) >= WORKERS:
        return -1.0
    return 14.0


def _send_salesman(evaluator: Evaluator, command: Command) -> float:
    """Prefer exchanges whose prices pay for the pawn that leaves."""
    assert isinstance(command, c.PlaceSalesman)
    workers, salesmen = list(evaluator.me.workers), [*evaluator.me.salesmen, command.exchange]
    if command.origin in workers:
        workers.remove(command.origin)
    elif command.origin in evaluator.me.salesmen:
        salesmen.remove(command.origin)
    gain = evaluator.income(workers, salesmen) - evaluator.income(evaluator.me.workers, evaluator.me.salesmen)
    ways = sum(evaluator.price(one, salesmen) - evaluator.price(one, evaluator.me.salesmen) for one in RESOURCES)
    cost = 0.3 if command.origin == "reserve" else 0.6
    value = gain + 0.4 * ways - cost
    return 10.0 + value if value > 0 else -1.0


def _start_logistics(evaluator: Evaluator, _command: Command) -> float:
    idle = sum(not evaluator.mines(place) for place in evaluator.me.workers)
    crowd = len(evaluator.me.workers) - len({*evaluator.me.workers})
    return 16.0 + idle if idle or crowd else 4.5 if evaluator.me.workers else -1.0


def _move(evaluator: Evaluator, command: Command) -> float:
    assert isinstance(command, c.MoveWorker)
    origin = evaluator.worker_value(command.origin)
    there = evaluator.worker_value(command.to)
    # moving from one empty area to another leads closer to cubes
    return there - origin - 0.1


def _joker(evaluator: Evaluator, command: Command) -> float:
    """Prefer to complete a column that pays now."""
    assert isinstance(command, c.PlayJoker)
    if evaluator.fill(command.column) != SPACES - 1:
        return -1.0
    if command.column in RESOURCES and not evaluator.lot(command.column, evaluator.me.workers):
        return -1.0
    return 6.0 + evaluator.need(command.column)


def _research(evaluator: Evaluator, command: Command) -> float:
    """Prefer areas with an own worker and no rival."""
    assert isinstance(command, c.PlaceResource)
    own = command.area in evaluator.me.workers
    rivals = sum(command.area in other.workers for other in evaluator.others)
    return 2.0 * own - rivals + evaluator.price(command.resource, evaluator.me.salesmen) * (1.0 if own else -0.1)


def _return(evaluator: Evaluator, command: Command) -> float:
    assert isinstance(command, c.ReturnToken)
    return -evaluator.need(command.column) * (2.0 if evaluator.fill(command.column) == SPACES else 1.0)


def _take_back(_evaluator: Evaluator, _command: Command) -> float:
    """Never take a token back: its place was the best, and no new information has come."""
    return -1.0


def _end(_evaluator: Evaluator, _command: Command) -> float:
    return 0.0


def _void(_evaluator: Evaluator, _command: Command) -> float:
    return -2.0


_HANDLERS: Mapping[type[Command], Callable[[Evaluator, Command], float]] = {
    c.PlaceToken: _place_token,
    c.TakeBack: _take_back,
    c.EndPlacing: _end,
    c.SellCubes: _sell,
    c.TakeInvestment: _invest,
    c.PlaceWorker: _hire,
    c.PlaceSalesman: _send_salesman,
    c.UseLogistics: _start_logistics,
    c.MoveWorker: _move,
    c.PlayJoker: _joker,
    c.PlaceResource: _research,
    c.ReturnToken: _return,
    c.Pass: _end,
    c.EndLogistics: _end,
    c.VoidAction: _void,
}
"""The value of each kind of command. Passing and ending have the value 0."""
