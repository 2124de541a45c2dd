"""The pieces on the map of Minos, as `static/js/board/titles/minos.js` places them."""

from collections import Counter
from collections.abc import Iterator

from service.web.sharing.pieces.piece import Piece, View, stacked

_QUARTERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_SLOT = 10.5
"""Units from the middle of a field to its slots."""

_ROOM, _STEP = 31, 14
"""Units from the middle of a field to the first soldier next to it, and to the next."""


def pieces(view: View) -> Iterator[Piece]:
    """Yield the pieces of a public view."""
    fields = {field["field"] for field in view["fields"]}
    for field in view["fields"]:
        yield from _settlement(field)
    for player in view["players"]:
        for kind, size, spaces in (("ship", 30, player["ships"]), ("soldier", 26, player["soldiers"])):
            for space, count in Counter[str](spaces).items():
                standing = stacked(Piece(kind, f"place:{space}", player["seat"], size=size), count)
                for number, piece in enumerate(standing):
                    dx = _ROOM + number * _STEP if space in fields else None
                    yield Piece(kind, piece.at, piece.seat, piece.text, dx, 0, size, space in fields)


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
