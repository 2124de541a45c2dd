"""The pieces on the map of each title, from its public view: a module for each title that has pictures with pieces."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache

from service.web.sharing.pieces.piece import Piece, View


@cache
def pieces_of(title: str) -> Callable[[View], Iterator[Piece]] | None:
    """Return the function that yields the pieces of a view; None: pictures of the title have none."""
    if title not in {module.name for module in pkgutil.iter_modules(__path__)}:
        return None
    return importlib.import_module(f"{__name__}.{title}").pieces
