"""The light policy of Siberia: the aims of the careful bot, on the state and without the view."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from domain.kernel.values import Choice, Command, Seat
from domain.siberia import commands as c
from domain.siberia.board import SPACES, board_of
from domain.siberia.options import PERSONS, RESOURCES, Column, Exchange, Place, Resource, Sides
from domain.siberia.state import Placing, Player, State
from service.bots.strong.light import Light, Scored

WORKERS = 4
"""The maximum number of workers among the six pawns. The others are salesmen."""

THOUSAND = 1000
ENOUGH = 4.0
"""A sale of this value, in thousands, is done at once."""

EFFORT = 0.3
"""The share of the budget for each token that is placed."""

_CACHED = 4096
_NUMBER: Mapping[str, int] = {resource: number for number, resource in enumerate(RESOURCES)}
_TILES: Mapping[Column, float] = dict(zip(PERSONS, (1.5, 3.5, 0.5, 1.0, 0.5), strict=True))
_FILLED = (0.3, 0.6, 1.0)
_WORTH = (0.5, 0.8, 1.2)


@lru_cache(_CACHED)
def _prices(data_set: str, sides: Sides, salesmen: tuple[Exchange, ...]) -> tuple[float, ...]:
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
        self.prices = _prices(state.data_set, state.sides, self.me.salesmen)
        phase = state.phase
        self.laid = phase.laid[seat] if isinstance(phase, Placing) else ()
        self.lots = self._lots(self.me.workers)
        self._needs: dict[str, float] = {}

    def _lots(self, workers: Sequence[Place]) -> list[int]:
        """Return the number of cubes of each resource that these workers can mine."""
        lots = [0] * len(RESOURCES)
        areas = self.state.areas
        for place in {*workers}:
            for resource in areas.get(place, ()):
                lots[_NUMBER[resource]] += 1
        return lots

    def fill(self, column: Column) -> int:
        """Return the number of filled spaces of a column, unrevealed tokens included."""
        filled = SPACES - self.me.free(column)
        return filled + sum(one.spot == column for one in self.laid) if self.laid else filled

    def income(self, workers: Sequence[Place], salesmen: tuple[Exchange, ...]) -> float:
        """Return the expected income of pawns in these positions, in thousands."""
        lots = self._lots(workers)
        prices = _prices(self.state.data_set, self.state.sides, salesmen)
        return sum(
            lots[number] * prices[number] * _FILLED[min(SPACES, self.fill(resource))]
            for number, resource in enumerate(RESOURCES)
            if lots[number]
        )

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
                return 2.0 + sum(not self.state.areas.get(place) for place in me.workers)
            case "manager":
                return 1.8
            case _:
                return self.cash(column)

    def cash(self, resource: Resource) -> float:
        """Return the value of selling a resource, now or later, in thousands."""
        number = _NUMBER[resource]
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
            max(self.prices[_NUMBER[resource]], 1.0) * _WORTH[min(SPACES, self.fill(resource))] for resource in cubes
        )
        rivals = sum(place in other.workers for number, other in enumerate(self.state.players) if number != self.seat)
        return value / (1 + self.me.workers.count(place)) - 0.3 * rivals


def quick(state: State, seat: Seat) -> Command | None:
    """Return the next token to place and its spot, or the end of placing."""
    phase = state.phase
    if not isinstance(phase, Placing):
        return None
    if not phase.hands[seat]:
        return c.EndPlacing()
    return max(_placements(Table(state, seat), phase.hands[seat])).command


def _placements(table: Table, tokens: Sequence[str]) -> list["_Placement"]:
    return [
        _Placement(score, command)
        for token in dict.fromkeys(tokens)
        for spot in (*table.state.board.columns[token], "research")
        if (score := _spot_score(table, token, spot)) is not None
        for command in [c.PlaceToken(token, spot)]
    ]


class _Placement(Scored):
    """A scored placement; equal scores keep their order."""

    __slots__ = ()

    def __lt__(self, other: tuple[object, ...]) -> bool:
        assert isinstance(other, _Placement)
        return self.score < other.score

    def __gt__(self, other: tuple[object, ...]) -> bool:
        assert isinstance(other, _Placement)
        return self.score > other.score


def _spot_score(table: Table, token: str, spot: str) -> float | None:
    """Return the score of a placement; None if the spot is full. Only tokens that fit nowhere else research."""
    if spot == "research":
        return 0.5 if token == "manager" else 0.2  # noqa: S105 - a token of the game
    column: Column = spot  # pyright: ignore[reportAssignmentType] - all spots but research are columns
    filled = table.fill(column)
    if filled >= SPACES:
        return None
    return table.need(column) * (1.0 if filled == SPACES - 1 else 0.6)


def scores(state: State, seat: Seat, choices: Sequence[Choice]) -> list[Scored]:
    """Return the choices with their scores. While tokens are placed, all choices of one token are returned."""
    table = Table(state, seat)
    phase = state.phase
    if isinstance(phase, Placing) and phase.hands[seat]:
        found = _placements(table, phase.hands[seat])
        best = max(found).command
        assert isinstance(best, c.PlaceToken)
        return [each for each in found if isinstance(each.command, c.PlaceToken) and each.command.token == best.token]
    return [Scored(_HANDLERS[type(choice.command)](table, choice.command), choice.command) for choice in choices]


def _sell(table: Table, command: Command) -> float:
    assert isinstance(command, c.SellCubes)
    price = table.state.exchanges[command.exchange].prices[_NUMBER[command.resource]]
    money = len(command.areas) * price / THOUSAND
    left = sum(len(table.state.areas[area]) for area in command.areas)
    return (20.0 if money >= ENOUGH else 5.0) + money - left / 100


def _invest(table: Table, command: Command) -> float:
    assert isinstance(command, c.TakeInvestment)
    number = _NUMBER.get(command.tile)
    return 15.0 + (_TILES[command.tile] if number is None else 2.0 + table.prices[number])


def _hire(table: Table, command: Command) -> float:
    assert isinstance(command, c.PlaceWorker)
    return -1.0 if command.origin != "reserve" or len(table.me.workers) >= WORKERS else 14.0


def _send_salesman(table: Table, command: Command) -> float:
    """Prefer exchanges whose prices pay for the pawn that leaves."""
    assert isinstance(command, c.PlaceSalesman)
    workers, salesmen = list(table.me.workers), [*table.me.salesmen, command.exchange]
    if command.origin in workers:
        workers.remove(command.origin)
    elif command.origin in table.me.salesmen:
        salesmen.remove(command.origin)
    sent = tuple(sorted(salesmen))
    prices = _prices(table.state.data_set, table.state.sides, sent)
    gain = table.income(workers, sent) - table.income(table.me.workers, table.me.salesmen)
    ways = sum(prices) - sum(table.prices)
    value = gain + 0.4 * ways - (0.3 if command.origin == "reserve" else 0.6)
    return 10.0 + value if value > 0 else -1.0


def _start_logistics(table: Table, _command: Command) -> float:
    workers = table.me.workers
    idle = sum(not table.state.areas.get(place) for place in workers)
    crowd = len(workers) - len({*workers})
    return 16.0 + idle if idle or crowd else 4.5 if workers else -1.0


def _move(table: Table, command: Command) -> float:
    assert isinstance(command, c.MoveWorker)
    return table.worker_value(command.to) - table.worker_value(command.origin) - 0.1


def _joker(table: Table, command: Command) -> float:
    """Prefer to complete a column that pays now."""
    assert isinstance(command, c.PlayJoker)
    if table.fill(command.column) != SPACES - 1:
        return -1.0
    number = _NUMBER.get(command.column)
    return -1.0 if number is not None and not table.lots[number] else 6.0 + table.need(command.column)


def _research(table: Table, command: Command) -> float:
    """Prefer areas with an own worker and no rival."""
    assert isinstance(command, c.PlaceResource)
    own = command.area in table.me.workers
    rivals = sum(command.area in other.workers for n, other in enumerate(table.state.players) if n != table.seat)
    return 2.0 * own - rivals + table.prices[_NUMBER[command.resource]] * (1.0 if own else -0.1)


def _return(table: Table, command: Command) -> float:
    assert isinstance(command, c.ReturnToken)
    return -table.need(command.column) * (2.0 if table.fill(command.column) == SPACES else 1.0)


def _nothing(_table: Table, _command: Command) -> float:
    return 0.0


def _void(_table: Table, _command: Command) -> float:
    return -2.0


_HANDLERS: Mapping[type[Command], Callable[[Table, Command], float]] = {
    c.ChooseSides: _nothing,
    c.PlaceToken: _nothing,
    c.TakeBack: _void,
    c.EndPlacing: _nothing,
    c.SellCubes: _sell,
    c.TakeInvestment: _invest,
    c.PlaceWorker: _hire,
    c.PlaceSalesman: _send_salesman,
    c.UseLogistics: _start_logistics,
    c.MoveWorker: _move,
    c.PlayJoker: _joker,
    c.PlaceResource: _research,
    c.ReturnToken: _return,
    c.Pass: _nothing,
    c.EndLogistics: _nothing,
    c.VoidAction: _void,
}


def remaining(state: State) -> float:
    """Return the share of the cubes that are not sold."""
    sold = state.sold.total
    return 1 - sold / (state.reserves.total + sum(map(len, state.areas.values())) + sold or 1)


def features(state: State, seat: Seat) -> Mapping[str, float]:
    """Return what the final money of a seat is estimated from, money in thousands."""
    table = Table(state, seat)
    me, lots, prices = table.me, table.lots, table.prices
    fills = [min(SPACES, table.fill(resource)) for resource in RESOURCES]
    reach = [min(lots[number], 3) * prices[number] for number in range(len(RESOURCES))]
    idle = sum(not state.areas.get(place) for place in me.workers)
    return {
        "money": me.money / THOUSAND,
        "workers": len(me.workers) - idle,
        "idle": idle,
        "salesmen": len(me.salesmen),
        "reach": sum(reach),
        "half": sum(amount for amount, fill in zip(reach, fills, strict=True) if fill == 1),
        "ready": sum(amount for amount, fill in zip(reach, fills, strict=True) if fill == SPACES),
        "persons": sum(tile not in _NUMBER for tile in me.tiles),
        "sources": sum(prices[_NUMBER[tile]] for tile in me.tiles if tile in _NUMBER),
        "kept": me.kept,
        "prices": sum(prices),
    }


def imagined(state: State, seat: Seat) -> State:
    """Return the world with the unrevealed tokens of the others in their hands: they place them by the policy."""
    phase = state.phase
    if not isinstance(phase, Placing) or phase.step != "placing":
        return state
    hands, laid = list(phase.hands), list(phase.laid)
    for other in range(len(hands)):
        if other != seat:
            hands[other] = (*hands[other], *(one.token for one in laid[other]))
            laid[other] = ()
    done = tuple(one for one in phase.done if one == seat)
    return replace(state, phase=replace(phase, hands=tuple(hands), laid=tuple(laid), done=done))


def effort(state: State) -> float:
    """Return the share of the budget for a decision: tokens are placed one by one, all in one move."""
    return EFFORT if isinstance(state.phase, Placing) else 1.0


LIGHT = Light(quick=quick, scores=scores, remaining=remaining, features=features, effort=effort, imagined=imagined)
