"""Icons in boxes of 24 by 24 units, and the marks of seats, which differ by shape and not by colour alone."""

from collections.abc import Mapping

from projections.boards.canvas import Canvas, Node, Point, number, path_of

SIZE = 24

_TRIANGLE = 2
"""The seat whose mark is a triangle, in which a number stands lower."""

ICONS: Mapping[str, str] = {
    # dice, buildings and rings
    "scales": "M12 4V20M7 20H17M4 7H20M4 7L1.5 14H6.5ZM20 7L17.5 14H22.5Z",
    "arrow": "M3 21L19 5M12 4H20V12M3 16V21H8",
    "gull": "M2 10C6 6 10 8 12 13C14 8 18 6 22 10M12 13V17",
    "building": "M4 21V10L12 4L20 10V21ZM10 21V14H14V21",
    "joker": "M4 19H20M5 19L3 8L9 13L12 5L15 13L21 8L19 19",
    "star": "M12 2.5L14.8 9.2L22 9.8L16.5 14.5L18.2 21.5L12 17.7L5.8 21.5L7.5 14.5L2 9.8L9.2 9.2Z",
    "port": "M12 7V21M12 7A2.5 2.5 0 1 0 12 2A2.5 2.5 0 1 0 12 7M7 10.5H17M4 14C5 19 8 21 12 21C16 21 19 19 20 14",
    "house": "M3 12L12 4L21 12M5.5 10V21H18.5V10",
    "warehouse": "M2 21V9L12 4L22 9V21ZM6 21V13H18V21M6 17H18",
    "walls": "M3 21V6H7V9H10V6H14V9H17V6H21V21ZM3 13H21M9 13V21M15 13V21",
    "ring": "M12 9A6.5 6.5 0 1 0 12.1 9M9 6L12 9L15 6L13.5 3H10.5Z",
    # resources and persons
    "gas": (
        "M12 2C16 7 18.5 10 18.5 14.5A6.5 6.5 0 1 1 5.5 14.5C5.5 12 7 10 8.5 8.5C9 11 10 12 11 12C12.5 10 12.5 6 12 2Z"
    ),
    "coal": "M7 4H17L22 12L17 20H7L2 12ZM7 4L11 12L7 20M11 12H22",
    "oil": "M5 4H19V20H5ZM5 9.3H19M5 14.7H19",
    "gold": "M7 7H17L22 18H2ZM7 7L9 18M17 7L15 18",
    "diamonds": "M7 4H17L22 10L12 21L2 10ZM2 10H22M8.5 10L12 21L15.5 10L12 4Z",
    "manager": (
        "M12 10A4 4 0 1 0 12 2A4 4 0 1 0 12 10M4 22C4 16 7 13 12 13C17 13 20 16 20 22M12 13L10.5 17L12 21L13.5 17Z"
    ),
    "logistics": (
        "M1 6H14V17H1ZM14 10H19L23 13.5V17H14M5 20A2 2 0 1 0 5 16A2 2 0 1 0 5 20M18 20A2 2 0 1 0 18 16A2 2 0 1 0 18 20"
    ),
    "salesman": "M3 8H21V20H3ZM8.5 8V4H15.5V8M3 13H21M12 12V15",
    "worker": "M4 21L15 8M8 4C14 3 19 6 21 13L18 12C16 9 13 6.5 8 6Z",
    "investor": "M3 3V21H22M6 17L11 11L14.5 14L21 6M16.5 6H21V10.5",
    "research": "M10 17A7 7 0 1 0 10 3A7 7 0 1 0 10 17M15 15L21.5 21.5",
    "pawn": "M12 9A3.5 3.5 0 1 0 12 2A3.5 3.5 0 1 0 12 9M6 21C6 15 9 14 9.5 9.5H14.5C15 14 18 15 18 21Z",
    # marks of the boards
    "fish": "M2 12C6 6 13 6 17 12C13 18 6 18 2 12ZM17 12L22 7V17ZM6.5 11V11.5",
    "train": "M3 15V9H8V5H13V9H20V15ZM7 19A2 2 0 1 0 7 15A2 2 0 1 0 7 19M16 19A2 2 0 1 0 16 15A2 2 0 1 0 16 19M17 9V5",
    "barrel": "M6 3H18C20 9 20 15 18 21H6C4 15 4 9 6 3ZM4.8 9H19.2M4.8 15H19.2",
}
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
