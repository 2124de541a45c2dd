"""The titles with a board of their own. Every other title gets a generic board of tables.

Each package here describes the title of the same name: it defines `TITLE`.
"""

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from service.terminal.display.board import Title, generic

TITLES: Mapping[str, Title] = {
    module.name: import_module(f"{__name__}.{module.name}").TITLE for module in pkgutil.iter_modules(__path__)
}

GENERIC = Title(board=generic)


def title_of(ruleset: str) -> Title:
    """Return how the terminal shows a title."""
    return TITLES.get(ruleset, GENERIC)
