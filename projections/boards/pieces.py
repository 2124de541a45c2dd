"""The pieces on the board of any title, from a view of it."""

from functools import cache
from typing import TypeVar

import msgspec
from msgspec import structs

from projections.boards import board_of
from projections.boards.contract import Place
from projections.views.clocks import TableView
from projections.views.pieces import Pieces

V = TypeVar("V", bound=msgspec.Struct)

NONE = Pieces((), ())


@cache
def placing(title: str, data_set: str) -> Place:
    """Return what places the pieces of the views of a data set; without a board there are none.

    The first call for a data set takes a noticeable time if its places have no layout. Raises LayoutError.
    """
    board = board_of(title)
    return (lambda _: NONE) if board is None or board.placing is None else board.placing(data_set)


def with_pieces(view: V, place: Place) -> V:
    """Return a view with what stands on the board; the same view for a title outside that has no room for it."""
    return structs.replace(view, pieces=place(view)) if isinstance(view, TableView) else view
