"""The pieces on the board of each title, from its public view: a module for each title with pieces of its own."""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Protocol, cast

from service.web.sharing.pieces.piece import Piece, View


class Title(Protocol):
    """The module of a title."""

    HAS_RACK: bool
    """Whether the board has a row above it for the public pieces next to it."""

    def pieces(self, view: View) -> Iterator[Piece]:
        """Yield the pieces of a public view."""
        ...

    def closed(self, view: View, places: Iterable[str]) -> Iterator[str]:
        """Yield the places, of those on the board, that are not in play or used up."""
        ...


@cache
def title_of(name: str) -> Title | None:
    """Return the module of a title; None: no pieces are drawn for the title."""
    if name not in {module.name for module in pkgutil.iter_modules(__path__)}:
        return None
    return cast("Title", importlib.import_module(f"{__name__}.{name}"))
