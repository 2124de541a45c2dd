"""The map of a title as a list: places with their neighbours, and what stands there."""

import re

from rich.markup import escape

from service.terminal.display.board import Place, Title
from service.terminal.display.standing import Standing
from service.terminal.display.words import Json, Names

_LISTED = 100
"""The largest map that is listed whole. Of a larger one, only the legend is shown."""

_NAME = 13
"""The letters to which names are padded, at most."""


def places_of(title: Title, tables: Json, view: Json | None, wanted: str | None, names: Names) -> list[str]:
    """Return a line of markup for each place that has the wanted text in a name or its id.

    Without a text: all places of a small map, and the legend.
    """
    standing = Standing(view) if view is not None and view.get("pieces") else None
    # a kind of piece without a sign has its name
    signs = {**{thing: f"{escape(name)} " for thing, name in names.things.items()}, **title.signs}
    places = title.places(tables, names)
    own = [place for place in places if not place.is_way]
    pad = min(_NAME, max((len(place.name) for place in own), default=0))
    shown = [place for place in places if _is_wanted(wanted, place)] if wanted or len(own) <= _LISTED else []
    lines: list[str] = []
    for place in shown:
        there = standing.signs(signs, *place.ids).rstrip() if standing else ""
        if there or not place.is_way:
            told = f"[bold]{escape(place.name):<{pad}}[/] {place.about}".rstrip()
            lines.append(f"{told} [dim]·[/] {there}" if there else told)
    return lines if wanted else [*lines, *title.legend(tables, view)]


def _is_wanted(wanted: str | None, place: Place) -> bool:
    """Return whether a text is in one of the names of a place. A number at its end has to be whole."""
    if not wanted:
        return True
    pattern = re.escape(wanted) + (r"(?!\d)" if wanted[-1].isdigit() else "")
    return any(re.search(pattern, name, re.IGNORECASE) for name in (place.name, *place.known_as))
