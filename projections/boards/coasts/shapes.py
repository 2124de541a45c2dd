"""Coasts as paths of a map."""

from collections.abc import Callable, Iterable

from projections.boards.canvas import Box, Point, path_of
from projections.boards.coasts import ring_of
from projections.boards.coasts.topology import clipped
from projections.boards.geography import LonLat, dense

_BEYOND = 4
"""How far coasts reach beyond the frame of a map, in units, so that their lines along the frame are not seen."""


def shape_of(rings: Iterable[tuple[int, ...]], project: Callable[[LonLat], Point], frame: Box) -> str:
    """Return the path data of stored rings within the frame of a map."""
    x, y, width, height = frame
    edges = (x - _BEYOND, y - _BEYOND, x + width + _BEYOND, y + height + _BEYOND)
    found = (clipped([project(at) for at in dense(ring_of(ring))], edges) for ring in rings)
    return "".join(path_of(ring, closed=True) for ring in found if ring)
