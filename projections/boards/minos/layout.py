"""Where the places of Minos lie: from a layout file, or on a generated plan."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from domain.minos.board import Board, harbour_of
from projections.boards.canvas import Box, Point
from projections.boards.geography import Cylindrical, LonLat, smooth, spread, towards
from projections.boards.layouts import Layout, check_names, layout_of
from projections.boards.plan import planned

Side: TypeAlias = Literal["n", "e", "s", "w", "ne", "nw"]

_PACKAGE = __name__.rpartition(".")[0]

MAP = Box(0, 0, 1200, 700)
_GAP = 76
"""The least distance of fields and sea spaces on a plan, in units."""

HARBOUR_AT = 32
"""Units from a field to its harbour, if the layout does not place it."""


class FieldAt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The position of a field, the side of its label, and its harbour where that is far away."""

    at: LonLat
    label: Side
    harbour: LonLat | None = None


class MinosLayout(Layout, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A layout file: the edges of the map, and positions in degrees."""

    view: tuple[float, float, float, float]
    fields: Mapping[str, FieldAt]
    seas: Mapping[str, LonLat]
    paths: Mapping[str, tuple[LonLat, ...]]
    sea_labels: Mapping[str, Literal["", "n"]] = {}


class Positions(msgspec.Struct, frozen=True, kw_only=True):
    """The points of all places by id, the sides of labels, the lines of paths, and the projection of coasts."""

    points: Mapping[str, Point]
    sides: Mapping[str, str]
    lines: Mapping[str, list[Point]]
    project: Cylindrical | None


def has_layout(name: str) -> bool:
    """Return whether a data set has a layout. Raises LayoutError for a file of another form."""
    return layout_of(_PACKAGE, name, MinosLayout) is not None


def positions_of(board: Board, name: str) -> Positions:
    """Return the positions by the layout of a data set, or those of a plan. Raises LayoutError."""
    found = layout_of(_PACKAGE, name, MinosLayout)
    if found is None:
        return _planned(board)
    links = [f"{link.between[0]}-{link.between[1]}" for link in board.data.paths.links]
    check_names(name, "fields", set(found.fields), set(board.fields))
    check_names(name, "seas", set(found.seas), {space.id for space in board.data.seas.spaces})
    check_names(name, "paths", set(found.paths), set(links))
    project = Cylindrical(found.view, MAP)
    points = {field: project(entry.at) for field, entry in found.fields.items()}
    points |= {sea: project(at) for sea, at in found.seas.items()}
    far = {field: project(entry.harbour) for field, entry in found.fields.items() if entry.harbour}
    bends = {link: [project(at) for at in found.paths[link]] for link in links}
    sides: dict[str, str] = {field: entry.label for field, entry in found.fields.items()}
    sides |= found.sea_labels
    return _completed(board, points, far, bends, sides, project)


def _completed(
    board: Board,
    points: dict[str, Point],
    far: Mapping[str, Point],
    bends: Mapping[str, list[Point]],
    sides: Mapping[str, str],
    project: Cylindrical | None,
) -> Positions:
    """Return the positions with harbours, and with dots on smooth paths."""
    for space in board.data.seas.spaces:
        if space.harbour:
            near = towards(points[space.harbour], points[space.id], HARBOUR_AT)
            points[harbour_of(space.harbour)] = far.get(space.harbour, near)
    lines: dict[str, list[Point]] = {}
    for link in board.data.paths.links:
        start, goal = link.between
        key = f"{start}-{goal}"
        lines[key] = smooth([points[start], *bends.get(key, []), points[goal]])
        for number, dot in enumerate(spread(lines[key], link.dots), 1):
            points[f"dot-{key}-{number}"] = dot
    return Positions(points=points, sides=sides, lines=lines, project=project)


def _planned(board: Board) -> Positions:
    seas = [space.id for space in board.data.seas.spaces]
    links = [pair for pair in water_links(board) if board.harbours.isdisjoint(pair)]
    links += [(space.harbour, space.id) for space in board.data.seas.spaces if space.harbour]
    links += [link.between for link in board.data.paths.links]
    points = planned([*board.fields, *seas], links, MAP, _GAP)
    return _completed(board, points, {}, {}, dict.fromkeys(board.fields, "n"), None)


def water_links(board: Board) -> list[tuple[str, str]]:
    """Return each pair of sea spaces or harbours that touch once, in a fixed order."""
    spaces = list(board.waters)
    return [(a, b) for number, a in enumerate(spaces) for b in spaces[number + 1 :] if b in board.waters[a]]
