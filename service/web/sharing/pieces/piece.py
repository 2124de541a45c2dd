"""Pieces on a board, and where they stand: as `static/js/board/pieces.js` arranges them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from typing import Any, TypeAlias

from msgspec import structs

from domain.kernel.values import Seat, Value

View: TypeAlias = Mapping[str, Any]
"""A public view as JSON has it."""

SIZE = 26
FIGURES_FROM = 4
"""The least number of equal pieces that is written instead of drawn."""

_COLUMNS, _SQUARE = 3, 4
_PITCH = 0.94


class Piece(Value, frozen=True):
    """A piece at a place. Without offset, the pieces of a place stand in rows around its middle."""

    kind: str
    at: str
    seat: Seat | None = None
    text: str = ""
    dx: float | None = None
    dy: float = 0
    size: float = SIZE
    is_outside: bool = False
    """Whether it stands next to its place, on the side where there is room."""
    faces: tuple[str, ...] = ()
    """The symbols on it, from top to bottom."""


class Spot(Value, frozen=True):
    """A place on the board: its middle, and the side where pieces may stand: 1 right, -1 left."""

    x: float
    y: float
    side: int = 1


def stacked(piece: Piece, count: int) -> list[Piece]:
    """Return equal pieces: each of up to three, or one with their number."""
    if count >= FIGURES_FROM:
        return [structs.replace(piece, text=str(count))]
    return [piece] * count


def in_rows(
    stacks: Iterable[tuple[Piece, int]], left: float | None, top: float, pitch: float, columns: int
) -> Iterator[Piece]:
    """Yield the stacks of a place in rows: one by one, or as figures where they are crowded.

    `left` is the first piece of a row; None: rows are centred.
    """
    stacks = list(stacks)
    shown = [piece for stack in stacks for piece in stacked(*stack)]
    if len(shown) > columns:
        shown = [structs.replace(piece, text=str(count) if count > 1 else "") for piece, count in stacks]
    first = -(min(columns, len(shown)) - 1) / 2 * pitch if left is None else left
    for number, piece in enumerate(shown):
        row, column = divmod(number, columns)
        yield structs.replace(piece, dx=first + column * pitch, dy=top + row * pitch)


def arranged(pieces: Iterable[Piece], spots: Mapping[str, Spot]) -> Iterator[tuple[Piece, float, float]]:
    """Yield the pieces whose places are shown with the points where they stand."""
    there = [piece for piece in pieces if piece.at in spots]
    loose: defaultdict[str, list[int]] = defaultdict(list)
    for number, piece in enumerate(there):
        if piece.dx is None:
            loose[piece.at].append(number)
    moved = {number: by for group in loose.values() for number, by in _rows([(n, there[n].size) for n in group])}
    for number, piece in enumerate(there):
        spot = spots[piece.at]
        dx, dy = moved.get(number, (piece.dx or 0, piece.dy))
        yield piece, spot.x + dx * (spot.side if piece.is_outside else 1), spot.y + dy


def _rows(group: list[tuple[int, float]]) -> Iterator[tuple[int, tuple[float, float]]]:
    """Yield the offsets of pieces in rows around the middle of their place."""
    count = len(group)
    columns = 2 if count == _SQUARE else min(_COLUMNS, count)
    rows = ceil(count / columns)
    for place, (number, size) in enumerate(group):
        row, column = divmod(place, columns)
        in_row = min(columns, count - row * columns)
        pitch = size * _PITCH
        yield number, ((column - (in_row - 1) / 2) * pitch, (row - (rows - 1) / 2) * pitch)
