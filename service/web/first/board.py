"""The board of a game in the HTML of its page: the picture of the data set with the pieces of a view."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree as ET

from markupsafe import Markup

from domain.rulesets import RULESETS
from projections.boards import board_svg
from projections.boards.canvas import Point
from projections.languages import ENGLISH
from projections.sentences.words import words_of
from projections.views.pieces import Pieces
from service.web.first.layer import layer_of
from service.web.sharing.pieces.drawing import centres_of
from service.web.texts import translations

_NAMESPACE = b' xmlns="http://www.w3.org/2000/svg"'
_PIECES = '<g id="board-pieces" />'
_VEILS = "</g>\n" + _PIECES
_NUMBER = re.compile(r"\d+\.\d+")
_SIDES = ("x", "y", "width", "height")


class Picture(NamedTuple):
    """The picture of a data set for a number of seats, in a language: before and after the pieces, and its places."""

    before: str
    after: str
    centres: Mapping[str, Point]
    boxes: Mapping[str, Mapping[str, str]]
    """The places that are rectangles."""


def first_board(wanted: tuple[str, str, int, str], pieces: Pieces) -> Markup:
    """Return the board of a title, data set, number of seats and language with the pieces of a public view."""
    title, *_, language = wanted
    picture = _picture(*wanted)
    before, veils = picture.before, ""
    for place in pieces.closed:
        before = before.replace(f'id="{place}" class="', f'id="{place}" class="closed ', 1)
        if (box := picture.boxes.get(place)) is not None:
            veils += ET.tostring(ET.Element("rect", {"class": "veil", **box}), encoding="unicode")
    layer = layer_of(title, pieces.items, picture.centres)
    if language != ENGLISH:
        layer = re.sub(r">(\d+)\.(\d+)<", r">\1,\2<", layer)
    layers = f'<g class="veils">{veils}</g><g id="board-pieces">{layer}</g>'
    return Markup(before + layers + picture.after)  # noqa: S704 - drawn by this program, which escapes texts


@lru_cache(maxsize=32)
def _picture(title: str, data_set: str, seats: int, language: str) -> Picture:
    root = ET.fromstring(board_svg(title, data_set).replace(_NAMESPACE, b"", 1))  # noqa: S314 - drawn by this program
    places = [node for node in root.iter() if node.get("data-kind")]
    centres = centres_of(root)
    _hide_absent(root, seats)
    if language != ENGLISH:
        _translate(root, places, title, language)
    boxes = {
        node.get("id", ""): {side: node.get(side, "0") for side in _SIDES} for node in places if node.tag == "rect"
    }
    before, _, after = ET.tostring(root, encoding="unicode").partition(_VEILS)
    assert after, "a picture has a layer for pieces after its map"
    return Picture(before, f"</g>{after}", centres, boxes)


def _hide_absent(root: ET.Element, seats: int) -> None:
    """Hide what belongs to seats that the game does not have, as `hideSeats` does in `static/js/board/picture.js`."""
    for node in root.iter():
        if int(node.get("data-seat", 0)) >= seats:
            _add_class(node, "absent")
        is_absent = False
        for child in node:
            style = child.get("class", "")
            if style.startswith("seat-"):
                is_absent = int(style.removeprefix("seat-")) >= seats
            # a figure stands on the mark before it
            if is_absent and style.startswith(("seat-", "on-seat")):
                _add_class(child, "absent")


def _add_class(node: ET.Element, name: str) -> None:
    node.set("class", f"{node.get('class', '')} {name}".strip())


def _translate(root: ET.Element, places: list[ET.Element], title: str, language: str) -> None:
    """Put names and headings into a language, as `static/js/board/labels.js` does. `data-en` keeps the English text."""
    names = words_of(RULESETS[title], language).places
    own = {node.get("data-name"): names.get(node.get("id", "").split(":")[-1]) for node in places}
    for node in root.iter("text"):
        text = node.text or ""
        if len(node):
            continue
        figure = text.replace(".", ",") if _NUMBER.fullmatch(text) else translations(language).gettext(text)
        node.text = own.get(text) or figure
        if node.text != text:
            node.set("data-en", text)
