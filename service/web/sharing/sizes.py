"""The heights of embeds as a browser lays them out, for sites that give a frame a fixed size.

An embed with the parameter `fit` is exactly as high as its frame: the board takes what the rest leaves, and a table
scrolls if it must. So a height here need not be exact, for example because of other fonts.
"""

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from projections.boards import board_svg, has_board
from service.web.summary import Summary

_PADDING, _LINE = 24, 19.2
"""Of the title: what is around its lines, and the height of one, in pixels."""

_LETTER, _MARGIN = 9, 16
"""The mean width of a letter of the title, and the margins of the title, in pixels."""

_TOOLS = 52
"""The height of the buttons of a board."""

_WIDE, _NARROW, _BREAK = 57, 101, 330
"""The height of the controls of a replay, in an embed of this width or less, and that width."""

_CELL, _SEAT, _FREE = 131, 65.5, 41.75
"""Of the line of scores: the least width of a seat, and its height in a game that has started and before."""

_HEADER, _ROW, _MORE = 38.75, 41, 24
"""The heights of the header of a table, of a row of one line, and of each further line."""

_AROUND, _PAD, _SMALL = 17, 16, 8.5
"""What is around a list and around a sentence, and the mean width of a letter of both."""

_LONG = 45
"""The letters of the sentence in place of an empty table, in the language with the longest."""

_VIEW_BOX = re.compile(rb'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')


def game_height(game: Summary, title: str, width: int, *, has_controls: bool) -> int:
    """Return the height of the embed of a game, in pixels, at a width at which the whole board is as wide as it."""
    columns = min(len(game.seats), max(1, (width + 1) // _CELL))
    seat = _SEAT if game.status in {"running", "ended"} else _FREE
    parts = (
        _title(title, width),
        width * _ratio(game.ruleset, game.data_set) + _TOOLS,
        (_NARROW if width <= _BREAK else _WIDE) if has_controls else 0,
        seat * math.ceil(len(game.seats) / columns),
    )
    return math.ceil(sum(parts))


def table_height(title: str, width: int, rows: Iterable[int], others: float = 0) -> int:
    """Return the height of an embed with a table: its rows with their numbers of lines, and what is around it."""
    lines = list(rows)
    table = sum((_ROW + _MORE * (count - 1) for count in lines), _HEADER) if lines else sentence_height(_LONG, width)
    # a rounding of each part
    return math.ceil(_title(title, width) + table + others) + 4


def sentence_height(letters: int, width: int) -> float:
    """Return the height of a sentence with a number of letters."""
    return _PAD + _MORE * _lines(letters, width)


def list_height(items: Iterable[Sequence[int]], width: int) -> float:
    """Return the height of a list of items, each of links with these numbers of letters; 0 without items.

    A link does not break.
    """
    heights: list[float] = []
    for links in items:
        lines, used = 1, 0.0
        for letters in links:
            needed = letters * _SMALL
            if used and used + needed > width - _MORE:
                lines, used = lines + 1, 0.0
            used += needed
        heights.append(4 + _MORE * lines)
    return _AROUND + sum(heights) if heights else 0


def _lines(letters: int, width: int) -> int:
    return max(1, math.ceil(letters * _SMALL / max(1, width - _MORE)))


def _title(text: str, width: int) -> float:
    """Return the height of the title, whose lines break at spaces."""
    return _PADDING + _LINE * max(1, math.ceil(len(text) * _LETTER / max(1, width - _MARGIN)))


@lru_cache(maxsize=32)
def _ratio(title: str, data_set: str) -> float:
    """Return the height of a board divided by its width; 1 for a title without a board."""
    found = _VIEW_BOX.search(board_svg(title, data_set)) if has_board(title) else None
    return 1 if found is None else float(found[2]) / float(found[1])
