"""An SVG document of a board: sections, places with ids, and labels. Equal calls make equal bytes."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree as ET

from projections.boards.style import STYLE

WIDTH = 1200
"""The width of every board in map units, so that one style sheet fits all."""

Point: TypeAlias = tuple[float, float]
Node: TypeAlias = ET.Element

_NAMESPACE = "http://www.w3.org/2000/svg"


class Box(NamedTuple):
    """A rectangle in map units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> Point:
        """The centre of the rectangle."""
        return self.x + self.width / 2, self.y + self.height / 2


class Place(NamedTuple):
    """What a client knows of a place: its id, which is an anchor of choices, its kind, name and centre."""

    id: str
    kind: str
    name: str
    centre: Point


def number(value: float) -> str:
    """Return a number with at most one decimal, the same on every platform."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.1f}"


def path_of(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return the path data of a polyline, or of a polygon: the first point, then the steps from point to point.

    Steps make a coastline a third shorter than points, compressed as well. They add up exactly, in tenths.
    """
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    start = "".join(f"M{number(x / 10)} {number(y / 10)}" for x, y in tenths[:1])
    steps = "".join(_after(x - before_x) + _after(y - before_y) for (before_x, before_y), (x, y) in pairwise(tenths))
    return f"{start}{'l' if steps else ''}{steps.lstrip()}{'Z' if closed else ''}"


def _after(tenths: int) -> str:
    """Return a number that follows another one in path data: a minus sign separates them as well as a space."""
    text = number(tenths / 10)
    return text if text.startswith("-") else f" {text}"


class Canvas:
    """A board that is being drawn."""

    def __init__(self, title: str, data_set: str, name: str, height: float) -> None:
        """Take the names of title and data set, the text that names the board, and its height in map units."""
        self.root = ET.Element(
            "svg",
            {
                "xmlns": _NAMESPACE,
                "class": "ludolog-board",
                "viewBox": f"0 0 {WIDTH} {number(height)}",
                "role": "img",
                "data-title": title,
                "data-data-set": data_set,
            },
        )
        ET.SubElement(self.root, "title").text = name
        ET.SubElement(self.root, "style").text = STYLE
        self._static = ET.SubElement(self.root, "g", {"id": "board-map"})
        self.draw(self._static, "rect", "page", x=0, y=0, width=WIDTH, height=height)
        ET.SubElement(self.root, "g", {"id": "board-pieces"})
        ET.SubElement(self.root, "g", {"id": "board-targets"})

    def section(self, name: str, box: Box) -> Node:
        """Return a new group of the static map. Its box is what a client shows to show the section alone."""
        shown = " ".join(map(number, box))
        return ET.SubElement(self._static, "g", {"id": f"section:{name}", "data-box": shown})

    def framed(self, parent: Node, box: Box) -> Node:
        """Return a new group of which only what is inside a box can be seen."""
        clip = ET.SubElement(parent, "clipPath", {"id": "board-frame"})
        self.draw(clip, "rect", "clip", x=box.x, y=box.y, width=box.width, height=box.height)
        return self.draw(parent, "g", "framed", clip_path="url(#board-frame)")

    def group(self, parent: Node, style: str) -> Node:
        """Return a new group in a group."""
        return ET.SubElement(parent, "g", {"class": style})

    def draw(self, parent: Node, shape: str, style: str, **attributes: float | str) -> Node:
        """Draw a shape with the classes `style` and return it. Underscores in names become hyphens."""
        values = {
            key.replace("_", "-"): value if isinstance(value, str) else number(value)
            for key, value in attributes.items()
        }
        return ET.SubElement(parent, shape, {"class": style, **values})

    def place(self, parent: Node, place: Place, shape: str, style: str, **attributes: float | str) -> Node:
        """Draw a place: a shape with id, kind, centre and name."""
        found = self.draw(parent, shape, style, **attributes)
        x, y = place.centre
        found.attrib = {
            "id": place.id,
            **found.attrib,
            "data-kind": place.kind,
            "data-name": place.name,
            "data-x": number(x),
            "data-y": number(y),
        }
        ET.SubElement(found, "title").text = place.name
        return found

    def box(self, parent: Node, place: Place, style: str, box: Box) -> Node:
        """Draw a place as a rectangle."""
        x, y, width, height = box
        return self.place(parent, place, "rect", style, x=x, y=y, width=width, height=height, rx=4)

    def text(self, parent: Node, at: Point, words: str, style: str) -> None:
        """Write words; `at` is the middle of their base line, or its start or end by class."""
        self.draw(parent, "text", style, x=at[0], y=at[1]).text = words

    def line(self, parent: Node, points: Sequence[Point], style: str, **attributes: str) -> Node:
        """Draw a polyline."""
        return self.draw(parent, "path", style, d=path_of(points), **attributes)

    def bytes(self) -> bytes:
        """Return the document."""
        ET.indent(self.root, space="")
        return ET.tostring(self.root, encoding="utf-8", xml_declaration=True) + b"\n"
