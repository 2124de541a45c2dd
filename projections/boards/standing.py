"""Where equal pieces stand: each by itself, as a figure, or in rows around the middle of their place."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from msgspec import structs

from domain.kernel.values import Seat
from projections.views.pieces import Piece

FIGURES_FROM = 4
"""The least number of equal pieces that is written instead of drawn."""

_COLUMNS, _SQUARE = 3, 4
_PITCH = 0.94


def piece(
    id_: str,
    kind: str,
    seat: Seat | None,
    place: str,
    *,
    offset: tuple[float, float] = (0.0, 0.0),
    size: float,
    count: int = 1,
    text: str = "",
) -> Piece:
    """Return a piece, by default one in the middle of its place without a text."""
    return Piece(id=id_, kind=kind, seat=seat, place=place, offset=offset, size=size, count=count, text=text)


def stacked(stack: Piece) -> list[Piece]:
    """Return a stack: each of up to three pieces, the first with the id of the stack, or one with their number."""
    if stack.count == 1:
        return [stack]
    if stack.count >= FIGURES_FROM:
        return [structs.replace(stack, text=str(stack.count))]
    return [
        structs.replace(stack, id=f"{stack.id}#{number}" if number > 1 else stack.id, count=1)
        for number in range(1, stack.count + 1)
    ]


def in_rows(stacks: Sequence[Piece], left: float | None, top: float, pitch: float, columns: int) -> Iterator[Piece]:
    """Yield the stacks of a place in rows: one by one, or as figures where they are crowded.

    `left` is the first piece of a row; None: rows are centred.
    """
    shown = [each for stack in stacks for each in stacked(stack)]
    if len(shown) > columns:
        shown = [structs.replace(stack, text=str(stack.count)) if stack.count > 1 else stack for stack in stacks]
    first = -(min(columns, len(shown)) - 1) / 2 * pitch if left is None else left
    for number, each in enumerate(shown):
        row, column = divmod(number, columns)
        yield structs.replace(each, offset=(first + column * pitch, top + row * pitch))


def around(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces of one place in rows around its middle."""
    group = list(pieces)
    columns = 2 if len(group) == _SQUARE else min(_COLUMNS, len(group))
    for number, each in enumerate(group):
        row, column = divmod(number, columns)
        in_row = min(columns, len(group) - row * columns)
        rows, pitch = ceil(len(group) / columns), each.size * _PITCH
        # in hundredths of a unit, so that products of fractions have short figures
        offset = (column - (in_row - 1) / 2) * pitch, (row - (rows - 1) / 2) * pitch
        yield structs.replace(each, offset=(round(offset[0], 2), round(offset[1], 2)))
