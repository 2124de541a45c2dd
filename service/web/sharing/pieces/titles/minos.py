"""The pieces of Minos, as `static/js/board/titles/minos.js` places them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from domain.kernel.values import Seat
from service.web.sharing.pieces.piece import Piece, View, stacked

HAS_RACK = True

_QUARTERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_SLOT = 10.5
"""Units from the middle of a field to its slots."""

_ROOM, _STEP = 31, 14
"""Units from the middle of a field to the first soldier next to it, and to the next."""

_INCOMES = 50
"""The spaces of the income track."""


def pieces(view: View) -> Iterator[Piece]:
    """Yield the pieces of a public view."""
    fields = {field["field"] for field in view["fields"]}
    for field in view["fields"]:
        yield from _settlement(field)
    for player in view["players"]:
        yield from _fleet(player, fields)
        yield from _income(player)
    yield _badge("rings", view["rings_left"], 34, -30)
    for building, count in view["stock"].items():
        yield _badge(f"building:{building}", count, 58, -30)
    yield from _dice(view)


def closed(view: View, _places: Iterable[str]) -> Iterator[str]:
    """Yield the fields that are not in play, and the symbols that no die shows."""
    yield from (f"place:{field['field']}" for field in view["fields"] if field["covered"])
    yield from (f"die:{symbol}" for symbol, count in _shown(view).items() if not count)


def _settlement(field: View) -> Iterator[Piece]:
    at, owner = f"place:{field['field']}", field["owner"]
    if field["covered"]:
        yield Piece("covered", at, None, "", 0, 0, 34)
        return
    for (dx, dy), building in zip(_QUARTERS, field["buildings"], strict=False):
        yield Piece(building, at, owner, "", dx * _SLOT, dy * _SLOT, 20)
    if owner is not None:
        yield Piece(f"seat{owner}", at, owner, str(owner), 0, 0, 15)
    elif field["left_by"] is not None and field["buildings"]:
        yield Piece("badge", at, None, "–", 0, 0, 22)  # noqa: RUF001 - the dash of the boards


def _fleet(player: View, fields: set[str]) -> Iterator[Piece]:
    for kind, size, spaces in (("ship", 30, player["ships"]), ("soldier", 26, player["soldiers"])):
        for space, count in Counter[str](spaces).items():
            standing = stacked(Piece(kind, f"place:{space}", player["seat"], size=size), count)
            for number, piece in enumerate(standing):
                dx = _ROOM + number * _STEP if space in fields else None
                yield Piece(kind, piece.at, piece.seat, piece.text, dx, 0, size, space in fields)


def _income(player: View) -> Iterator[Piece]:
    seat: Seat = player["seat"]
    dx, dy = _QUARTERS[seat]
    yield Piece(f"seat{seat}", f"income:{player['income'] % _INCOMES}", seat, str(seat), dx * 14, dy * 13, 20)
    yield _badge(f"rings:{seat}", player["rings"], 14, 14, size=44)


def _dice(view: View) -> Iterator[Piece]:
    """Yield how many dice show each symbol, and which symbols have had a Joker or a Star."""
    for symbol, count in _shown(view).items():
        if count:
            yield _badge(f"die:{symbol}", count, 32, -30, size=40)
    turn = view["turn"] or {"jokered": (), "starred": ()}
    for kind, symbols, dx in (("joker", turn["jokered"], -30), ("star", turn["starred"], 30)):
        for symbol in symbols:
            yield Piece(kind, f"die:{symbol}", None, "", dx, 30, 22)


def _shown(view: View) -> Mapping[str, int]:
    """Return the dice of the conflict, or else of the turn, by symbol."""
    for rolled in (view["conflict"], view["turn"]):
        if rolled is not None and rolled["dice"] is not None:
            return rolled["dice"]
    return {}


def _badge(at: str, count: int, dx: float, dy: float, *, size: float = 36) -> Piece:
    return Piece("badge", at, None, str(count), dx, dy, size)
