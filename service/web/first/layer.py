"""The layer of pieces, as `static/js/board/pieces.js` builds it: the style sheet of the page applies to both."""

from collections.abc import Iterable, Mapping
from xml.etree import ElementTree as ET

from msgspec import UNSET

from domain.kernel.values import Seat
from projections.boards.canvas import Point
from projections.boards.symbols import Symbol, symbols_of
from projections.views.pieces import Piece
from service.web.sharing.pieces.drawing import MARK, SHAPES, UNITS, standing

_FACE, _FACES = 0.72, 0.46
"""The part of a piece that its only symbol takes, and that each of several takes."""


def layer_of(title: str, pieces: Iterable[Piece], centres: Mapping[str, Point]) -> str:
    """Return the pieces of a title, after the definitions of their symbols."""
    symbols, group, used = symbols_of(title), ET.Element("g"), set[str]()
    for piece, x, y in standing(pieces, centres):
        group.append(_drawn(piece, symbols[piece.kind], x, y))
        used |= {piece.kind, *_faces_of(piece)}
    definitions = ET.Element("defs")
    for kind in sorted(used):
        definitions.append(_symbol(kind, symbols[kind]))
    return "".join(ET.tostring(node, encoding="unicode") for node in (definitions, *group))


def _symbol(kind: str, drawing: Symbol) -> ET.Element:
    node = ET.Element("symbol", {"id": f"piece-{kind}", "viewBox": f"0 0 {UNITS} {UNITS}", "overflow": "visible"})
    for path in drawing.outlines:
        ET.SubElement(node, "path", {"d": path})
    if drawing.line:
        ET.SubElement(node, "path", {"d": drawing.line, "class": "line"})
    return node


def _drawn(piece: Piece, symbol: Symbol, x: float, y: float) -> ET.Element:
    seat = "" if piece.seat is None else f" of-{piece.seat}"
    node = ET.Element("g", {"class": f"piece kind-{piece.kind}{seat}", "transform": f"translate({x:g} {y:g})"})
    size, scale = piece.size, piece.size / UNITS
    body = ET.SubElement(node, "g", {"class": "body"})
    body.append(_used(piece.kind, 0, size))
    if symbol.cut and piece.seat is not None:
        body.append(_mark(piece.seat, symbol.cut, scale))
    faces = _faces_of(piece)
    part = _FACE if len(faces) == 1 else _FACES
    for number, face in enumerate(faces):
        body.append(_used(face, (number - (len(faces) - 1) / 2) * size * _FACES, size * part))
    if piece.text:
        middle, base, height = symbol.label
        body.set("font-size", f"{height * scale:g}")
        at = {"x": f"{(middle - UNITS / 2) * scale:g}", "y": f"{(base - UNITS / 2) * scale:g}"}
        ET.SubElement(body, "text", at).text = piece.text
    return node


def _faces_of(piece: Piece) -> tuple[str, ...]:
    return () if piece.faces is UNSET else piece.faces


def _used(kind: str, y: float, size: float) -> ET.Element:
    corner = {"x": f"{-size / 2:g}", "y": f"{y - size / 2:g}", "width": f"{size:g}", "height": f"{size:g}"}
    return ET.Element("use", {"href": f"#piece-{kind}", "class": f"face-{kind}", **corner})


def _mark(seat: Seat, cut: tuple[float, float, float], scale: float) -> ET.Element:
    x, y, size = cut
    side = size / MARK * scale
    left, top = ((each - UNITS / 2) * scale - MARK / 2 * side for each in (x, y))
    place = f"translate({left:.5g} {top:.5g}) scale({side:.5g})"
    return ET.Element("path", {"class": "cut", "d": SHAPES[seat % len(SHAPES)], "transform": place})
