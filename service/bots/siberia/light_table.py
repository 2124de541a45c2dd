"""A table of Siberia as the light policy reads it: the evaluation of the careful bot, on the state."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache

from domain.kernel.values import Seat
from domain.siberia.board import SPACES, board_of
from domain.siberia.options import RESOURCES, Column, Exchange, Place, Resource, Sides
from domain.siberia.state import Placing, Player, State
from service.bots.siberia.aims import THOUSAND, WORKERS, idle_workers

NUMBER: Mapping[str, int] = {resource: number for number, resource in enumerate(RESOURCES)}
"""The number of each resource, in their order."""

_CACHED = 4096
_FILLED = (0.3, 0.6, 1.0)
_WORTH = (0.5, 0.8, 1.2)


@lru_cache(_CACHED)
def prices_of(data_set: str, sides: Sides, salesmen: tuple[Exchange, ...]) -> tuple[float, ...]:
    """Return the best price of each resource with these salesmen, in thousands."""
    exchanges = board_of(data_set).exchanges(sides)
    return tuple(
        max((exchanges[name].prices[number] for name in salesmen if name in exchanges), default=0) / THOUSAND
        for number in range(len(RESOURCES))
    )


class Table:
    """A state as a seat plays it."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.me: Player = state.players[seat]
        self.prices = prices_of(state.data_set, state.sides, self.me.salesmen)
        phase = state.phase
        self.laid = phase.laid[seat] if isinstance(phase, Placing) else ()
        self.lots = self._lots(self.me.workers)
        self._needs: dict[str, float] = {}

    @property
    def others(self) -> list[Player]:
        """The opponents."""
        return [player for seat, player in enumerate(self.state.players) if seat != self.seat]

    def cubes_at(self, place: Place) -> Collection[Resource]:
        """Return the cubes at a place."""
        return self.state.areas.get(place, ())

    def own_price(self, resource: Resource) -> float:
        """Return the best price of a resource with the own salesmen, in thousands."""
        return self.prices[NUMBER[resource]]

    def own_lot(self, resource: Resource) -> int:
        """Return the number of cubes of a resource that the own workers can mine."""
        return self.lots[NUMBER[resource]]

    def price_at(self, exchange: Exchange, resource: Resource) -> int:
        """Return the price of a resource at an exchange."""
        return self.state.exchanges[exchange].prices[NUMBER[resource]]

    def _lots(self, workers: Sequence[Place]) -> list[int]:
        """Return the number of cubes of each resource that these workers can mine."""
        lots = [0] * len(RESOURCES)
        areas = self.state.areas
        for place in {*workers}:
            for resource in areas.get(place, ()):
                lots[NUMBER[resource]] += 1
        return lots

    def fill(self, column: Column) -> int:
        """Return the number of filled spaces of a column, unrevealed tokens included."""
        filled = self.me.filled(column)
        return filled + sum(one.spot == column for one in self.laid) if self.laid else filled

    def income(self, workers: Sequence[Place], salesmen: tuple[Exchange, ...]) -> float:
        """Return the expected income of pawns in these positions, in thousands."""
        lots = self._lots(workers)
        prices = prices_of(self.state.data_set, self.state.sides, salesmen)
        return sum(
            lots[number] * prices[number] * _FILLED[min(SPACES, self.fill(resource))]
            for number, resource in enumerate(RESOURCES)
            if lots[number]
        )

    @cached_property
    def own_income(self) -> float:
        """The expected income of the own pawns, in thousands."""
        return self.income(self.me.workers, self.me.salesmen)

    def need(self, column: Column) -> float:
        """Return the value of using a column, in thousands."""
        known = self._needs.get(column)
        if known is None:
            known = self._needs[column] = self._need(column)
        return known

    def _need(self, column: Column) -> float:
        me = self.me
        match column:
            case "investor":
                return 3.0 if len(me.tiles) < WORKERS else 1.0
            case "worker":
                return 3.5 if len(me.workers) < WORKERS and me.reserve else 0.3
            case "salesman":
                return 3.0 if len(me.salesmen) <= SPACES and me.reserve else 0.8
            case "logistics":
                return 2.0 + idle_workers(self)
            case "manager":
                return 1.8
            case _:
                return self.cash(column)

    def cash(self, resource: Resource) -> float:
        """Return the value of selling a resource, now or later, in thousands."""
        number = NUMBER[resource]
        lot = self.lots[number]
        if not lot:
            on_map = any(resource in cubes for cubes in self.state.areas.values())
            return self.prices[number] * (0.6 if on_map else 0.1)
        return self.prices[number] * lot

    def worker_value(self, place: Place) -> float:
        """Return the value of a worker at a place: the cubes there at their prices."""
        cubes = self.state.areas.get(place)
        if cubes is None:
            return 0.0
        value = sum(
            max(self.prices[NUMBER[resource]], 1.0) * _WORTH[min(SPACES, self.fill(resource))] for resource in cubes
        )
        rivals = sum(place in other.workers for number, other in enumerate(self.state.players) if number != self.seat)
        return value / (1 + self.me.workers.count(place)) - 0.3 * rivals
