"""Pictures of the boards as SVG. README.md describes their ids and layers for clients.

The board of a title is the `BOARD` of the package here that has the name of the title.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from domain.rulesets import RULESETS
from projections.boards.contract import Board

_BOARDS: dict[str, Board] = {}
"""The boards of titles outside this package."""


def register(title: str, board: Board) -> None:
    """Add the board of a title outside this package."""
    _BOARDS[title] = board


@cache
def _own_board(title: str) -> Board | None:
    package = f"{__name__}.{title}"
    return import_module(package).BOARD if find_spec(package) else None


def board_of(title: str) -> Board | None:
    """Return the board of a title; None if it has none."""
    return _BOARDS.get(title) or _own_board(title)


def has_board(title: str) -> bool:
    """Return whether a title has a board."""
    return board_of(title) is not None


@cache
def board_svg(title: str, data_set: str) -> bytes:
    """Return the picture of a data set, whose title has a board. It is drawn once in each process.

    Raises LayoutError.
    """
    board = board_of(title)
    assert board is not None
    return board.draw(data_set)


def check_layouts() -> None:
    """Raise LayoutError for the first layout that does not fit its data set."""
    for title, ruleset in RULESETS.items():
        board = board_of(title)
        if board is not None and board.check is not None:
            for data_set in ruleset.data_sets():
                board.check(data_set)
