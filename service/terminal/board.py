"""What the boards of all titles share, and the board of a title that nobody has drawn yet."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

import msgspec
from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from service.terminal.screen import stacked
from service.terminal.words import Json, Names, Sentence, plain, words

Board: TypeAlias = Callable[[Json, Json, Names], RenderableType]
"""Draws a view, with the printed tables of the data set."""


def no_things(_tables: Json) -> dict[str, str]:
    """Return no names: things are called by their ids."""
    return {}


class Title(msgspec.Struct, frozen=True):
    """How a title looks in the terminal."""

    board: Board
    events: Mapping[str, Sentence] = {}
    commands: Mapping[str, Sentence] = {}
    quiet: frozenset[str] = frozenset()
    """Events that tell a player nothing while playing."""
    things: Callable[[Json], dict[str, str]] = no_things
    """The names of things by their ids, from the printed tables."""


def header(view: Json, names: Names) -> str:
    """Return where the game stands, in one line of markup."""
    parts = [
        f"[bold]round {plain(view.get('round'))}[/]",
        f"phase {escape(plain(view.get('phase')))} {escape(words(str(view.get('phase_name', ''))))}",
        f"version {view.get('version')}",
        f"seen as {escape(plain(view.get('viewer')))}",
    ]
    awaiting: list[int] = view.get("awaiting", [])
    if awaiting:
        parts.append("to act: " + ", ".join(names.seat(seat) for seat in awaiting))
    return " · ".join(parts)


def players_table(*columns: str) -> Table:
    """Return an empty table with a column for the player and these."""
    table = Table("player", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def generic(view: Json, _tables: Json, names: Names) -> RenderableType:
    """Draw any view as tables of its fields."""
    single = Table("what", "is", box=box.SIMPLE_HEAD, show_edge=False)
    lists: list[RenderableType] = []
    for name, value in view.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lists.append(_rows(name, cast("list[Mapping[str, Any]]", value), names))
        elif name not in {"type", "game"}:
            single.add_row(escape(words(name)), escape(plain(value)))
    return stacked(header(view, names), single, *lists)


def _rows(name: str, rows: list[Mapping[str, Any]], names: Names) -> Table:
    columns = list(dict.fromkeys(field for row in rows for field in row))
    table = Table(*(escape(words(column)) for column in columns), title=escape(words(name)), box=box.SIMPLE_HEAD)
    for row in rows:
        table.add_row(
            *(names.seat(row[field]) if field == "seat" else escape(plain(row.get(field))) for field in columns)
        )
    return table
