"""Giganten: the symbols of the pieces."""

from collections.abc import Mapping

from service.web.sharing.pieces.art.drawing import Drawing

SYMBOLS: Mapping[str, Drawing] = {
    "truck": Drawing(
        (
            "M1 7.5Q1 4 4.5 4h8Q15 4 15 7.5V17H1z",
            "M16 8h3.4l3.6 4.6V17h-7z",
            "M5.5 15.4a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM18 15.4a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
        ),
        cut=(8, 10.4, 8.5),
    ),
    "train": Drawing(
        (
            "M1.5 9H4V4h4.5v5H14V3h9v14H1.5z",
            "M6 15a3.2 3.2 0 1 1 0 6.4A3.2 3.2 0 0 1 6 15zM18 15a3.2 3.2 0 1 1 0 6.4A3.2 3.2 0 0 1 18 15z",
        ),
        cut=(17.6, 9.6, 8.5),
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
    "barrel": Drawing(
        ("M5.5 2.5h13Q20.5 12 18.5 21.5h-13Q3.5 12 5.5 2.5z",), line="M4.6 8.6h14.8M4.6 15.4h14.8", label=(31, 19, 22)
    ),
    "price": Drawing(("M1 3.5h22v17H1z",), label=(12, 16, 11.5)),
}
