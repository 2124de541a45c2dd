"""Boards read as XML: places with their attributes and shapes."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree as ET

from domain.rulesets import RULESETS
from projections.boards import board_of, board_svg

NAMESPACE = "{http://www.w3.org/2000/svg}"

Point = tuple[float, float]

PRINTED = [(title, name) for title in ("giganten", "siberia", "minos") for name in RULESETS[title].data_sets()]
"""Every title with every data set in the product."""


class Place(NamedTuple):
    """A place of a picture."""

    id: str
    kind: str
    name: str
    centre: Point
    element: ET.Element


@cache
def picture(title: str, data_set: str) -> ET.Element:
    """Return the root of a board."""
    return ET.fromstring(board_svg(title, data_set))


def pieces(title: str) -> frozenset[str]:
    """Return the kinds of anchors of a title that are pieces."""
    board = board_of(title)
    assert board is not None
    return board.pieces


def elements(root: ET.Element) -> Iterator[tuple[str, ET.Element]]:
    """Yield all elements with their names."""
    for element in root.iter():
        yield element.tag.removeprefix(NAMESPACE), element


def places(root: ET.Element) -> dict[str, Place]:
    """Return the places by id."""
    found: dict[str, Place] = {}
    for _, element in elements(root):
        if "data-kind" in element.attrib:
            at = (float(element.attrib["data-x"]), float(element.attrib["data-y"]))
            place = Place(element.attrib["id"], element.attrib["data-kind"], element.attrib["data-name"], at, element)
            assert place.id not in found
            found[place.id] = place
    return found


def circles(root: ET.Element) -> dict[str, tuple[Point, float]]:
    """Return centre and radius of the places that are circles."""
    return {
        place.id: (place.centre, float(place.element.attrib["r"]))
        for place in places(root).values()
        if place.element.tag == f"{NAMESPACE}circle"
    }


def rings(data: str) -> list[list[Point]]:
    """Return the rings and lines of path data that has absolute moves and relative lines only."""
    assert re.fullmatch(r"(?:M[-\d.]+ [-\d.]+(?:l[-\d. ]+)?Z?)+", data)
    return [_ring(part.rstrip("Z")) for part in data.split("M") if part]


def _ring(data: str) -> list[Point]:
    start, _, steps = data.partition("l")
    x, y = map(float, start.split())
    found = [(x, y)]
    numbers = map(float, re.findall(r"-?[\d.]+", steps))
    for step in zip(numbers, numbers, strict=True):
        x, y = round(x + step[0], 1), round(y + step[1], 1)
        found.append((x, y))
    return found


def between(root: ET.Element) -> set[frozenset[str]]:
    """Return the pairs of places that lines join."""
    return {
        frozenset(element.attrib["data-between"].split())
        for _, element in elements(root)
        if "data-between" in element.attrib
    }
