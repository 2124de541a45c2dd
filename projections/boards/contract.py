"""What the package of a title says about its board. `draw` of the package draws it; `board_svg` calls that."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

Draw: TypeAlias = Callable[[str], bytes]
"""Returns the board of a data set, by its name, as SVG. Raises LayoutError for a layout that does not fit it."""

Check: TypeAlias = Callable[[str], None]
"""Raises LayoutError if a data set, by its name, has a layout that does not fit it."""


class Board(NamedTuple):
    """The board of a title: how it is drawn, and how its layouts are checked, if it has any."""

    draw: Draw
    pieces: frozenset[str]
    """The kinds of anchors that are pieces: a client draws them from the view. All others are ids of the picture."""
    check: Check | None = None
