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
from service.terminal.display.standing import Signs, Standing
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

Legend: TypeAlias = Callable[[Json, Json | None], list[str]]
"""Explains the signs, with the printed tables and a view, if there is one; as markup."""


class Place(msgspec.Struct, frozen=True):
    """A place of the map, as it is printed."""

    name: str
    about: str
    """Its neighbours and what is printed on it, as markup."""
    known_as: tuple[str, ...]
    """Its id and further names, by which it is found, too."""
    ids: tuple[str, ...]
    """The places of pieces that are there."""
    is_way: bool = False
    """Whether it is a place only for what stands on it: it is not listed when it is empty."""


Places: TypeAlias = Callable[[Json, Names], list[Place]]
"""Returns the places of the map from the printed tables."""


def no_forfeit(_command: Json, _scene: Scene) -> str | None:
    """Return that nothing is lost."""
    return None


def no_places(_tables: Json, _names: Names) -> list[Place]:
    """Return no places."""
    return []


def no_legend(_tables: Json, _view: Json | None) -> list[str]:
    """Return no legend."""
    return []


class Title(msgspec.Struct, frozen=True):
    """How the terminal shows a title."""

    board: Board
    quiet: frozenset[str] = frozenset()
    """Events that are not printed during play."""
    losses: Mapping[str, str] = {}
    """Why what a command loses by the notes of the server is lost permanently. The player has to confirm it."""
    forfeit: Forfeit = no_forfeit
    """What else a player loses permanently by a command."""
    places: Places = no_places
    signs: Signs = {}
    """The pieces on the map."""
    legend: Legend = no_legend
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
    """Return any view as tables of its fields, and what stands on its board."""
    single = Table("what", "is", box=box.SIMPLE_HEAD, show_edge=False)
    lists: list[RenderableType] = [_pieces(Standing(view), names)] if view.get("pieces") else []
    for name, value in view.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lists.append(_rows(name, cast("list[Mapping[str, Any]]", value), names))
        elif name not in {"type", "game", "pieces"}:
            single.add_row(escape(words(name)), escape(plain(value)))
    return stacked(header(view, names), single, *lists)


def drawn(title: Title, view: Json, tables: Json, names: Names) -> RenderableType:
    """Return the board of a view. A view of an unexpected form gets the generic board, if need be without pieces."""
    for board in (title.board, generic):
        try:
            return board(view, tables, names)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            pass
    return generic({**view, "pieces": None}, tables, names)


def _rows(name: str, rows: list[Mapping[str, Any]], names: Names) -> Table:
    columns = list(dict.fromkeys(field for row in rows for field in row))
    table = Table(*(escape(words(column)) for column in columns), title=escape(words(name)), box=box.SIMPLE_HEAD)
    for row in rows:
        table.add_row(
            *(names.seat(row[field]) if field == "seat" else escape(plain(row.get(field))) for field in columns)
        )
    return table


def _pieces(standing: Standing, names: Names) -> Table:
    """Return what stands on the board of a title without signs: each place with the names of its pieces."""
    table = Table("place", "pieces", title="board", box=box.SIMPLE_HEAD)
    for place in standing:
        kind, _, name = place.partition(":")
        shown = names.things.get(name) or f"{words(kind)} {plain(name)}".strip()
        there = (
            f"{stack.count} {escape(names.piece(stack.kind))}"
            + (f" {escape(stack.text)}" if stack.text not in {"", str(stack.count)} else "")
            + (f" {names.seat(stack.seat)}" if stack.seat is not None else "")
            for stack in standing.at(place)
        )
        table.add_row(escape(shown), ", ".join(there))
    return table
