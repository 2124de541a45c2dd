"""The symbols of the pieces, as `static/js/board/titles/*/art.js` has them: a module for each title with symbols."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import ModuleType

from service.web.sharing.pieces.art.drawing import Drawing


@cache
def symbols_of(title: str) -> Mapping[str, Drawing]:
    """Return the symbols of a title by kind of piece; none for a title without symbols of its own."""
    return getattr(_art_of(title), "SYMBOLS", {})


def has_rack(title: str) -> bool:
    """Return whether the pages of a title show a rack beside the board: what players hold that no place takes."""
    return getattr(_art_of(title), "HAS_RACK", True)


@cache
def _art_of(title: str) -> ModuleType | None:
    """Return the module of a title; None for a title without symbols of its own."""
    if title not in {module.name for module in pkgutil.iter_modules(__path__)}:
        return None
    return importlib.import_module(f"{__name__}.{title}")
