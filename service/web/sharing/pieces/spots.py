"""The places of a map, read from its picture."""

from collections.abc import Mapping
from xml.etree import ElementTree as ET

from service.web.sharing.pieces.piece import Spot

_LEVEL, _LABEL = 1, 8
"""The base line of a name next to a field is so many units below the middle of the field."""


def spots_of(chart: ET.Element) -> Mapping[str, Spot]:
    """Return the places of a map by id."""
    places = {node.get("id", ""): node for node in chart.iter() if node.get("data-kind")}
    names = {text.text: text for text in chart.iter("text") if "name" in text.get("class", "").split()}
    return {each: Spot(*_middle(node), _side(each, node, places, names)) for each, node in places.items()}


def _middle(node: ET.Element) -> tuple[float, float]:
    return float(node.get("data-x", 0)), float(node.get("data-y", 0))


def _side(
    place: str, node: ET.Element, places: Mapping[str, ET.Element], names: Mapping[str | None, ET.Element]
) -> int:
    """Return on which side of a field there is room: away from its name, or else from its harbour."""
    if node.get("data-kind") != "field":
        return 1
    x, y = _middle(node)
    label = names.get(node.get("data-name"))
    if label is not None and abs(float(label.get("y", 0)) - _LABEL - y) < _LEVEL:
        return -1 if float(label.get("x", 0)) > x else 1
    harbour = places.get(place.replace("place:", "place:harbour-"))
    return -1 if harbour is not None and _middle(harbour)[0] > x + _LABEL else 1
