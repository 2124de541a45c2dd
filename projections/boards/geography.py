"""Projections of longitude and latitude, and smooth lines."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, radians, sin
from typing import TypeAlias

from projections.boards.canvas import Box, Point

LonLat: TypeAlias = tuple[float, float]
"""A position: degrees of longitude and latitude."""


class Cylindrical:
    """An equirectangular projection onto a box."""

    def __init__(self, corners: tuple[float, float, float, float], box: Box) -> None:
        """Take west, south, east and north in degrees, which become the edges of the box."""
        self._west, self._south, self._east, self._north = corners
        self._box = box

    def __call__(self, position: LonLat) -> Point:
        """Return the point of a position."""
        lon, lat = position
        across = (lon - self._west) / (self._east - self._west)
        down = (self._north - lat) / (self._north - self._south)
        return self._box.x + across * self._box.width, self._box.y + down * self._box.height


class Conic:
    """An equidistant conic projection with two standard parallels (Snyder 1987, page 111)."""

    def __init__(self, parallels: tuple[float, float], meridian: float, scale: float, origin: Point) -> None:
        """Take parallels and central meridian in degrees, units a degree of latitude, and the point of the pole."""
        first, second = map(radians, parallels)
        self._cone = (cos(first) - cos(second)) / (second - first)
        self._radius = cos(first) / self._cone + first
        self._meridian = meridian
        self._scale = scale / radians(1)
        self._origin = origin

    def __call__(self, position: LonLat) -> Point:
        """Return the point of a position."""
        lon, lat = position
        radius = self._scale * (self._radius - radians(lat))
        angle = self._cone * radians(lon - self._meridian)
        return self._origin[0] + radius * sin(angle), self._origin[1] + radius * cos(angle)


def dense(ring: Sequence[LonLat], step: float = 4) -> list[LonLat]:
    """Return a ring with positions added on sides longer than `step` degrees: a projection bends them."""
    found: list[LonLat] = []
    for here, there in zip(ring, [*ring[1:], ring[0]], strict=True):
        parts = int(distance(here, there) // step) + 1
        found += [_between(here, there, part / parts) for part in range(parts)]
    return found


def smooth(points: Sequence[Point], *, closed: bool = False, rounds: int = 3) -> list[Point]:
    """Return a smoother line: corners are cut in each round (Chaikin 1974). The ends of an open line stay."""
    line = list(points)
    for _ in range(rounds):
        pairs = list(zip(line, line[1:] + line[:1] if closed else line[1:], strict=closed))
        cut = [point for a, b in pairs for point in (_between(a, b, 0.25), _between(a, b, 0.75))]
        line = cut if closed else [line[0], *cut, line[-1]]
    return line


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def distance(a: Point, b: Point) -> float:
    """Return the distance of two points."""
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def towards(start: Point, goal: Point, length: float) -> Point:
    """Return the point at a distance from `start` in the direction of `goal`."""
    return _between(start, goal, length / (distance(start, goal) or 1))


def spread(line: Sequence[Point], count: int) -> list[Point]:
    """Return points at equal distances along a line, its ends left out."""
    lengths = [distance(a, b) for a, b in pairwise(line)]
    step = sum(lengths) / (count + 1)
    found: list[Point] = []
    passed, legs = 0.0, iter(zip(line, line[1:], lengths, strict=False))
    a, b, length = next(legs)
    while len(found) < count:
        wanted = step * (len(found) + 1)
        while passed + length < wanted:
            passed += length
            a, b, length = next(legs)
        found.append(_between(a, b, (wanted - passed) / length))
    return found


def middle(points: Iterable[Point]) -> Point:
    """Return the mean of points."""
    found = list(points)
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


def holds(ring: Sequence[Point], point: Point) -> bool:
    """Return whether a point is inside a ring (even-odd rule)."""
    x, y = point
    crossings = (
        (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
    )
    return sum(crossings) % 2 == 1
