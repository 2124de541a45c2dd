"""Siberia: the symbols of the pieces."""

from collections.abc import Mapping

from service.web.sharing.pieces.art.drawing import Drawing

HAS_RACK = False
"""The public sees no drawn tokens, so mostly nothing stands next to the board."""

SYMBOLS: Mapping[str, Drawing] = {
    "worker": Drawing(
        (
            "M5 23q0-10 5-12h4q5 2 5 12z",
            "M12 3a4.6 4.6 0 0 1 4.6 4.6V8H19v2.5H5V8h2.4v-.4A4.6 4.6 0 0 1 12 3z",
        ),
        cut=(12, 17.2, 8),
    ),
    "salesman": Drawing(
        (
            "M5 23q0-10 5-12h4q5 2 5 12z",
            "M8.6 1h6.8v4.5H19v2.6h-2.8a4.3 4.3 0 0 1-8.4 0H5V5.5h3.6z",
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
    "manager": Drawing(
        (
            "M12 1.5a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.600z",
            "M3 23q0-11 9-11t9 11z",
        ),
        line="M12 13l-2 5 2 3 2-3z",
    ),
    "logistics": Drawing(
        (
            "M1 5h13v12H1zM15 9h4.5L23 13v4h-8z",
            "M5.5 15.5a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.600zM18 15.5a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.600z",
        )
    ),
    "trade": Drawing(("M8 7.5V3h8v4.5h6V21H2V7.5zM10 7.5h4V5h-4z",), line="M2 13.5h20M12 12v4"),
    "pick": Drawing(("M2.5 20.5L13.5 9.5l2 2-11 11zM7 2.5C15 2 21 7 22 15.5l-3.5-1C16.5 9.5 13 6.5 7 6z",)),
    "investor": Drawing(
        (
            "M2 2h3v17h17v3H2z",
            "M6.5 15.5l5-6.5 3.5 3 4-6-2.5-1L22.5 2l.5 6.5-2-1-5.5 8.5-3.5-3-3.5 4.5z",
        )
    ),
    "joker": Drawing(("M12 2l3 7 7.5.6-5.8 4.8 1.9 7.300L12 17.700l-6.6 4 1.9-7.300L1.5 9.6 9 9z",)),
    "token": Drawing(("M4 0h16q3 0 3 3v18q0 3-3 3H4q-3 0-3-3V3q0-3 3-3z",)),
    "tile": Drawing(("M1 3h22v18H1z",), line="M4 6h16v12H4zM8 12.2l2.8 2.8L16 9.5"),
    "pawn": Drawing(
        ("M12 1.5a4.5 4.5 0 0 1 2.6 8.2Q17 13 18.5 22.5h-13Q7 13 9.4 9.700A4.5 4.5 0 0 1 12 1.5z",),
        cut=(12, 16.5, 6.5),
        label=(24, 24, 20),
    ),
    "figure": Drawing((), label=(12, 18.5, 18)),
    "open": Drawing((), label=(12, 18.5, 18)),
    "exhausted": Drawing(("M3 6l3-3 6 6 6-6 3 3-6 6 6 6-3 3-6-6-6 6-3-3 6-6z",)),
}
