"""Below the map of Minos: the income track, the dice, the rings, and the buildings with their costs."""

from domain.minos.dice import SYMBOLS
from domain.minos.tables import DataSet
from projections.boards.canvas import WIDTH, Box, Canvas, Node, Place
from projections.boards.glyphs import icon, seat_mark
from projections.boards.minos.layout import MAP

INCOME_SPACES = 50
"""The income track goes from 0 to 49; a higher income begins it again (3a of the facts: a second marker)."""

SEATS = 4

_ROW = 25
_LEFT = 12
_CELL = 47
_TALL = 44
_INCOME_TOP = MAP.height + 44
_STOCK_TOP = _INCOME_TOP + 2 * _TALL + 46
_BOX = 84
_BUILDINGS_TOP = _STOCK_TOP + _BOX + 46
HEIGHT = _BUILDINGS_TOP + _BOX + 14
"""The height of the board in units."""

_ORDINALS = ("1st", "2nd", "3rd", "4th")


def draw_supply(canvas: Canvas, data: DataSet) -> None:
    """Draw what lies below the map."""
    _draw_income(canvas)
    _draw_stock(canvas)
    _draw_buildings(canvas, data)


def _draw_income(canvas: Canvas) -> None:
    top = _INCOME_TOP
    section = canvas.section("income", Box(0, top - 38, WIDTH, 2 * _TALL + 42))
    canvas.text(section, (_LEFT, top - 12), "Income, talents", "heading start")
    for number in range(INCOME_SPACES):
        row, column = divmod(number, _ROW)
        box = Box(_LEFT + _CELL * column, top + _TALL * row, _CELL, _TALL)
        canvas.box(section, Place(f"income:{number}", "income", f"Income {number}", box.centre), "panel", box)
        style = "figure" if number % 5 == 0 else "tiny"
        canvas.text(section, (box.centre[0], box.centre[1] + 8), str(number), style)


def _draw_stock(canvas: Canvas) -> None:
    top, step = _STOCK_TOP, 104
    section = canvas.section("stock", Box(0, top - 38, WIDTH, _BOX + 42))
    canvas.text(section, (_LEFT, top - 12), "Dice", "heading start")
    for number, symbol in enumerate(SYMBOLS):
        box = Box(_LEFT + step * number, top, _BOX, _BOX)
        _icon_box(canvas, section, Place(f"die:{symbol}", "die", symbol.capitalize(), box.centre), symbol, box)
    left = WIDTH - _LEFT - 4 * step - _BOX
    canvas.text(section, (left, top - 12), "Rings", "heading start")
    box = Box(left, top, _BOX, _BOX)
    _icon_box(canvas, section, Place("rings", "rings", "Rings for all", box.centre), "ring", box)
    for seat in range(SEATS):
        box = Box(left + step * (seat + 1), top, _BOX, _BOX)
        place = Place(f"rings:{seat}", "rings", f"Rings of seat {seat}", box.centre)
        node = canvas.box(section, place, "spot", box)
        node.set("data-seat", str(seat))
        seat_mark(canvas, section, seat, (box.x + 24, box.y + 26), 32)


def _icon_box(canvas: Canvas, parent: Node, place: Place, name: str, box: Box) -> None:
    canvas.box(parent, place, "spot", box)
    icon(canvas, parent, name, box.centre, 52)


def _draw_buildings(canvas: Canvas, data: DataSet) -> None:
    top, table = _BUILDINGS_TOP, data.buildings
    section = canvas.section("buildings", Box(0, top - 38, WIDTH, _BOX + 50))
    canvas.text(section, (_LEFT, top - 12), "Buildings and income", "heading start")
    for number, kind in enumerate(table.kinds):
        box = Box(_LEFT + 146 * number, top, 132, _BOX)
        words = (
            f"{kind.kind.capitalize()}, income {kind.income}"
            if kind.income
            else f"{kind.kind.capitalize()}, income twice"
        )
        canvas.box(section, Place(f"building:{kind.kind}", "building", words, box.centre), "spot", box)
        icon(canvas, section, kind.kind, (box.x + 44, box.centre[1]), 52)
        gain = f"+{kind.income}" if kind.income else "x2"
        canvas.text(section, (box.x + 100, box.centre[1] + 9), gain, "figure")
    left = 618
    canvas.text(section, (left, top - 12), "Costs: rights, talents", "heading start")
    for number, (rights, talents) in enumerate(zip(table.rights, table.talents, strict=True)):
        x = left + 145 * number
        canvas.draw(section, "rect", "panel", x=x, y=top, width=135, height=_BOX, rx=4)
        canvas.text(section, (x + 67, top + 32), _ORDINALS[number], "tiny")
        canvas.text(section, (x + 67, top + 68), f"{rights}, {talents}", "figure")
