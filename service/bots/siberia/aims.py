"""What the bots of Siberia aim at: values of commands."""

from collections.abc import Callable, Mapping

from domain.kernel.values import Command
from domain.siberia import commands as c
from domain.siberia.board import SPACES
from domain.siberia.options import PERSONS, RESOURCES, Column, Exchange, Place
from service.bots.siberia.evaluation import THOUSAND, WORKERS, Table

ENOUGH = 4.0
"""A sale of at least this value, in thousands, comes before other actions."""

TILES: Mapping[Column, float] = dict(zip(PERSONS, (1.5, 3.5, 0.5, 1.0, 0.5), strict=True))
"""The values of the tiles of persons."""


def sell(table: Table, command: Command) -> float:
    """Prefer sales for much money, from areas with few cubes."""
    assert isinstance(command, c.SellCubes)
    money = len(command.areas) * table.price_at(command.exchange, command.resource) / THOUSAND
    left = sum(len(table.cubes_at(area)) for area in command.areas)
    return (20.0 if money >= ENOUGH else 5.0) + money - left / 100


def invest(table: Table, command: Command) -> float:
    """Prefer tiles of resources at good prices, and workers."""
    assert isinstance(command, c.TakeInvestment)
    tile = command.tile
    return 15.0 + (2.0 + table.own_price(tile) if tile in RESOURCES else TILES[tile])


def hire(table: Table, command: Command) -> float:
    """Hire from the reserve only, up to the maximum number of workers."""
    assert isinstance(command, c.PlaceWorker)
    return -1.0 if command.origin != "reserve" or len(table.me.workers) >= WORKERS else 14.0


def pawns_after(table: Table, command: c.PlaceSalesman) -> tuple[list[Place], list[Exchange]]:
    """Return the own workers and salesmen after a salesman is placed."""
    workers, salesmen = list(table.me.workers), [*table.me.salesmen, command.exchange]
    if command.origin in workers:
        workers.remove(command.origin)
    elif command.origin in table.me.salesmen:
        salesmen.remove(command.origin)
    return workers, salesmen


def send_salesman(table: Table, command: Command) -> float:
    """Prefer exchanges whose prices pay for the pawn that leaves."""
    assert isinstance(command, c.PlaceSalesman)
    workers, salesmen = pawns_after(table, command)
    sent = tuple(sorted(salesmen))
    prices = table.best_prices(sent)
    gain = table.income(workers, sent) - table.own_income
    ways = sum(prices) - sum(table.prices)
    value = gain + 0.4 * ways - (0.3 if command.origin == "reserve" else 0.6)
    return 10.0 + value if value > 0 else -1.0


def logistics(table: Table, _command: Command) -> float:
    """Prefer to move workers away from empty areas and from each other."""
    workers = table.me.workers
    idle = table.idle_workers()
    crowd = len(workers) - len({*workers})
    return 16.0 + idle if idle or crowd else 4.5 if workers else -1.0


def move(table: Table, command: Command) -> float:
    """Prefer better places. From one empty area to another the way leads closer to cubes."""
    assert isinstance(command, c.MoveWorker)
    return table.worker_value(command.to) - table.worker_value(command.origin) - 0.1


def joker(table: Table, command: Command) -> float:
    """Prefer to complete a column that pays now."""
    assert isinstance(command, c.PlayJoker)
    if table.fill(command.column) != SPACES - 1:
        return -1.0
    if command.column in RESOURCES and not table.own_lot(command.column):
        return -1.0
    return 6.0 + table.need(command.column)


def research(table: Table, command: Command) -> float:
    """Prefer areas with an own worker and no rival."""
    assert isinstance(command, c.PlaceResource)
    own = command.area in table.me.workers
    rivals = sum(command.area in other.workers for other in table.others)
    return 2.0 * own - rivals + table.own_price(command.resource) * (1.0 if own else -0.1)


def give_back(table: Table, command: Command) -> float:
    """Return tokens of columns that are not needed."""
    assert isinstance(command, c.ReturnToken)
    return -table.need(command.column) * (2.0 if table.fill(command.column) == SPACES else 1.0)


def spot_score(table: Table, token: str, spot: str) -> float | None:
    """Return the score of a placement; None if the spot is full. Only tokens that fit nowhere else research."""
    if spot == "research":
        return 0.5 if token == "manager" else 0.2  # noqa: S105 - a token of the game
    column: Column = spot  # pyright: ignore[reportAssignmentType] - all spots but research are columns
    filled = table.fill(column)
    if filled >= SPACES:
        return None
    return table.need(column) * (1.0 if filled == SPACES - 1 else 0.6)


def nothing(_table: Table, _command: Command) -> float:
    """Return the value of passing and of ending."""
    return 0.0


def void(_table: Table, _command: Command) -> float:
    """Return the value of a wasted action."""
    return -2.0


HANDLERS: Mapping[type[Command], Callable[[Table, Command], float]] = {
    c.EndPlacing: nothing,
    c.SellCubes: sell,
    c.TakeInvestment: invest,
    c.PlaceWorker: hire,
    c.PlaceSalesman: send_salesman,
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
