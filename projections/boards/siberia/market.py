"""Below the map of Siberia: the exchanges with both sides of their tiles, the reserves, and the investment tiles."""

from domain.siberia.options import COLUMNS, RESOURCES
from domain.siberia.tables import DataSet, Exchange
from projections.boards.canvas import WIDTH, Box, Canvas, Node, Place
from projections.boards.glyphs import icon
from projections.boards.siberia.layout import MAP

_LEFT = 12
PANEL, _GAP = 382, 15
"""The width of a tile of an exchange in units, and the space to the next."""

_NAME, _PRICE = 170, 42
HEAD, ROW = 40, 42
"""The heights of the head of a tile, and of the line of each side."""

_EXCHANGES_TOP = MAP.height + 44
_TILE_HEIGHT = HEAD + 2 * ROW
_STOCK_TOP = _EXCHANGES_TOP + 2 * (_TILE_HEIGHT + 12) + 40
_STOCK = 70
BOTTOM = _STOCK_TOP + _STOCK
"""Where the part ends, in units."""

_THOUSAND = 1000


def draw_market(canvas: Canvas, data: DataSet) -> None:
    """Draw exchanges, reserves and investment tiles."""
    _draw_exchanges(canvas, data)
    _draw_stock(canvas)


def _draw_exchanges(canvas: Canvas, data: DataSet) -> None:
    top = _EXCHANGES_TOP
    section = canvas.section("exchanges", Box(0, top - 38, WIDTH, 2 * (_TILE_HEIGHT + 12) + 42))
    canvas.text(section, (_LEFT, top - 12), "Exchanges, thousands of dollars a cube", "heading start")
    printed = data.exchanges
    panels: list[tuple[Exchange, ...]] = [(printed.always,), *((tile.a, tile.b) for tile in printed.tiles)]
    for number, sides in enumerate(panels):
        row, column = divmod(number, 3)
        box = Box(_LEFT + column * (PANEL + _GAP), top + row * (_TILE_HEIGHT + 12), PANEL, HEAD + ROW * len(sides))
        canvas.draw(section, "rect", "panel", x=box.x, y=box.y, width=box.width, height=box.height, rx=6)
        for place, resource in enumerate(RESOURCES):
            icon(canvas, section, resource, (box.x + _NAME + _PRICE * (place + 0.5), box.y + HEAD / 2), 28)
        for side, exchange in enumerate(sides):
            line = Box(box.x + 2, box.y + HEAD + ROW * side, box.width - 4, ROW - 2)
            letter = "AB"[side] if len(sides) > 1 else ""
            _draw_exchange(canvas, section, exchange, letter, line)


def _draw_exchange(canvas: Canvas, parent: Node, exchange: Exchange, side: str, box: Box) -> None:
    words = f"{exchange.name}, side {side}" if side else exchange.name
    node = canvas.box(parent, Place(f"exchange:{exchange.id}", "exchange", words, box.centre), "middle", box)
    node.set("data-side", side)
    base = box.centre[1] + 8
    canvas.text(parent, (box.x + 10, base), exchange.name, "figure start")
    for place, price in enumerate(exchange.prices):
        at = (box.x - 2 + _NAME + _PRICE * (place + 0.5), base)
        canvas.text(parent, at, f"{price / _THOUSAND:g}" if price else "-", "figure" if price else "tiny")


def _draw_stock(canvas: Canvas) -> None:
    top = _STOCK_TOP
    section = canvas.section("stock", Box(0, top - 38, WIDTH, _STOCK + 44))
    canvas.text(section, (_LEFT, top - 12), "Reserves", "heading start")
    for number, resource in enumerate(RESOURCES):
        box = Box(_LEFT + 76 * number, top, 70, _STOCK)
        place = Place(f"cubes:{resource}", "reserve", f"Reserve of {resource}", box.centre)
        canvas.box(section, place, "spot", box)
        icon(canvas, section, resource, (box.x + 20, box.y + 20), 28)
    left = _LEFT + 76 * 5 + 30
    canvas.text(section, (left, top - 12), "Investments", "heading start")
    for number, column in enumerate(COLUMNS):
        box = Box(left + 77 * number, top, 71, _STOCK)
        place = Place(f"tile:{column}", "tile", f"Investment tile {column}", box.centre)
        canvas.box(section, place, "spot", box)
        icon(canvas, section, column, box.centre, 44)
