"""The panels of the seats of Siberia: ten columns with two spaces, the research zone, and the reserve of pawns."""

from domain.siberia.board import SPACES
from domain.siberia.options import COLUMNS
from projections.boards.canvas import WIDTH, Box, Canvas, Node, Place
from projections.boards.glyphs import icon, seat_mark
from projections.boards.siberia.market import BOTTOM

SEATS = 4

_LEFT = 12
_PANEL = Box(_LEFT, BOTTOM + 46, 580, 148)
_GAP = 16
_COLUMN, _WIDE = 44, 62
_HEAD = 40
_FRAME = 5
_TALL = _PANEL.height - 2 * _FRAME
"""The height of a column."""

_LINE = 4
"""The room between two spaces."""

SPACE = (_TALL - _HEAD) / SPACES
"""The distance of the spaces of a column, in units."""

SPACE_TOP = _HEAD + (SPACE - _LINE) / 2 - _TALL / 2
"""From the middle of a column to the middle of its first space."""

HEIGHT = _PANEL.y + 2 * (_PANEL.height + _GAP)
"""The height of the board in units."""


def draw_panels(canvas: Canvas) -> None:
    """Draw a panel for each seat that a game can have."""
    box = Box(0, _PANEL.y - 38, WIDTH, HEIGHT - _PANEL.y + 38)
    section = canvas.section("panels", box)
    canvas.text(section, (_LEFT, _PANEL.y - 12), "Panels: columns, research, pawns", "heading start")
    for seat in range(SEATS):
        row, column = divmod(seat, 2)
        x, y = _PANEL.x + column * (_PANEL.width + _GAP), _PANEL.y + row * (_PANEL.height + _GAP)
        _draw_panel(canvas, seat, Box(x, y, _PANEL.width, _PANEL.height))


def _draw_panel(canvas: Canvas, seat: int, box: Box) -> None:
    group = canvas.section(f"panel-{seat}", box)
    group.set("data-seat", str(seat))
    canvas.draw(group, "rect", "panel", x=box.x, y=box.y, width=box.width, height=box.height, rx=6)
    x, top = box.x + 6, box.y + _FRAME
    for name in COLUMNS:
        column = Box(x, top, _COLUMN - 4, _TALL)
        _draw_column(canvas, group, seat, name, column)
        x += _COLUMN
    x += 3
    words = {"research": f"Research zone of seat {seat}", "reserve": f"Reserve of seat {seat}"}
    for name, glyph in (("research", "research"), ("reserve", "pawn")):
        zone = Box(x, top, _WIDE - 4, _TALL)
        canvas.box(group, Place(f"{name}:{seat}", name, words[name], zone.centre), "spot", zone)
        icon(canvas, group, glyph, (zone.centre[0], top + _HEAD / 2), 30)
        x += _WIDE
    seat_mark(canvas, group, seat, (box.x + box.width - 20, box.y + box.height - 24), 30)


def _draw_column(canvas: Canvas, parent: Node, seat: int, name: str, box: Box) -> None:
    words = f"Column {name} of seat {seat}"
    canvas.box(parent, Place(f"column:{seat}:{name}", "column", words, box.centre), "spot", box)
    icon(canvas, parent, name, (box.centre[0], box.y + _HEAD / 2), 30)
    for number in range(SPACES):
        y = box.y + _HEAD + SPACE * number
        canvas.draw(parent, "rect", "slot", x=box.x + 3, y=y, width=box.width - 6, height=SPACE - _LINE, rx=3)
