"""The symbols of the pieces that stand on maps: those of `static/js/board/titles/<title>/art.js`."""

from collections.abc import Mapping
from typing import NamedTuple


class Drawing(NamedTuple):
    """A symbol of 24 units: outlines from back to front, lines in page colour, the mark of the seat, a text."""

    outlines: tuple[str, ...]
    line: str = ""
    cut: tuple[float, float, float] | None = None
    """The middle and the size of the mark of the seat."""
    label: tuple[float, float, float] = (19, 24, 15)
    """The middle, the base line and the size of a text on the symbol."""


SYMBOLS: Mapping[str, Drawing] = {
    "truck": Drawing(
        (
            "M1 7.5Q1 4 4.5 4h8Q15 4 15 7.5V17H1z",
            "M16 8h3.4l3.6 4.6V17h-7z",
            "M5.5 15.4a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM18 15.4a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
        ),
        cut=(8, 10.4, 8.5),
    ),
    "derrick": Drawing(
        (
            "M10 1h4l3.6 14H6.4z",
            "M3.5 14.5h17V23h-17z",
        ),
        line="M8.6 6.4h6.8M7.8 10.4h8.4M9 10.4l5.6-4M15 10.4l-5.6-4",
        cut=(9, 18.7, 7),
        label=(16, 22, 9.5),
    ),
    "tile": Drawing(("M2 2h20v20H2z",), label=(12, 18, 17)),
    "worker": Drawing(
        (
            "M5 23q0-10 5-12h4q5 2 5 12z",
            "M12 3a4.6 4.6 0 0 1 4.6 4.6V8H19v2.5H5V8h2.4v-.4A4.6 4.6 0 0 1 12 3z",
        ),
        cut=(12, 17.2, 8),
    ),
    "gas": Drawing(
        ("M12 1C17 6 20 10 20 14.5A8 8 0 0 1 4 14.5C4 11.5 6 9 8 7C8.6 9.6 9.8 10.6 11 10.6C12.4 8.4 12.6 5 12 1Z",),
        line="M12 21c-2.6 0-4-2-4-4.2 0-2 1.4-3 2.4-4",
    ),
    "coal": Drawing(("M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12z",), line="M6.5 2.5L10.5 12 6.5 21.5M10.5 12H23"),
    "oil": Drawing(("M5 2.5h14v19H5z",), line="M5 8.700h14M5 15.300h14"),
    "gold": Drawing(("M7 4.5h10L23 20H1z",), line="M7 4.5L9 20M17 4.5L15 20"),
    "diamonds": Drawing(("M6.5 3h11L23 9.5 12 22.5 1 9.5z",), line="M1 9.5h22M8.3 9.5L12 22.5 15.7 9.5 12 3 8.3 9.5"),
    "exhausted": Drawing(("M3 6l3-3 6 6 6-6 3 3-6 6 6 6-3 3-6-6-6 6-3-3 6-6z",)),
    "ship": Drawing(
        (
            "M11 1h2.5v14H11z",
            "M4 3h15.5q2.5 5 0 9.5H4q2.5-5 0-9.5z",
            "M.5 14.5h23q-1.5 7.5-6.5 7.5H7q-5 0-6.5-7.5z",
        ),
        cut=(12, 7.8, 7.5),
    ),
    "soldier": Drawing(
        (
            "M20.5 1l2.2 6h-1.300v16h-1.8V7h-1.300z",
            "M1.5 3h16v9c0 5-3.5 8.5-8 10.5-4.5-2-8-5.5-8-10.5z",
        ),
        cut=(9.5, 10.5, 9.5),
    ),
    "port": Drawing(
        (
            (
                "M12 .5a4 4 0 0 1 2 7.5v1.5h4v4h-4v5q4-.7 5-4.5l-1.6-.4 4.6-3.6 1 6.5-1.6-.4Q19.5 23 12 23.5q-7"
                ".5-.5-9.4-7.4L1 16.5l1-6.5 4.6 3.6-1.6.4q1 3.8 5 4.5v-5H6v-4h4V8A4 4 0 0 1 12 .5z"
            ),
        )
    ),
    "house": Drawing(("M12 1.5L23.5 12H20v11H4V12H.5z",), line="M12 23v-7"),
    "warehouse": Drawing(("M0 23V8.5L12 2l12 6.5V23z",), line="M5.5 23V13h13v10M5.5 18h13"),
    "walls": Drawing(("M1 23V3h5v4h3.5V3h5v4H18V3h5v20z",), line="M1 13h22M9 13v10M15 13v10"),
    "covered": Drawing(("M3 6l3-3 6 6 6-6 3 3-6 6 6 6-3 3-6-6-6 6-3-3 6-6z",)),
    "badge": Drawing(("M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z",), label=(12, 17, 14.5)),
    "seat0": Drawing(("M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z",), label=(12, 17, 14)),
    "seat1": Drawing(("M2 2h20v20H2z",), label=(12, 17, 14)),
    "seat2": Drawing(("M12 0l12.5 22.5H-.5z",), label=(12, 20, 14)),
    "seat3": Drawing(("M12-1l13 13-13 13L-1 12z",), label=(12, 16.5, 14)),
}
"""The symbols by kind of piece."""
