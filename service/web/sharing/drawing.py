"""The picture of a game: the map of its board with pieces over a line of names and scores."""

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree as ET

from markupsafe import Markup

from projections.boards import board_svg, has_board
from projections.boards.canvas import Point
from projections.boards.glyphs import ICONS
from projections.boards.symbols import symbols_of
from projections.views.pieces import Pieces
from service.news.feeds.texts import title_named
from service.web.pages import environment
from service.web.sharing.links import PICTURE_HEIGHT, PICTURE_WIDTH
from service.web.sharing.pieces.drawing import COLOURS, SHAPES, centres_of, pieces_svg
from service.web.sharing.raster import BOARD_LINK
from service.web.sharing.texts import game_title
from service.web.summary import Summary

_Node: TypeAlias = ET.Element

BAND = 482
"""Where the line of scores begins, in pixels from the top."""

MARGIN = 32

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"

_NAMESPACE = b' xmlns="http://www.w3.org/2000/svg"'
_SHOWN = ("title", "style")
_PLACE = f'x="0" y="0" width="{PICTURE_WIDTH}" height="{BAND}"'
"""The place of the board in the picture."""

_LETTER = 14.5
"""The mean width of a letter of a name in pixels."""


class Board(NamedTuple):
    """The map of a data set: its elements, the box that is shown, and the centres of its places."""

    elements: str
    box: str
    centres: Mapping[str, Point]


def drawn(game: Summary, pieces: Pieces | None, language: str, *, with_board: bool = True) -> str:
    """Return the picture of a game as an SVG document. None: the board has no pieces.

    A picture without its board has an image with BOARD_LINK in its place.
    """
    cell = (PICTURE_WIDTH - 2 * MARGIN) / len(game.seats)
    return (
        environment(language)
        .get_template("picture.html")
        .render(
            game=game,
            title=game_title(game, language),
            name=title_named(game.ruleset, language),
            board=_shown(game, pieces, with_board=with_board),
            width=PICTURE_WIDTH,
            height=PICTURE_HEIGHT,
            band=BAND,
            cell=cell,
            letters=int((cell - 50) / _LETTER),
            shapes=SHAPES,
            colours=COLOURS,
            star=ICONS["star"],
            fonts=Markup(FONTS),  # noqa: S704 - a constant
        )
        .strip()
    )


def board_drawn(game: Summary) -> str:
    """Return the board of a game as an SVG document of its own; empty without a board."""
    board = _board(game.ruleset, game.data_set, len(game.seats))
    size = f'viewBox="0 0 {PICTURE_WIDTH} {BAND}" width="{PICTURE_WIDTH}" height="{BAND}"'
    return "" if board is None else f'<svg{_NAMESPACE.decode()} {size} font-family="{FONTS}">{_map_of(board)}</svg>'


@lru_cache(maxsize=32)
def map_drawn(title: str, data_set: str, seats: int) -> str:
    """Return the map of a data set for so many seats as an SVG document of its own. The title has a board."""
    board = _board(title, data_set, seats)
    assert board is not None
    return (
        f'<svg{_NAMESPACE.decode()} class="ludolog-board" data-theme="light" viewBox="{board.box}" '
        f'font-family="{FONTS}">{board.elements}</svg>'
    )


def pieces_drawn(game: Summary, pieces: Pieces | None) -> str:
    """Return the pieces of a game as an SVG document with the units of its map. None: it has no pieces."""
    board = _board(game.ruleset, game.data_set, len(game.seats))
    layer, box = Markup(), "0 0 3 2"
    if board is not None:
        box = board.box
        if pieces is not None and symbols_of(game.ruleset):
            layer = pieces_svg(game.ruleset, pieces.items, board.centres)
    return f'<svg{_NAMESPACE.decode()} viewBox="{box}" font-family="{FONTS}">{layer}</svg>'


def _map_of(board: Board) -> str:
    """Return the map as an element that fills the picture above the scores."""
    return f'<svg class="ludolog-board" data-theme="light" {_PLACE} viewBox="{board.box}">{board.elements}</svg>'


def _shown(game: Summary, pieces: Pieces | None, *, with_board: bool) -> Markup:
    """Return the board with its pieces as elements that fill the picture above the scores; empty without a board."""
    board = _board(game.ruleset, game.data_set, len(game.seats))
    if board is None:
        return Markup()
    layer = Markup()
    if pieces is not None and symbols_of(game.ruleset):
        layer = pieces_svg(game.ruleset, pieces.items, board.centres)
    chart = _map_of(board) if with_board else f'<image {_PLACE} href="{BOARD_LINK}"/>'
    text = f'{chart}<svg {_PLACE} viewBox="{board.box}">{layer}</svg>'
    return Markup(text)  # noqa: S704 - drawn by this program, which escapes texts


@lru_cache(maxsize=32)
def _board(title: str, data_set: str, seats: int) -> Board | None:
    """Return the map of a data set; None for a title without a board."""
    if not has_board(title):
        return None
    # the element inherits the namespace of the picture
    root = ET.fromstring(board_svg(title, data_set).replace(_NAMESPACE, b"", 1))  # noqa: S314 - drawn by this program
    static = next(node for node in root if node.get("id") == "board-map")
    chart = next((node for node in static if node.get("id") == "section:map"), None)
    if chart is None:
        kept, box = [*root], root.get("viewBox", "")
    else:
        kept, box = [node for node in root if node.tag in _SHOWN] + [chart], chart.get("data-box", "")
    _drop_absent(root, seats)
    for group in root.iter("g"):
        # a picture is small: the lines between sea spaces would cover it
        if group.get("class") == "routes":
            group.set("opacity", "0.4")
    elements = "".join(ET.tostring(node, encoding="unicode") for node in kept)
    return Board(elements, escape(box), centres_of(chart if chart is not None else static))


def _drop_absent(root: _Node, seats: int) -> None:
    """Remove what belongs to seats that the game does not have."""
    for parent in [*root.iter()]:
        for node in [*parent]:
            if int(node.get("data-seat", 0)) >= seats:
                parent.remove(node)
