"""What the package of a title says about its board. `draw` of the package draws it; `board_svg` calls that."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from projections.views.pieces import Pieces

Draw: TypeAlias = Callable[[str], bytes]
"""Returns the board of a data set, by its name, as SVG. Raises LayoutError for a layout that does not fit it."""

Check: TypeAlias = Callable[[str], None]
"""Raises LayoutError if a data set, by its name, has a layout that does not fit it."""


Place: TypeAlias = Callable[[Any], Pieces]
"""Returns what stands on the board, from a view of the title."""


class Board(NamedTuple):
    """The board of a title: how it is drawn, and how its layouts are checked, if it has any."""

    draw: Draw
    pieces: frozenset[str]
    """The kinds of anchors that are pieces: `placing` has where they stand. All others are ids of the picture."""
    check: Check | None = None
    placing: Callable[[str], Place] | None = None
    """Returns what places the pieces of the views of a data set, by its name. Raises LayoutError."""
    is_whole: bool = False
    """Whether the board has a place for all that the public sees of the players: pages show no rack beside it."""
