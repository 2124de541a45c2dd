"""The views of all titles, by name."""

from collections.abc import Callable
from typing import Any, TypeAlias, Union, get_type_hints

import msgspec

from domain.game.game import Game
from projections.history import AnyViewer
from projections.views import giganten, minos, siberia

View: TypeAlias = Callable[[Game, AnyViewer], msgspec.Struct]
"""Returns what a viewer may see of a started game. The annotated return type is a struct tagged `<title>.view`."""

VIEWS: dict[str, View] = {"giganten": giganten.view, "siberia": siberia.view, "minos": minos.view}
"""The view of each title, by name."""


def register(title: str, view: View) -> None:
    """Add the view of a title outside this package. Call this before `service` is imported, see `any_view`."""
    VIEWS[title] = view


def any_view() -> Any:
    """Return the union type of the views of all titles, discriminated by their `type`."""
    return Union[tuple(get_type_hints(view)["return"] for view in VIEWS.values())]  # noqa: UP007 - built at run time
