"""Where the areas of Siberia lie: from a layout file, or on a generated plan."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from domain.siberia.board import Board
from projections.boards.canvas import Box, Point
from projections.boards.geography import Conic, LonLat, smooth
from projections.boards.layouts import Layout, LayoutError, check_names, layout_of
from projections.boards.plan import planned

_PACKAGE = __name__.rpartition(".")[0]

MAP = Box(0, 0, 1200, 740)
_GAP = 130
"""The least distance of places on a plan, in units."""

LABEL = 18
"""The distance of a name from the centre below it, in units."""


class Border(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line between two places. The empty name is what belongs to no area."""

    between: tuple[str, str]
    line: tuple[LonLat, ...]


class SiberiaLayout(Layout, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A layout file: the projection, the centres of places, and the borders, all in degrees."""

    parallels: tuple[float, float]
    meridian: float
    scale: float
    pole: Point
    centres: Mapping[str, LonLat]
    labels: Mapping[str, LonLat] = {}
    borders: tuple[Border, ...]


class Positions(msgspec.Struct, frozen=True, kw_only=True):
    """The centre of each place, its label, outline and borders. A plan has neither outlines nor borders."""

    points: Mapping[str, Point]
    labels: Mapping[str, Point]
    outlines: Mapping[str, Sequence[Point]]
    borders: Sequence[tuple[tuple[str, str], Sequence[Point]]]
    project: Conic | None


def has_layout(name: str) -> bool:
    """Return whether a data set has a layout. Raises LayoutError for a file of another form."""
    return layout_of(_PACKAGE, name, SiberiaLayout) is not None


def positions_of(board: Board, name: str) -> Positions:
    """Return the positions by the layout of a data set, or those of a plan. Raises LayoutError."""
    found = layout_of(_PACKAGE, name, SiberiaLayout)
    if found is None:
        points = planned(board.places, neighbours(board), MAP, _GAP)
        return Positions(points=points, labels=_above(points), outlines={}, borders=(), project=None)
    check_names(name, "centres", set(found.centres), set(board.places))
    check_names(name, "borders", _named(border.between for border in found.borders), _named(neighbours(board)))
    project = Conic(found.parallels, found.meridian, found.scale, found.pole)
    lines = [(border.between, smooth([project(at) for at in border.line])) for border in found.borders]
    points = {place: project(at) for place, at in found.centres.items()}
    return Positions(
        points=points,
        labels=_above(points) | {place: project(at) for place, at in found.labels.items()},
        outlines={place: outline_of(name, place, lines) for place in board.places},
        borders=lines,
        project=project,
    )


def _above(points: Mapping[str, Point]) -> dict[str, Point]:
    return {place: (x, y - LABEL) for place, (x, y) in points.items()}


def neighbours(board: Board) -> list[tuple[str, str]]:
    """Return each pair of neighbours once, in a fixed order."""
    places = board.places
    return [(a, b) for number, a in enumerate(places) for b in places[number + 1 :] if b in board.neighbours[a]]


def _named(pairs: Iterable[tuple[str, str]]) -> set[str]:
    return {" and ".join(sorted(pair)) for pair in pairs if all(pair)}


def outline_of(name: str, place: str, lines: Sequence[tuple[tuple[str, str], Sequence[Point]]]) -> list[Point]:
    """Return the ring that the borders of a place make. Raises LayoutError if they make none."""
    own = [list(line) for between, line in lines if place in between]
    ring = own.pop(0)
    while own:
        following = next((line for line in own if ring[-1] in (line[0], line[-1])), None)
        if following is None:
            message = f"{name}.toml: borders: no line of {place} goes on where another one ends"
            raise LayoutError(message)
        own.remove(following)
        ring += (following if following[0] == ring[-1] else following[::-1])[1:]
    if ring[0] != ring[-1]:
        message = f"{name}.toml: borders: the lines of {place} make no ring"
        raise LayoutError(message)
    return ring[:-1]
