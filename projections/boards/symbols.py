"""The symbols of the pieces of a title, by kind: the file `symbols.json` in the package of its board.

Pictures, the first paint and the modules of pages draw them.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from domain.rulesets import RULESETS


class Symbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol of 24 units: outlines from back to front, lines in page colour, the mark of the seat, a text."""

    outlines: tuple[str, ...] = msgspec.field(name="d")
    line: str = ""
    cut: tuple[float, float, float] | None = None
    """The middle and the size of the mark of the seat."""
    label: tuple[float, float, float] = (19, 24, 15)
    """The middle, the base line and the size of a text on the symbol."""


@cache
def symbols_of(title: str) -> Mapping[str, Symbol]:
    """Return the symbols of a title by kind of piece; none for a title without symbols of its own."""
    return msgspec.json.decode(symbols_json(title) or b"{}", type=dict[str, Symbol])


def titles_with_symbols() -> list[str]:
    """Return the titles that have symbols of their own."""
    return [title for title in RULESETS if symbols_json(title)]


@cache
def symbols_json(title: str) -> bytes:
    """Return the symbols of a title as JSON; empty for a title without symbols of its own."""
    if title not in RULESETS:
        return b""
    file = symbols_file(title)
    return msgspec.json.format(file.read_bytes(), indent=-1) if file.is_file() else b""


def symbols_file(title: str) -> Traversable:
    """Return the file of the symbols of a title, which may not exist."""
    return resources.files("projections.boards") / title / "symbols.json"
