"""Icons in boxes of 24 by 24 units, and the marks of seats, which differ by shape and not by colour alone."""

from collections.abc import Mapping
from importlib import resources

import msgspec

from projections.boards.canvas import Canvas, Node, Point, number, path_of

SIZE = 24

_TRIANGLE = 2
"""The seat whose mark is a triangle, in which a number stands lower."""

ICONS_FILE = resources.files("projections.boards") / "glyphs.json"

ICONS: Mapping[str, str] = msgspec.json.decode(ICONS_FILE.read_bytes(), type=dict[str, str])
"""Path data of the icons by name."""


def icon(canvas: Canvas, parent: Node, name: str, at: Point, size: float = SIZE) -> None:
    """Draw an icon around a point."""
    scale = size / SIZE
    moved = f"translate({number(at[0] - size / 2)} {number(at[1] - size / 2)})"
    sized = "" if scale == 1 else f"scale({scale:.3f})"
    canvas.draw(parent, "path", "icon", d=ICONS[name], transform=moved + sized)


def seat_mark(canvas: Canvas, parent: Node, seat: int, at: Point, size: float) -> None:
    """Draw the mark of a seat: circle, square, triangle or diamond, with its number from 1."""
    (x, y), r = at, size / 2
    style = f"seat-{seat}"
    match seat:
        case 0:
            canvas.draw(parent, "circle", style, cx=x, cy=y, r=r)
        case 1:
            canvas.draw(parent, "rect", style, x=x - 0.9 * r, y=y - 0.9 * r, width=1.8 * r, height=1.8 * r)
        case 2:  # _TRIANGLE
            corners = [(x, y - 1.25 * r), (x + 1.3 * r, y + r), (x - 1.3 * r, y + r)]
            canvas.draw(parent, "path", style, d=path_of(corners, closed=True))
        case _:
            corners = [(x, y - 1.25 * r), (x + 1.25 * r, y), (x, y + 1.25 * r), (x - 1.25 * r, y)]
            canvas.draw(parent, "path", style, d=path_of(corners, closed=True))
    base = 0.62 if seat == _TRIANGLE else 0.42
    canvas.text(parent, (x, y + base * r), str(seat), "on-seat")
