"""Rules 10 and 12: players mine cubes and sell them at once; areas become exhausted."""

from itertools import combinations

from domain.kernel.chance import Chance
from domain.kernel.codec import as_json
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.siberia.board import price_of
from domain.siberia.commands import SellCubes
from domain.siberia.events import AreaExhausted, CubesSold, SentHome
from domain.siberia.options import Area, Exchange, Resource
from domain.siberia.state import State, pawns_by_place


def mineable(state: State, seat: Seat, resource: Resource) -> tuple[Area, ...]:
    """Return the areas with a cube of the resource and a worker of the seat, in the order of the map (10.1, 10.2)."""
    workers = state.players[seat].workers
    return tuple(area for area in state.board.areas if area in workers and resource in state.areas[area])


def buyers(state: State, seat: Seat, resource: Resource) -> dict[Exchange, int]:
    """Return the exchanges with a salesman of the seat that buy the resource, each with its price (10.3)."""
    salesmen = state.players[seat].salesmen
    prices = {name: price_of(exchange, resource) for name, exchange in state.exchanges.items() if name in salesmen}
    return {name: price for name, price in prices.items() if price}


def lots(state: State, seat: Seat, resource: Resource) -> list[tuple[Area, ...]]:
    """Return the sets of areas that may be mined together: any areas, or all of them under `mine_all` (10.2)."""
    areas = mineable(state, seat, resource)
    if state.options.mine_all:
        return [areas] if areas else []
    return [lot for size in range(len(areas), 0, -1) for lot in combinations(areas, size)]


def candidates(state: State, seat: Seat, resource: Resource) -> list[Choice]:
    """Return all sales of a resource."""
    found = lots(state, seat, resource)
    return [Choice(SellCubes(resource, exchange, lot)) for exchange in buyers(state, seat, resource) for lot in found]


def forbid(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of mining and sale that the command breaks, or None."""
    assert isinstance(command, SellCubes)
    resource, exchange = command.resource, command.exchange
    if exchange not in buyers(state, seat, resource):
        return _no_sale(state, seat, resource, exchange)
    areas = mineable(state, seat, resource)
    for area in command.areas:
        if area not in areas:
            return _no_cube(state, seat, resource, area)
    if not command.areas:
        return Refusal("10.2", "name at least one area to mine")
    if state.options.mine_all and set(command.areas) != set(areas):
        return Refusal("10.2", "mine all that you can: {areas}", {"areas": tuple(areas)})
    if command.areas not in lots(state, seat, resource):
        return Refusal("10.2", "name each area once, in the order of the map: {areas}", {"areas": tuple(areas)})
    return None


def _no_cube(state: State, seat: Seat, resource: Resource, area: Area) -> Refusal:
    if area not in state.areas:
        return Refusal("10.1", "the map has no area {area}", {"area": as_json(area)})
    if area not in state.players[seat].workers:
        return Refusal("10.1", "you have no worker at {origin}", {"origin": area})
    return Refusal("10.1", "no {resource} lies on {area}", {"resource": resource, "area": area})


def _no_sale(state: State, seat: Seat, resource: Resource, exchange: Exchange) -> Refusal:
    if not buyers(state, seat, resource):
        return Refusal("10.4", "no salesman of yours can sell {resource}", {"resource": resource})
    if exchange not in state.exchanges:
        return Refusal("10.3", "{exchange} is no exchange in play", {"exchange": as_json(exchange)})
    if exchange not in state.players[seat].salesmen:
        return Refusal("10.3", "you have no salesman at {exchange}", {"exchange": exchange})
    return Refusal("10.3", "{exchange} does not buy {resource}", {"exchange": exchange, "resource": resource})


def resolve(state: State, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Sell the cubes (10.5); areas without a cube become exhausted (12.1)."""
    assert isinstance(command, SellCubes)
    price = price_of(state.exchanges[command.exchange], command.resource)
    sold = CubesSold(
        seat=seat,
        resource=command.resource,
        exchange=command.exchange,
        areas=command.areas,
        price=price,
        proceeds=price * len(command.areas),
        tokens=state.players[seat].tokens[command.resource],
    )
    exhausted = enumerate(emptied_by(state, command), len(state.exhausted) + 1)
    return [sold, *(_exhausted(state, area, number) for number, area in exhausted)]


def emptied_by(state: State, command: SellCubes) -> tuple[Area, ...]:
    """Return the areas that a sale leaves empty: those that hold only the cube that is mined (12.1)."""
    return tuple(area for area in command.areas if state.areas[area] == (command.resource,))


def _exhausted(state: State, area: Area, number: int) -> AreaExhausted:
    home = tuple(SentHome(seat, workers) for seat, workers in pawns_by_place(state, area))
    return AreaExhausted(area, number, home)
