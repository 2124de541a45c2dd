"""The pieces of Siberia, as `static/js/board/titles/siberia.js` places them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from domain.kernel.values import Seat
from service.web.sharing.pieces.piece import Piece, View, in_rows

HAS_RACK = False

_CUBES, _WORKERS, _WORKER_COLUMNS, _BELOW, _START = 31, 27, 5, 34, -12
"""The distances of cubes and of workers, and where the rows of workers begin."""

_SALESMEN, _SALESMEN_PITCH, _SALESMEN_COLUMNS = -166, 26, 6
_HEAD, _OTHER_SIDE = -40, -82
"""The left of the tile of an exchange, the head of its tile, and that of the other side."""

_SPACE_TOP, _SPACE = -6.5, 49
"""From the middle of a column to its first space, and to the next."""

_PAWNS, _PAWN_COLUMNS = 25, 2
_FACES = {"worker": "pick", "salesman": "trade"}
"""The symbols of tokens: pieces with these names look otherwise."""


def pieces(view: View) -> Iterator[Piece]:
    """Yield the pieces of a public view."""
    for area in view["areas"]:
        yield from _area(area)
    for resource, count in view["reserves"].items():
        yield Piece("figure", f"cubes:{resource}", None, str(count), 8, 14, 40)
    for column, count in Counter[str](view["investments"]).items():
        yield Piece("open", f"tile:{column}", None, f"×{count}" if count > 1 else "", 13, 17, 30)  # noqa: RUF001 - as the boards
    for at, stacks in _standing(view, "worker", "place").items():
        left = _START if at == f"place:{view['start']}" else None
        yield from in_rows(stacks, left, _BELOW, _WORKERS, _WORKER_COLUMNS)
    backs = _backs(view)
    for at, stacks in _standing(view, "salesman", "exchange").items():
        top = _OTHER_SIDE if at in backs else _HEAD
        yield from in_rows(stacks, _SALESMEN, top, _SALESMEN_PITCH, _SALESMEN_COLUMNS)
    for player in view["players"]:
        yield from _panel(player)


def closed(view: View, places: Iterable[str]) -> Iterator[str]:
    """Yield the areas that are used up, and the exchanges and tiles that are not in play."""
    yield from (f"place:{area['area']}" for area in view["areas"] if area["exhausted"])
    there = {f"exchange:{exchange['exchange']}" for exchange in view["exchanges"]}
    there |= {f"tile:{column}" for column in view["investments"]}
    kinds = ("exchange:", "tile:") if view["sides"] else ("tile:",)
    yield from (place for place in places if place.startswith(kinds) and place not in there)


def _area(area: View) -> Iterator[Piece]:
    at, cubes = f"place:{area['area']}", area["cubes"]
    if area["exhausted"]:
        yield Piece("exhausted", at, None, "", 0, 0, 30)
        return
    for number, cube in enumerate(cubes):
        yield Piece(cube, at, None, "", (number - (len(cubes) - 1) / 2) * _CUBES, 0, 29)


def _standing(view: View, kind: str, place: str) -> dict[str, list[tuple[Piece, int]]]:
    """Return the stacks of the workers or of the salesmen of all seats by place."""
    found: defaultdict[str, list[tuple[Piece, int]]] = defaultdict(list)
    for player in view["players"]:
        spaces = player["workers" if kind == "worker" else "salesmen"]
        for space, count in Counter[str](spaces).items():
            at = f"{place}:{space}"
            found[at].append((Piece(kind, at, player["seat"], size=32), count))
    return found


def _backs(view: View) -> set[str]:
    """Return the places of the exchanges whose other side is up."""
    sides = view["sides"] or ()
    turned = zip(view["exchanges"][1:], sides, strict=False)
    return {f"exchange:{exchange['exchange']}" for exchange, side in turned if side == "B"}


def _panel(player: View) -> Iterator[Piece]:
    """Yield what lies on a panel: tokens and tiles in columns, tokens for research, pawns in reserve."""
    seat: Seat = player["seat"]
    for column, content in player["columns"].items():
        at, tokens = f"column:{seat}:{column}", content["tokens"]
        yield from _tokens(tokens, at)
        if content["tile"]:
            yield Piece("tile", at, None, "", 0, _SPACE_TOP + _SPACE * len(tokens), 34)
    yield from _tokens(player["research"], f"research:{seat}")
    pawns = (Piece("pawn", f"reserve:{seat}", seat, size=28), player["reserve"])
    yield from in_rows([pawns], None, _SPACE_TOP - 4, _PAWNS, _PAWN_COLUMNS)


def _tokens(tokens: Iterable[str], at: str) -> Iterator[Piece]:
    for space, token in enumerate(tokens):
        faces = tuple(_FACES.get(part, part) for part in token.split("_"))
        yield Piece("token", at, None, "", 0, _SPACE_TOP + _SPACE * space, 42, faces=faces)
