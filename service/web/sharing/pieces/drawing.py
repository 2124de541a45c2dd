"""Pieces as SVG. Attributes only: the style sheet of the boards must not apply to them."""

from collections.abc import Iterable, Iterator, Mapping
from xml.etree import ElementTree as ET

from markupsafe import Markup

from domain.kernel.values import Seat
from projections.boards.canvas import Point
from projections.boards.symbols import Symbol, symbols_of
from projections.views.pieces import Piece

UNITS, MARK = 24, 14
"""The sides of symbols and of the marks of seats in their own units."""

SHAPES = (
    "M7 1a6 6 0 1 1 0 12a6 6 0 1 1 0-12z",
    "M1.5 1.5h11v11h-11z",
    "M7 .8L13.6 13H.4z",
    "M7 0l7 7-7 7-7-7z",
)
"""The marks of seats in boxes of 14 units, as in `static/js/core/seats.js`."""

COLOURS = ("#0064A6", "#B84A00", "#00735A", "#8A3F77")
"""The colours of seats on a light ground."""

_PAGE, _INK, _MUTED = "#FBFAF7", "#1C2329", "#55606B"
_KINDS: Mapping[str, str] = {
    "tile": _MUTED, "exhausted": _MUTED, "gas": "#c2410c", "oil": "#6b3f1d", "gold": "#8f6700", "diamonds": "#2f7fb5",
}  # fmt: skip
_INSIDE = ("tile", "derrick", "badge", "seat")
"""The kinds whose text lies on the symbol."""


def centres_of(chart: ET.Element) -> Mapping[str, Point]:
    """Return the centres of the places of a map by id."""
    places = (node for node in chart.iter() if node.get("data-kind"))
    return {node.get("id", ""): (float(node.get("data-x", 0)), float(node.get("data-y", 0))) for node in places}


def standing(pieces: Iterable[Piece], centres: Mapping[str, Point]) -> Iterator[tuple[Piece, float, float]]:
    """Yield the pieces whose places are shown, with their middles."""
    for piece in pieces:
        if (centre := centres.get(piece.place)) is not None:
            yield piece, centre[0] + piece.offset[0], centre[1] + piece.offset[1]


def pieces_svg(title: str, pieces: Iterable[Piece], centres: Mapping[str, Point]) -> Markup:
    """Return the pieces of a title as elements, in the units of the map."""
    group, symbols = ET.Element("g"), symbols_of(title)
    for piece, x, y in standing(pieces, centres):
        group.append(_drawn(piece, symbols[piece.kind], x, y))
    return Markup(ET.tostring(group, encoding="unicode"))  # noqa: S704 - drawn by this program, which escapes texts


def _drawn(piece: Piece, symbol: Symbol, x: float, y: float) -> ET.Element:
    colour = _KINDS.get(piece.kind, _INK) if piece.seat is None else COLOURS[piece.seat % len(COLOURS)]
    half, scale = piece.size / 2, piece.size / UNITS
    place = f"translate({x - half:g} {y - half:g}) scale({scale:.7g})"
    outline = {"stroke": _PAGE, "stroke-width": "2.6", "stroke-linejoin": "round", "paint-order": "stroke"}
    node = ET.Element("g", {"data-kind": piece.kind, "transform": place, "fill": colour, **outline})
    for path in symbol.outlines:
        ET.SubElement(node, "path", {"d": path})
    if symbol.line:
        ET.SubElement(node, "path", {"d": symbol.line, "fill": "none", "stroke-width": "1.3"})
    if symbol.cut and piece.seat is not None:
        node.append(_mark(piece.seat, symbol.cut))
    if piece.text:
        node.append(_text(piece, symbol.label, colour))
    return node


def _mark(seat: Seat, cut: tuple[float, float, float]) -> ET.Element:
    x, y, size = cut
    place = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / MARK:.4g})"
    return ET.Element("path", {"d": SHAPES[seat % len(SHAPES)], "transform": place, "fill": _PAGE, "stroke": "none"})


def _text(piece: Piece, label: tuple[float, float, float], colour: str) -> ET.Element:
    x, y, size = label
    on_symbol = {"fill": _PAGE, "stroke": "none"} if piece.kind.startswith(_INSIDE) else {"fill": colour}
    font = {"font-size": f"{size:g}", "font-weight": "700", "text-anchor": "middle"}
    node = ET.Element("text", {"x": f"{x:g}", "y": f"{y:g}", **font, **on_symbol})
    node.text = piece.text
    return node
