"""What the boards of all titles share, and a generic board."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, cast

import msgspec
from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from service.terminal.display.clock import left_of
from service.terminal.display.screen import stacked
from service.terminal.display.words import Json, Names, plain, printable, words

WIDTH = 80
"""Columns of the smallest terminal that a board has to fit."""


class Scene(msgspec.Struct, frozen=True):
    """What a player sees at a decision: view, printed tables, names, own seat and choices."""

    view: Json
    tables: Json
    names: Names
    seat: int
    choices: Sequence[Json] = ()
    options: Json = {}

    @property
    def me(self) -> Json:
        """Return the player's own part of the view."""
        return self.view["players"][self.seat]

    def effect(self, command: Json) -> Json:
        """Return what the server notes as the effect of a listed command: changes of what the seat has."""
        (choice,) = (choice for choice in self.choices if choice["command"] == command)
        return choice.get("effect", {})


Board: TypeAlias = Callable[[Json, Json, Names], RenderableType]
"""Draws a view, with the printed tables of the data set."""

Forfeit: TypeAlias = Callable[[Json, Scene], str | None]
"""What a player loses permanently by a command; None if it is nothing."""

Map: TypeAlias = Callable[[Json, Json | None, str | None, Names], list[str]]
"""Lists places with their neighbours, as markup: all, or those that match a text; with pieces if a view is given."""


def no_forfeit(_command: Json, _scene: Scene) -> str | None:
    """Return that nothing is lost."""
    return None


def no_map(_tables: Json, _view: Json | None, _wanted: str | None, _names: Names) -> list[str]:
    """Return no map."""
    return []


def is_wanted(wanted: str | None, *names: str) -> bool:
    """Return whether a text is in one of the names of a place, such as its id; every place matches without a text."""
    return not wanted or any(wanted.casefold() in name.casefold() for name in names)


class Title(msgspec.Struct, frozen=True):
    """How the terminal shows a title."""

    board: Board
    quiet: frozenset[str] = frozenset()
    """Events that are not printed during play."""
    forfeit: Forfeit = no_forfeit
    """What a player loses permanently by a command. The player has to confirm it."""
    map: Map = no_map
    rolls: Mapping[str, str] = {}
    """Commands that roll chosen dice again, each with the command that keeps all dice."""


def heading(view: Json, names: Names, *more: str) -> Text:
    """Return round, phase and awaited seats in one line, cut at the width of the screen."""
    parts = [
        f"[bold]round {escape(plain(view.get('round')))}[/]",
        f"phase {escape(plain(view.get('phase')))} {escape(words(str(view.get('phase_name', ''))))}",
    ]
    awaiting: list[int] = view.get("awaiting", [])
    acting = ["to act: " + ", ".join(names.seat(seat) + left_of(view, seat) for seat in awaiting)] if awaiting else []
    return one_line(" · ".join([*parts, *more, *acting]))


def one_line(markup: str) -> Text:
    """Return markup as a text of one line, cut at the width of the screen."""
    text = Text.from_markup(markup)
    text.no_wrap = True
    text.overflow = "ellipsis"
    return text


def side_by_side(*columns: tuple[Sequence[RenderableType], int]) -> Table:
    """Return a grid of columns of lines. Lines longer than their column are cut."""
    grid = Table.grid(padding=0)
    for _, width in columns:
        grid.add_column(width=width, no_wrap=True, overflow="ellipsis")
    for number in range(max(len(lines) for lines, _ in columns)):
        grid.add_row(*(lines[number] if number < len(lines) else "" for lines, _ in columns))
    return grid


def header(view: Json, names: Names) -> str:
    """Return round, phase, version, viewer and awaited seats in one line of markup."""
    parts: list[str] = []
    if "round" in view:
        parts.append(f"[bold]round {escape(plain(view['round']))}[/]")
    if "phase" in view:
        parts.append(f"phase {escape(plain(view['phase']))} {escape(words(str(view.get('phase_name', ''))))}")
    parts += [f"version {escape(printable(str(view.get('version'))))}", f"seen as {escape(plain(view.get('viewer')))}"]
    awaiting: list[int] = view.get("awaiting", [])
    if awaiting:
        parts.append("to act: " + ", ".join(names.seat(seat) + left_of(view, seat) for seat in awaiting))
    return " · ".join(parts)


def generic(view: Json, _tables: Json, names: Names) -> RenderableType:
    """Return any view as tables of its fields."""
    single = Table("what", "is", box=box.SIMPLE_HEAD, show_edge=False)
    lists: list[RenderableType] = []
    for name, value in view.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lists.append(_rows(name, cast("list[Mapping[str, Any]]", value), names))
        elif name not in {"type", "game"}:
            single.add_row(escape(words(name)), escape(plain(value)))
    return stacked(header(view, names), single, *lists)


def drawn(title: Title, view: Json, tables: Json, names: Names) -> RenderableType:
    """Return the board of a view. A view of an unexpected form gets the generic board."""
    try:
        return title.board(view, tables, names)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return generic(view, tables, names)


def _rows(name: str, rows: list[Mapping[str, Any]], names: Names) -> Table:
    columns = list(dict.fromkeys(field for row in rows for field in row))
    table = Table(*(escape(words(column)) for column in columns), title=escape(words(name)), box=box.SIMPLE_HEAD)
    for row in rows:
        table.add_row(
            *(names.seat(row[field]) if field == "seat" else escape(plain(row.get(field))) for field in columns)
        )
    return table
