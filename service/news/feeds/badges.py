"""Badges: small SVG pictures of a name and a value. They have no scripts, styles or links."""

import unicodedata
from typing import Literal, TypeAlias
from xml.etree import ElementTree as ET

from domain.kernel.values import Value
from service.news.feeds.entries import printable

Tone: TypeAlias = Literal["plain", "running", "over", "unknown"]

MOST_LETTERS = 40
"""The maximum length of each part of a badge."""

HEIGHT = 20

_NAMESPACE = "http://www.w3.org/2000/svg"
_GROUND = "#3d4248"
_TONES: dict[Tone, str] = {"plain": "#0064a6", "running": "#00695c", "over": "#7a3e00", "unknown": "#a4161a"}
"""The ground of the value. White text has a contrast of at least 5:1 on each (WCAG 2.2, 1.4.3)."""

_FONT = {"font-family": "Verdana,DejaVu Sans,Geneva,sans-serif", "font-size": "11", "fill": "#fff"}
_PADDING = 6
_BASELINE = "14"

_NARROW, _WIDE = frozenset("ijlI.,:;'|! "), frozenset("mwMW@%")
_SLIM = frozenset("ftr()[]/-1")


class Badge(Value, frozen=True):
    """The texts of a badge: its subject, and the value."""

    label: str
    value: str
    tone: Tone = "plain"


def drawn(badge: Badge) -> bytes:
    """Return a badge as an SVG document. Screen readers read its title."""
    label, value = _short(badge.label), _short(badge.value)
    left, right = width_of(label) + 2 * _PADDING, width_of(value) + 2 * _PADDING
    spoken = printable(f"{badge.label}: {badge.value}")
    size = {"width": str(left + right), "height": str(HEIGHT), "viewBox": f"0 0 {left + right} {HEIGHT}"}
    root = ET.Element("svg", {"xmlns": _NAMESPACE, **size, "role": "img", "aria-label": spoken})
    ET.SubElement(root, "title").text = spoken
    # one rounded shape below two with straight edges
    _box(root, 0, left + right, _TONES[badge.tone], rx="3")
    _box(root, 0, left, _GROUND, rx="3")
    _box(root, left - 3, 3, _GROUND)
    _box(root, left, 3, _TONES[badge.tone])
    for text, start, width in ((label, 0, left), (value, left, right)):
        _text(root, text, start, width)
    return ET.tostring(root, encoding="utf-8")


def width_of(text: str) -> int:
    """Return the estimated width of a text in pixels. The picture fixes the text to this width in any font."""
    return max(1, round(sum(map(_letter, text))))


def _letter(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return 11.0
    if letter in _NARROW:
        return 4.0
    if letter in _SLIM:
        return 5.2
    return 10.4 if letter in _WIDE else 8.0 if letter.isupper() else 6.9


def _short(text: str) -> str:
    shown = printable(text)
    return shown if len(shown) <= MOST_LETTERS else f"{shown[: MOST_LETTERS - 1]}\N{HORIZONTAL ELLIPSIS}"


def _box(root: ET.Element, start: int, width: int, fill: str, **more: str) -> None:
    box = {"x": str(start), "width": str(width), "height": str(HEIGHT), "fill": fill}
    ET.SubElement(root, "rect", {**box, **more})


def _text(root: ET.Element, text: str, start: int, width: int) -> None:
    room = width - 2 * _PADDING
    place = {"x": str(start + _PADDING), "y": _BASELINE, "textLength": str(room), "lengthAdjust": "spacingAndGlyphs"}
    # the title is read instead
    ET.SubElement(root, "text", {**place, **_FONT, "aria-hidden": "true"}).text = text
