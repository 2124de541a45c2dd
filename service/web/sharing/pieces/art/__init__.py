"""The symbols of the pieces, as `static/js/board/titles/*/art.js` has them: a module for each title with symbols."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from service.web.sharing.pieces.art.drawing import Drawing


@cache
def symbols_of(title: str) -> Mapping[str, Drawing]:
    """Return the symbols of a title by kind of piece; none for a title without symbols of its own."""
    if title not in {module.name for module in pkgutil.iter_modules(__path__)}:
        return {}
    return importlib.import_module(f"{__name__}.{title}").SYMBOLS


def has_rack(title: str) -> bool:
    """Return whether the pages of a title show a rack beside the board: what players hold that no place takes."""
    if title not in {module.name for module in pkgutil.iter_modules(__path__)}:
        return True
    return getattr(importlib.import_module(f"{__name__}.{title}"), "HAS_RACK", True)
