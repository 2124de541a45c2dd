"""A table of Siberia as its bots evaluate it: the careful bot reads a view, the light policy a state."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Protocol, Self, TypeAlias

from domain.kernel.values import Seat
from domain.siberia.board import SPACES, board_of
from domain.siberia.options import RESOURCES, Column, Exchange, Place, Resource, Sides
from domain.siberia.state import Placing, State
from projections.views.siberia.parts import PlayerView, SiberiaView

WORKERS = 4
"""The maximum number of workers among the six pawns. The others are salesmen."""

THOUSAND = 1000

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


BestPrices: TypeAlias = Callable[[tuple[Exchange, ...]], tuple[float, ...]]
"""Returns the best price of each resource with these salesmen, in thousands."""


class Panel(Protocol):
    """What is evaluated of a player."""

    @property
    def workers(self) -> tuple[Place, ...]:
        """The places of the workers."""
        ...

    @property
    def salesmen(self) -> tuple[Exchange, ...]:
        """The exchanges of the salesmen."""
        ...

    @property
    def reserve(self) -> int:
        """The pawns that are neither."""
        ...

    @property
    def tiles(self) -> Collection[Column]:
        """The columns with an investment tile."""
        ...

    def filled(self, column: Column, /) -> int:
        """Return how many spaces of a column have a token or an investment tile."""
        ...


class SeenPanel:
    """A player as a seat sees it."""

    def __init__(self, player: PlayerView) -> None:
        self.workers, self.salesmen, self.reserve = player.workers, player.salesmen, player.reserve
        self.tiles: Sequence[Column] = [column for column, own in player.columns.items() if own.tile]
        self._columns = player.columns

    def filled(self, column: Column) -> int:
        """Return how many spaces of a column have a token or an investment tile."""
        own = self._columns[column]
        return len(own.tokens) + own.tile


class Table:
    """A table as a seat plays it. `laid` has the columns and spots of the own tokens that are not revealed."""

    def __init__(
        self,
        best_prices: BestPrices,
        areas: Mapping[Place, Collection[Resource]],
        players: Sequence[Panel],
        seat: Seat,
        laid: Sequence[str],
    ) -> None:
        self.areas, self.players, self.seat = areas, players, seat
        self.me = players[seat]
        self.laid = laid
        self.best_prices = best_prices
        self.prices = best_prices(self.me.salesmen)
        self.lots = self._lots(self.me.workers)
        self._needs: dict[str, float] = {}

    @classmethod
    def of_state(cls, state: State, seat: Seat) -> Self:
        """Return the table of a state."""
        phase = state.phase
        laid = [one.spot for one in phase.laid[seat]] if isinstance(phase, Placing) else ()
        return cls(partial(prices_of, state.data_set, state.sides), state.areas, state.players, seat, laid)

    @classmethod
    def of_view(cls, view: SiberiaView, seat: Seat) -> Self:
        """Return the table of a view."""
        areas: dict[Place, Collection[Resource]] = {area.area: area.cubes for area in view.areas}
        hand = view.players[seat].hand
        laid = [one.spot for one in hand.placed] if hand else ()
        tables = {exchange.exchange: exchange.prices for exchange in view.exchanges}

        def best_prices(salesmen: tuple[Exchange, ...]) -> tuple[float, ...]:
            return tuple(
                max((tables[name].get(resource, 0) for name in salesmen), default=0) / THOUSAND
                for resource in RESOURCES
            )

        return cls(best_prices, areas, [SeenPanel(player) for player in view.players], seat, laid)

    @property
    def others(self) -> list[Panel]:
        """The opponents."""
        return [player for seat, player in enumerate(self.players) if seat != self.seat]

    def cubes_at(self, place: Place) -> Collection[Resource]:
        """Return the cubes at a place."""
        return self.areas.get(place, ())

    def own_price(self, resource: Resource) -> float:
        """Return the best price of a resource with the own salesmen, in thousands."""
        return self.prices[NUMBER[resource]]

    def own_lot(self, resource: Resource) -> int:
        """Return the number of cubes of a resource that the own workers can mine."""
        return self.lots[NUMBER[resource]]

    def price_at(self, exchange: Exchange, resource: Resource) -> int:
        """Return the price of a resource at an exchange."""
        return round(self.best_prices((exchange,))[NUMBER[resource]] * THOUSAND)

    def _lots(self, workers: Sequence[Place]) -> list[int]:
        """Return the number of cubes of each resource that these workers can mine."""
        lots = [0] * len(RESOURCES)
        areas = self.areas
        for place in {*workers}:
            for resource in areas.get(place, ()):
                lots[NUMBER[resource]] += 1
        return lots

    def fill(self, column: Column) -> int:
        """Return the number of filled spaces of a column, unrevealed tokens included."""
        filled = self.me.filled(column)
        return filled + self.laid.count(column) if self.laid else filled

    def income(self, workers: Sequence[Place], salesmen: tuple[Exchange, ...]) -> float:
        """Return the expected income of pawns in these positions, in thousands."""
        lots = self._lots(workers)
        prices = self.best_prices(salesmen)
        return sum(
            lots[number] * prices[number] * _FILLED[min(SPACES, self.fill(resource))]
            for number, resource in enumerate(RESOURCES)
            if lots[number]
        )

    @cached_property
    def own_income(self) -> float:
        """The expected income of the own pawns, in thousands."""
        return self.income(self.me.workers, self.me.salesmen)

    def idle_workers(self) -> int:
        """Return the number of own workers that cannot mine a cube."""
        return sum(not self.cubes_at(place) for place in self.me.workers)

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
                return 2.0 + self.idle_workers()
            case "manager":
                return 1.8
            case _:
                return self.cash(column)

    def cash(self, resource: Resource) -> float:
        """Return the value of selling a resource, now or later, in thousands."""
        number = NUMBER[resource]
        lot = self.lots[number]
        if not lot:
            on_map = any(resource in cubes for cubes in self.areas.values())
            return self.prices[number] * (0.6 if on_map else 0.1)
        return self.prices[number] * lot

    def worker_value(self, place: Place) -> float:
        """Return the value of a worker at a place: the cubes there at their prices."""
        cubes = self.areas.get(place)
        if cubes is None:
            return 0.0
        value = sum(
            max(self.prices[NUMBER[resource]], 1.0) * _WORTH[min(SPACES, self.fill(resource))] for resource in cubes
        )
        rivals = sum(place in other.workers for number, other in enumerate(self.players) if number != self.seat)
        return value / (1 + self.me.workers.count(place)) - 0.3 * rivals
