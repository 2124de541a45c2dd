"""The pieces of Minos: settlements, ships and soldiers, income, rings, the stock, and the dice."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import structs

from domain.kernel.values import Seat
from domain.minos.board import board_of, harbour_of
from projections.boards.contract import Place
from projections.boards.minos.layout import Positions, positions_of
from projections.boards.minos.supply import INCOME_SPACES
from projections.boards.standing import around, piece, stacked
from projections.views.minos.parts import FieldView, MinosView, PlayerView
from projections.views.pieces import Piece, Pieces

_QUARTERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_SLOT = 10.5
"""Units from the middle of a field to the middles of its buildings."""

_ROOM, _STEP = 31, 14
"""Units from the middle of a field to the first piece next to it, and to the next."""

_CLEAR = 8
"""How far right of its field a harbour lies, in units, if it takes the room there."""

_SIZES = {"ship": 30, "soldier": 26}


def placing(data_set: str) -> Place:
    """Return what places the pieces of the views of a data set. Raises LayoutError."""
    board = board_of(data_set)
    positions = positions_of(board, data_set)
    return partial(_pieces, {field: _side(field, positions) for field in board.fields})


def _side(field: str, positions: Positions) -> int:
    """Return on which side of a field there is room: 1 right, -1 left; away from its name, or else its harbour."""
    match positions.sides[field]:
        case "e":
            return -1
        case "w":
            return 1
        case _:
            return -1 if positions.points[harbour_of(field)][0] > positions.points[field][0] + _CLEAR else 1


def _pieces(sides: Mapping[str, int], view: MinosView) -> Pieces:
    return Pieces(tuple(_all(sides, view)), tuple(_closed(view)))


def _all(sides: Mapping[str, int], view: MinosView) -> Iterator[Piece]:
    for field in view.fields:
        yield from _settlement(field)
    afloat = _afloat(sides, view)
    for player in view.players:
        yield from _fleet(sides, player, afloat)
        yield from _income(player)
    yield _badge("rings-left", "rings", view.rings_left, (34, -30))
    for building, count in view.stock.items():
        yield _badge(f"stock-{building}", f"building:{building}", count, (58, -30))
    yield from _dice(view)


def _closed(view: MinosView) -> Iterator[str]:
    """Yield the fields that are not in play, and the symbols that no die shows."""
    yield from (f"place:{field.field}" for field in view.fields if field.covered)
    yield from (f"die:{symbol}" for symbol, count in _shown(view).items() if not count)


def _settlement(field: FieldView) -> Iterator[Piece]:
    name, at, owner = field.field, f"place:{field.field}", field.owner
    if field.covered:
        yield piece(f"covered-{name}", "covered", None, at, size=34)
        return
    for number, building in enumerate(field.buildings):
        dx, dy = _QUARTERS[number]
        yield piece(f"{name}-{number}", building, owner, at, offset=(dx * _SLOT, dy * _SLOT), size=20)
    if owner is not None:
        yield _mark(f"owner-{name}", owner, at, (0, 0), 15)
    elif field.left_by is not None and field.buildings:
        yield piece(f"left-{name}", "badge", None, at, size=22, text="–")  # noqa: RUF001 - the dash of the boards


def _afloat(sides: Mapping[str, int], view: MinosView) -> Mapping[str, Piece]:
    """Return the ships and soldiers that are not on fields by id: those of a place stand in rows."""
    there: defaultdict[str, list[Piece]] = defaultdict(list)
    for player in view.players:
        for stack in _stacks(player):
            if stack.place.removeprefix("place:") not in sides:
                there[stack.place] += stacked(stack)
    return {each.id: each for pieces in there.values() for each in around(pieces)}


def _fleet(sides: Mapping[str, int], player: PlayerView, afloat: Mapping[str, Piece]) -> Iterator[Piece]:
    for stack in _stacks(player):
        side = sides.get(stack.place.removeprefix("place:"))
        for number, each in enumerate(stacked(stack)):
            if side is None:
                yield afloat[each.id]
            else:
                yield structs.replace(each, offset=((_ROOM + number * _STEP) * side, 0.0))


def _stacks(player: PlayerView) -> Iterator[Piece]:
    for kind, spaces in (("ship", player.ships), ("soldier", player.soldiers)):
        for space, count in Counter(spaces).items():
            id_ = f"{kind}:{player.seat}:{space}"
            yield piece(id_, kind, player.seat, f"place:{space}", size=_SIZES[kind], count=count)


def _income(player: PlayerView) -> Iterator[Piece]:
    seat = player.seat
    dx, dy = _QUARTERS[seat]
    yield _mark(f"income-{seat}", seat, f"income:{player.income % INCOME_SPACES}", (dx * 14, dy * 13), 20)
    yield _badge(f"rings-{seat}", f"rings:{seat}", player.rings, (14, 14), size=44)


def _dice(view: MinosView) -> Iterator[Piece]:
    """Yield how many dice show each symbol, and which symbols have had a Joker or a Star."""
    for symbol, count in _shown(view).items():
        if count:
            yield _badge(f"dice-{symbol}", f"die:{symbol}", count, (32, -30), size=40)
    if view.turn is not None:
        for kind, symbols, dx in (("joker", view.turn.jokered, -30), ("star", view.turn.starred, 30)):
            for symbol in symbols:
                yield piece(f"{kind}-{symbol}", kind, None, f"die:{symbol}", offset=(dx, 30), size=22)


def _shown(view: MinosView) -> Mapping[str, int]:
    """Return the dice of the conflict, or else of the turn, by symbol."""
    for rolled in (view.conflict, view.turn):
        if rolled is not None and rolled.dice is not None:
            return structs.asdict(rolled.dice)
    return {}


def _mark(id_: str, seat: Seat, at: str, offset: tuple[float, float], size: float) -> Piece:
    return piece(id_, f"seat{seat}", seat, at, offset=offset, size=size, text=str(seat))


def _badge(id_: str, at: str, count: int, offset: tuple[float, float], *, size: float = 36) -> Piece:
    return piece(id_, "badge", None, at, offset=offset, size=size, count=count, text=str(count))
