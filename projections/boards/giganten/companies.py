"""Below the map of Giganten: a price scale for each company, and the depots of the seats at it."""

from domain.giganten.options import COMPANIES, Company
from domain.giganten.tables import DataSet
from projections.boards.canvas import WIDTH, Box, Canvas, Node, Place
from projections.boards.giganten.grid import SEATS
from projections.boards.glyphs import seat_mark

_LEFT = 12
_SCALE = 838
"""The width of a price scale in units."""

_TALL = 46
_ROW = 92
_DEPOT = 78
_THOUSAND = 1000


def draw_companies(canvas: Canvas, data: DataSet, bottom: float) -> None:
    """Draw prices and depots below the map, which ends at `bottom`."""
    top = bottom + 34
    section = canvas.section("companies", Box(0, bottom + 6, WIDTH, 3 * _ROW + 30))
    names: dict[Company, str] = {
        "hudson": data.companies.hudson,
        "jet": data.companies.jet,
        "standard": data.companies.standard,
    }
    for number, company in enumerate(COMPANIES):
        y = top + _ROW * number
        canvas.text(section, (_LEFT, y), names[company], "company start")
        if number == 0:
            canvas.text(section, (_LEFT + _SCALE, y), "thousands of dollars", "heading end fine")
            canvas.text(section, (WIDTH - _LEFT - SEATS * (_DEPOT + 2) + 2, y), "Depots", "heading start")
        _draw_scale(canvas, section, data, (company, names[company]), Box(_LEFT, y + 12, _SCALE, _TALL))
        _draw_depots(canvas, section, (company, names[company]), y + 12)


def _draw_scale(canvas: Canvas, parent: Node, data: DataSet, company: tuple[Company, str], box: Box) -> None:
    prices, (name, words) = data.prices, company
    step = box.width / len(prices.ladder)
    canvas.box(parent, Place(f"company:{name}", "company", words, box.centre), "site", box)
    for number, price in enumerate(prices.ladder):
        band = "low" if price < prices.white_from else "middle" if price < prices.blue_from else "high"
        colour = {"low": "red", "middle": "white", "high": "blue"}[band]
        cell = Box(box.x + step * number, box.y, step, box.height)
        place = Place(f"price:{name}:{price}", "price", f"{words}, {price} dollars, {colour} band", cell.centre)
        canvas.box(parent, place, band, cell)
        canvas.text(parent, (cell.centre[0], cell.centre[1] + 8), f"{price / _THOUSAND:g}", "price")
        if price in {prices.white_from, prices.blue_from}:
            canvas.line(parent, [(cell.x, cell.y - 5), (cell.x, cell.y + cell.height + 5)], "rule")


def _draw_depots(canvas: Canvas, parent: Node, company: tuple[Company, str], top: float) -> None:
    name, words = company
    for seat in range(SEATS):
        box = Box(WIDTH - _LEFT - (SEATS - seat) * (_DEPOT + 2) + 2, top, _DEPOT, _TALL)
        place = Place(f"depot:{seat}:{name}", "depot", f"Depot of seat {seat} at {words}", box.centre)
        canvas.box(parent, place, "spot", box).set("data-seat", str(seat))
        seat_mark(canvas, parent, seat, (box.x + 18, box.centre[1]), 24)
