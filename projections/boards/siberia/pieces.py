"""The pieces of Siberia: in areas, in reserves, at exchanges, and on panels."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Literal

from domain.kernel.values import Seat
from domain.siberia.board import board_of
from domain.siberia.options import COLUMNS, Token
from projections.boards.contract import Place
from projections.boards.siberia.market import HEAD, PANEL, ROW
from projections.boards.siberia.panels import SPACE, SPACE_TOP
from projections.boards.standing import in_rows, piece, stacked
from projections.views.pieces import Piece, Pieces
from projections.views.siberia.parts import AreaView, PlayerView, SiberiaView

_CUBES = 31
"""The distance of the cubes of an area."""

_BELOW, _WORKERS, _WORKER_COLUMNS = 34, 27, 5
"""How far below the middle of an area its workers stand, their distance, and how many stand in a row."""

_START = -12
"""Where the rows of workers at the start begin: its name is left of it."""

_SALESMEN, _SALESMEN_PITCH, _SALESMEN_COLUMNS = 25 - PANEL / 2, 26, 6
"""Where the rows of salesmen begin: at the left of the tile, left of its symbols."""

_PAWNS, _PAWN_COLUMNS = 25, 2
_FACES = {"worker": "pick", "salesman": "trade"}
"""The symbols of tokens: pieces with these names look otherwise."""


def placing(data_set: str) -> Place:
    """Return what places the pieces of the views of a data set."""
    printed = board_of(data_set).data.exchanges
    exchanges = (printed.always.id, *(side.id for tile in printed.tiles for side in (tile.a, tile.b)))
    return partial(_pieces, exchanges)


def _pieces(exchanges: Sequence[str], view: SiberiaView) -> Pieces:
    return Pieces(tuple(_all(view)), tuple(_closed(view, exchanges)))


def _all(view: SiberiaView) -> Iterator[Piece]:
    for area in view.areas:
        yield from _area(area)
    for resource, count in view.reserves.items():
        at, text = f"cubes:{resource}", str(count)
        yield piece(f"reserve-{resource}", "figure", None, at, offset=(8, 14), size=40, count=count, text=text)
    for column, count in Counter(view.investments).items():
        text = f"×{count}" if count > 1 else ""  # noqa: RUF001 - the multiplication sign of the boards
        yield piece(f"open-{column}", "open", None, f"tile:{column}", offset=(13, 17), size=30, count=count, text=text)
    for at, stacks in _standing(view, "worker").items():
        left = _START if at == f"place:{view.start}" else None
        yield from in_rows(stacks, left, _BELOW, _WORKERS, _WORKER_COLUMNS)
    backs = _backs(view)
    for at, stacks in _standing(view, "salesman").items():
        # in the head of the tile, which is above the line of each side
        top = -HEAD - ROW if at in backs else -HEAD
        yield from in_rows(stacks, _SALESMEN, top, _SALESMEN_PITCH, _SALESMEN_COLUMNS)
    for player in view.players:
        yield from _panel(player)


def _closed(view: SiberiaView, exchanges: Sequence[str]) -> Iterator[str]:
    """Yield the areas that are used up, and the exchanges and tiles that are not in play."""
    yield from (f"place:{area.area}" for area in view.areas if area.exhausted)
    if view.sides:
        there = {exchange.exchange for exchange in view.exchanges}
        yield from (f"exchange:{exchange}" for exchange in exchanges if exchange not in there)
    yield from (f"tile:{column}" for column in COLUMNS if column not in view.investments)


def _area(area: AreaView) -> Iterator[Piece]:
    at, cubes = f"place:{area.area}", area.cubes
    if area.exhausted:
        yield piece(f"exhausted-{area.area}", "exhausted", None, at, size=30)
        return
    for number, cube in enumerate(cubes):
        offset = ((number - (len(cubes) - 1) / 2) * _CUBES, 0.0)
        yield piece(f"cube-{area.area}-{cube}", cube, None, at, offset=offset, size=29)


def _standing(view: SiberiaView, kind: Literal["worker", "salesman"]) -> dict[str, list[Piece]]:
    """Return the stacks of the workers or of the salesmen of all seats by place."""
    found: defaultdict[str, list[Piece]] = defaultdict(list)
    for player in view.players:
        spaces = player.workers if kind == "worker" else player.salesmen
        for space, count in Counter(spaces).items():
            at = f"{'place' if kind == 'worker' else 'exchange'}:{space}"
            found[at].append(piece(f"{kind}:{player.seat}:{space}", kind, player.seat, at, size=32, count=count))
    return found


def _backs(view: SiberiaView) -> set[str]:
    """Return the places of the exchanges whose other side is up."""
    turned = zip(view.exchanges[1:], view.sides, strict=False)
    return {f"exchange:{exchange.exchange}" for exchange, side in turned if side == "B"}


def _panel(player: PlayerView) -> Iterator[Piece]:
    """Yield what lies on a panel: tokens and tiles in columns, tokens for research, pawns in reserve."""
    seat = player.seat
    for column, content in player.columns.items():
        at, tokens = f"column:{seat}:{column}", content.tokens
        yield from _tokens(seat, tokens, at)
        if content.tile:
            yield piece(f"tile-{seat}-{column}", "tile", None, at, offset=_space(len(tokens)), size=34)
    yield from _tokens(seat, player.research, f"research:{seat}")
    pawns = piece(f"pawn-{seat}", "pawn", seat, f"reserve:{seat}", size=28, count=player.reserve)
    yield from in_rows(stacked(pawns), None, SPACE_TOP - 4, _PAWNS, _PAWN_COLUMNS)


def _tokens(seat: Seat, tokens: Iterable[Token], at: str) -> Iterator[Piece]:
    for number, token in enumerate(tokens):
        # tokens are targets by seat and kind: all of a kind have the same id before the `#`
        yield Piece(
            id=f"token:{seat}:{token}#{at}:{number}", kind="token", seat=None, place=at, offset=_space(number), size=42,
            count=1, text="", faces=_faces_of(token),
        )  # fmt: skip


@cache
def _faces_of(token: Token) -> tuple[str, ...]:
    return tuple(_FACES.get(part, part) for part in token.split("_"))


def _space(number: int) -> tuple[float, float]:
    return (0.0, SPACE_TOP + SPACE * number)
