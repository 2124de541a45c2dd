"""What the bots of Siberia aim at: values of commands, by an evaluation of a view or of a state."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from domain.kernel.values import Command
from domain.siberia import commands as c
from domain.siberia.board import SPACES
from domain.siberia.options import PERSONS, RESOURCES, Column, Exchange, Place, Resource

WORKERS = 4
"""The maximum number of workers among the six pawns. The others are salesmen."""

THOUSAND = 1000

ENOUGH = 4.0
"""A sale of at least this value, in thousands, comes before other actions."""

TILES: Mapping[Column, float] = dict(zip(PERSONS, (1.5, 3.5, 0.5, 1.0, 0.5), strict=True))
"""The values of the tiles of persons."""


class Pawns(Protocol):
    """The pawns of a player on the board."""

    @property
    def workers(self) -> Sequence[Place]:
        """The places of the workers."""
        ...

    @property
    def salesmen(self) -> Sequence[Exchange]:
        """The exchanges of the salesmen."""
        ...


class Evaluation(Protocol):
    """The values of positions, as a seat estimates them. Money is in thousands."""

    @property
    def me(self) -> Pawns:
        """The own pawns."""
        ...

    @property
    def others(self) -> Sequence[Pawns]:
        """The pawns of the opponents."""
        ...

    def fill(self, column: Column, /) -> int:
        """Return the number of filled spaces of a column."""
        ...

    def need(self, column: Column, /) -> float:
        """Return the value of using a column."""
        ...

    def worker_value(self, place: Place, /) -> float:
        """Return the value of a worker at a place."""
        ...

    def cubes_at(self, place: Place, /) -> Collection[Resource]:
        """Return the cubes at a place."""
        ...

    def own_price(self, resource: Resource, /) -> float:
        """Return the best price of a resource with the own salesmen."""
        ...

    def own_lot(self, resource: Resource, /) -> int:
        """Return the number of cubes of a resource that the own workers can mine."""
        ...

    def price_at(self, exchange: Exchange, resource: Resource, /) -> int:
        """Return the price of a resource at an exchange, in units of money."""
        ...


def sell(evaluation: Evaluation, command: Command) -> float:
    """Prefer sales for much money, from areas with few cubes."""
    assert isinstance(command, c.SellCubes)
    money = len(command.areas) * evaluation.price_at(command.exchange, command.resource) / THOUSAND
    left = sum(len(evaluation.cubes_at(area)) for area in command.areas)
    return (20.0 if money >= ENOUGH else 5.0) + money - left / 100


def invest(evaluation: Evaluation, command: Command) -> float:
    """Prefer tiles of resources at good prices, and workers."""
    assert isinstance(command, c.TakeInvestment)
    tile = command.tile
    return 15.0 + (2.0 + evaluation.own_price(tile) if tile in RESOURCES else TILES[tile])


def hire(evaluation: Evaluation, command: Command) -> float:
    """Hire from the reserve only, up to the maximum number of workers."""
    assert isinstance(command, c.PlaceWorker)
    return -1.0 if command.origin != "reserve" or len(evaluation.me.workers) >= WORKERS else 14.0


def pawns_after(evaluation: Evaluation, command: c.PlaceSalesman) -> tuple[list[Place], list[Exchange]]:
    """Return the own workers and salesmen after a salesman is placed."""
    workers, salesmen = list(evaluation.me.workers), [*evaluation.me.salesmen, command.exchange]
    if command.origin in workers:
        workers.remove(command.origin)
    elif command.origin in evaluation.me.salesmen:
        salesmen.remove(command.origin)
    return workers, salesmen


def logistics(evaluation: Evaluation, _command: Command) -> float:
    """Prefer to move workers away from empty areas and from each other."""
    workers = evaluation.me.workers
    idle = idle_workers(evaluation)
    crowd = len(workers) - len({*workers})
    return 16.0 + idle if idle or crowd else 4.5 if workers else -1.0


def idle_workers(evaluation: Evaluation) -> int:
    """Return the number of own workers that cannot mine a cube."""
    return sum(not evaluation.cubes_at(place) for place in evaluation.me.workers)


def move(evaluation: Evaluation, command: Command) -> float:
    """Prefer better places. From one empty area to another the way leads closer to cubes."""
    assert isinstance(command, c.MoveWorker)
    return evaluation.worker_value(command.to) - evaluation.worker_value(command.origin) - 0.1


def joker(evaluation: Evaluation, command: Command) -> float:
    """Prefer to complete a column that pays now."""
    assert isinstance(command, c.PlayJoker)
    if evaluation.fill(command.column) != SPACES - 1:
        return -1.0
    if command.column in RESOURCES and not evaluation.own_lot(command.column):
        return -1.0
    return 6.0 + evaluation.need(command.column)


def research(evaluation: Evaluation, command: Command) -> float:
    """Prefer areas with an own worker and no rival."""
    assert isinstance(command, c.PlaceResource)
    own = command.area in evaluation.me.workers
    rivals = sum(command.area in other.workers for other in evaluation.others)
    return 2.0 * own - rivals + evaluation.own_price(command.resource) * (1.0 if own else -0.1)


def give_back(evaluation: Evaluation, command: Command) -> float:
    """Return tokens of columns that are not needed."""
    assert isinstance(command, c.ReturnToken)
    return -evaluation.need(command.column) * (2.0 if evaluation.fill(command.column) == SPACES else 1.0)


def nothing(_evaluation: Evaluation, _command: Command) -> float:
    """Return the value of passing and of ending."""
    return 0.0


def void(_evaluation: Evaluation, _command: Command) -> float:
    """Return the value of a wasted action."""
    return -2.0


HANDLERS: Mapping[type[Command], Callable[[Evaluation, Command], float]] = {
    c.EndPlacing: nothing,
    c.SellCubes: sell,
    c.TakeInvestment: invest,
    c.PlaceWorker: hire,
    c.UseLogistics: logistics,
    c.MoveWorker: move,
    c.PlayJoker: joker,
    c.PlaceResource: research,
    c.ReturnToken: give_back,
    c.Pass: nothing,
    c.EndLogistics: nothing,
    c.VoidAction: void,
}
"""The values of the commands that all bots handle alike. Passing and ending have the value 0."""
