"""Minos: the symbols of the pieces."""

from collections.abc import Mapping

from service.web.sharing.pieces.art.drawing import Drawing

SYMBOLS: Mapping[str, Drawing] = {
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
                "M12 .5a4 4 0 0 1 2 7.5v1.5h4v4h-4v5q4-.7 5-4.5l-1.6-.4 4.6-3.6 1 6.5-1.6-.4Q19.5 23 12 23.5"
                "q-7.5-.5-9.4-7.4L1 16.5l1-6.5 4.6 3.6-1.6.4q1 3.8 5 4.5v-5H6v-4h4V8A4 4 0 0 1 12 .5z"
            ),
        )
    ),
    "house": Drawing(("M12 1.5L23.5 12H20v11H4V12H.5z",), line="M12 23v-7"),
    "warehouse": Drawing(("M0 23V8.5L12 2l12 6.5V23z",), line="M5.5 23V13h13v10M5.5 18h13"),
    "walls": Drawing(("M1 23V3h5v4h3.5V3h5v4H18V3h5v20z",), line="M1 13h22M9 13v10M15 13v10"),
    "ring": Drawing(("M12 9.5A7 7 0 1 0 12.1 9.5M8.5 6L12 10l3.5-4-1.5-3.5h-4z",)),
    "joker": Drawing(("M4 21.5L2 7l6.5 5.5L12 3l3.5 9.5L22 7l-2 14.5z",)),
    "star": Drawing(("M12 1.5l3.2 7.3 7.8.7-5.9 5.2 1.8 7.7-6.9-4.1-6.9 4.1 1.8-7.700L1 9.5l7.8-.7z",)),
    "covered": Drawing(("M3 6l3-3 6 6 6-6 3 3-6 6 6 6-3 3-6-6-6 6-3-3 6-6z",)),
    "badge": Drawing(("M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z",), label=(12, 17, 14.5)),
    "seat0": Drawing(("M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z",), label=(12, 17, 14)),
    "seat1": Drawing(("M2 2h20v20H2z",), label=(12, 17, 14)),
    "seat2": Drawing(("M12 0l12.5 22.5H-.5z",), label=(12, 20, 14)),
    "seat3": Drawing(("M12-1l13 13-13 13L-1 12z",), label=(12, 16.5, 14)),
}
