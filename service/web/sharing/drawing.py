"""The picture of a game: the map of its board over a line of names and scores."""

from functools import lru_cache
from typing import TypeAlias
from xml.etree import ElementTree as ET

from markupsafe import Markup

from projections.boards import board_svg, has_board
from projections.boards.glyphs import ICONS
from service.web.pages import environment
from service.web.sharing.links import PICTURE_HEIGHT, PICTURE_WIDTH
from service.web.sharing.summary import Summary
from service.web.sharing.texts import game_title, title_named

_Node: TypeAlias = ET.Element

BAND = 482
"""Where the line of scores begins, in pixels from the top."""

MARGIN = 32

_NAMESPACE = b' xmlns="http://www.w3.org/2000/svg"'
_SHOWN = ("title", "style")

SHAPES = (
    "M7 1a6 6 0 1 1 0 12a6 6 0 1 1 0-12z",
    "M1.5 1.5h11v11h-11z",
    "M7 .8L13.6 13H.4z",
    "M7 0l7 7-7 7-7-7z",
)
"""The marks of seats in boxes of 14 units, as in `static/js/core/seats.js`."""

COLOURS = ("#0064A6", "#B84A00", "#00735A", "#8A3F77")
"""The colours of seats on a light ground."""

_LETTER = 14.5
"""The mean width of a letter of a name in pixels."""


def drawn(game: Summary, language: str) -> str:
    """Return the picture of a game as an SVG document."""
    cell = (PICTURE_WIDTH - 2 * MARGIN) / len(game.seats)
    return (
        environment(language)
        .get_template("picture.html")
        .render(
            game=game,
            title=game_title(game, language),
            name=title_named(game.ruleset, language),
            board=_board(game.ruleset, game.data_set, len(game.seats)),
            width=PICTURE_WIDTH,
            height=PICTURE_HEIGHT,
            band=BAND,
            cell=cell,
            letters=int((cell - 50) / _LETTER),
            shapes=SHAPES,
            colours=COLOURS,
            star=ICONS["star"],
        )
        .strip()
    )


@lru_cache(maxsize=32)
def _board(title: str, data_set: str, seats: int) -> Markup:
    """Return the map of a data set as an element that fills the picture above the scores; empty without a board."""
    if not has_board(title):
        return Markup()
    # the element inherits the namespace of the picture
    root = ET.fromstring(board_svg(title, data_set).replace(_NAMESPACE, b"", 1))  # noqa: S314 - drawn by this program
    static = next(node for node in root if node.get("id") == "board-map")
    chart = next((node for node in static if node.get("id") == "section:map"), None)
    if chart is None:
        kept, box = [*root], root.get("viewBox", "")
    else:
        kept, box = [node for node in root if node.tag in _SHOWN] + [chart], chart.get("data-box", "")
    _drop_absent(root, seats)
    size = {"x": "0", "y": "0", "width": str(PICTURE_WIDTH), "height": str(BAND), "viewBox": box}
    shown = ET.Element("svg", {"class": "ludolog-board", "data-theme": "light", **size})
    shown.extend(kept)
    text = ET.tostring(shown, encoding="unicode")
    return Markup(text)  # noqa: S704 - the picture of a board is drawn by this program, which escapes its texts


def _drop_absent(root: _Node, seats: int) -> None:
    """Remove what belongs to seats that the game does not have."""
    for parent in [*root.iter()]:
        for node in [*parent]:
            if int(node.get("data-seat", 0)) >= seats:
                parent.remove(node)
