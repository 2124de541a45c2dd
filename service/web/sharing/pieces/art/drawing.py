"""What a symbol consists of."""

from typing import NamedTuple


class Drawing(NamedTuple):
    """A symbol of 24 units: outlines from back to front, lines in page colour, the mark of the seat, a text."""

    outlines: tuple[str, ...]
    line: str = ""
    cut: tuple[float, float, float] | None = None
    """The middle and the size of the mark of the seat."""
    label: tuple[float, float, float] = (19, 24, 15)
    """The middle, the base line and the size of a text on the symbol."""
