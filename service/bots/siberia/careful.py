"""A decent player of Siberia: fills columns, spreads workers over rich areas, sells where the price is best."""

import random
from collections.abc import Callable, Mapping, Sequence

from domain.kernel.values import Choice, Command, Seat
from domain.siberia import commands as c
from domain.siberia.options import PERSONS, RESOURCES, Area, Column, Exchange, Place, Resource
from projections.views.siberia.parts import AreaView, PlayerView, SiberiaView

WORKERS = 4
"""How many of the six pawns work, at best; the others sell."""

SPACES = 2
THOUSAND = 1000
ENOUGH = 4.0
"""A sale of so many thousands is not put off."""


def choose(view: SiberiaView, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return the choice that seems best; chance decides between equals."""
    mind = Mind(view, seat)

    def worth(choice: Choice) -> tuple[float, float]:
        weigh = _WAYS.get(type(choice.command))
        return (0.0 if weigh is None else weigh(mind, choice.command)), rng.random()

    return max(choices, key=worth).command


class Mind:
    """What the player makes of what is to be seen."""

    def __init__(self, view: SiberiaView, seat: Seat) -> None:
        self.view = view
        self.me: PlayerView = view.players[seat]
        self.others = [player for player in view.players if player.seat != seat]
        self.areas: Mapping[Area, AreaView] = {area.area: area for area in view.areas}
        self.prices: Mapping[Exchange, Mapping[Resource, int]] = {
            exchange.exchange: exchange.prices for exchange in view.exchanges
        }

    def price(self, resource: Resource, salesmen: Sequence[Exchange]) -> float:
        """The best price for a cube with these salesmen, in thousands."""
        return max((self.prices[name].get(resource, 0) for name in salesmen), default=0) / THOUSAND

    def fill(self, column: Column) -> int:
        """How many spaces of a column are filled, those filled unseen counted."""
        own = self.me.columns[column]
        placed = self.me.hand.placed if self.me.hand else ()
        return len(own.tokens) + own.tile + sum(one.spot == column for one in placed)

    def lot(self, resource: Resource, workers: Sequence[Place]) -> int:
        """How many cubes of a resource these workers can mine."""
        return sum(resource in self.areas[place].cubes for place in {*workers} if place in self.areas)

    def income(self, workers: Sequence[Place], salesmen: Sequence[Exchange]) -> float:
        """What pawns in these positions may bring, in thousands; filled columns count most."""
        return sum(
            self.lot(resource, workers) * self.price(resource, salesmen) * (0.3, 0.6, 1.0)[self.fill(resource)]
            for resource in RESOURCES
        )

    def need(self, column: Column) -> float:
        """What using a column is worth, in thousands."""
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
        """Whether a worker at a place has something to mine."""
        return place in self.areas and bool(self.areas[place].cubes)

    def cash(self, resource: Resource) -> float:
        """What selling a resource now would bring, or what it may bring later."""
        price = self.price(resource, self.me.salesmen)
        on_map = sum(resource in area.cubes for area in self.view.areas)
        return price * max(self.lot(resource, self.me.workers), 0.6 if on_map else 0.1)

    def wishes(self, place: Place) -> float:
        """What a worker at a place is good for: its cubes at their prices."""
        area = self.areas.get(place)
        if area is None:
            return 0.0
        value = sum(
            max(self.price(resource, self.me.salesmen), 1.0) * (0.5, 0.8, 1.2)[self.fill(resource)]
            for resource in area.cubes
        )
        return value / (1 + self.me.workers.count(place)) - 0.3 * sum(place in other.workers for other in self.others)


def _place_token(mind: Mind, command: Command) -> float:
    """Fill up columns that are worth using; research only what fits nowhere."""
    assert isinstance(command, c.PlaceToken)
    if command.spot == "research":
        return 0.5 if command.token == "manager" else 0.2  # noqa: S105 - a token of the game
    completes = mind.fill(command.spot) == SPACES - 1
    return mind.need(command.spot) * (1.0 if completes else 0.6)


def _sell(mind: Mind, command: Command) -> float:
    assert isinstance(command, c.SellCubes)
    money = len(command.areas) * mind.prices[command.exchange].get(command.resource, 0) / THOUSAND
    left = sum(len(mind.areas[area].cubes) for area in command.areas)
    return (20.0 if money >= ENOUGH else 5.0) + money - left / 100


def _invest(mind: Mind, command: Command) -> float:
    assert isinstance(command, c.TakeInvestment)
    bonus = mind.price(command.tile, mind.me.salesmen) if command.tile in RESOURCES else 0.0
    persons: Mapping[Column, float] = dict(zip(PERSONS, (1.5, 3.5, 0.5, 1.0, 0.5), strict=True))
    return 15.0 + persons.get(command.tile, 2.0 + bonus)


def _hire(mind: Mind, command: Command) -> float:
    """From the reserve only, and only as many as leave salesmen."""
    assert isinstance(command, c.PlaceWorker)
    if command.origin != "reserve" or len(mind.me.workers) >= WORKERS:
        return -1.0
    return 14.0


def _send_salesman(mind: Mind, command: Command) -> float:
    """Where the best of the new prices pays for the pawn that leaves."""
    assert isinstance(command, c.PlaceSalesman)
    workers, salesmen = list(mind.me.workers), [*mind.me.salesmen, command.exchange]
    if command.origin in workers:
        workers.remove(command.origin)
    elif command.origin in mind.me.salesmen:
        salesmen.remove(command.origin)
    gain = mind.income(workers, salesmen) - mind.income(mind.me.workers, mind.me.salesmen)
    ways = sum(mind.price(one, salesmen) - mind.price(one, mind.me.salesmen) for one in RESOURCES)
    cost = 0.3 if command.origin == "reserve" else 0.6
    value = gain + 0.4 * ways - cost
    return 10.0 + value if value > 0 else -1.0


def _start_logistics(mind: Mind, command: Command) -> float:
    del command
    idle = sum(not mind.mines(place) for place in mind.me.workers)
    crowd = len(mind.me.workers) - len({*mind.me.workers})
    return 16.0 + idle if idle or crowd else 4.5 if mind.me.workers else -1.0


def _move(mind: Mind, command: Command) -> float:
    assert isinstance(command, c.MoveWorker)
    origin = mind.wishes(command.origin)
    there = mind.wishes(command.to)
    # a way to nothing is better than staying at nothing: beyond it lies something
    return there - origin - 0.1


def _joker(mind: Mind, command: Command) -> float:
    """Complete a column that brings something now."""
    assert isinstance(command, c.PlayJoker)
    if mind.fill(command.column) != SPACES - 1:
        return -1.0
    if command.column in RESOURCES and not mind.lot(command.column, mind.me.workers):
        return -1.0
    return 6.0 + mind.need(command.column)


def _research(mind: Mind, command: Command) -> float:
    """Where an own worker stands and nobody else's."""
    assert isinstance(command, c.PlaceResource)
    own = command.area in mind.me.workers
    rivals = sum(command.area in other.workers for other in mind.others)
    return 2.0 * own - rivals + mind.price(command.resource, mind.me.salesmen) * (1.0 if own else -0.1)


def _return(mind: Mind, command: Command) -> float:
    assert isinstance(command, c.ReturnToken)
    return -mind.need(command.column) * (2.0 if mind.fill(command.column) == SPACES else 1.0)


def _take_back(mind: Mind, command: Command) -> float:
    """Never: the token was placed where it is worth most, and nothing has become known since."""
    del mind, command
    return -1.0


def _end(mind: Mind, command: Command) -> float:
    del mind, command
    return 0.0


def _void(mind: Mind, command: Command) -> float:
    del mind, command
    return -2.0


_WAYS: Mapping[type[Command], Callable[[Mind, Command], float]] = {
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
"""What each kind of command is worth; passing and ending are worth nothing."""
