"""Rings of a TopoJSON file: decoding, clipping to a box, and simplification."""

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from typing import Any, TypeAlias

from projections.boards.geography import LonLat

Ring: TypeAlias = list[LonLat]
Box: TypeAlias = tuple[float, float, float, float]

_SMALLEST = 3
"""Positions of the smallest ring."""

_FULL_CIRCLE = 360


def rings(topology: dict[str, Any], name: str, country: str | None = None) -> Iterator[Ring]:
    """Yield the outer and inner rings of an object, or of the country with this ISO 3166 number."""
    arcs = [_arc(arc, topology["transform"]) for arc in topology["arcs"]]
    for geometry in topology["objects"][name]["geometries"]:
        if country is not None and geometry.get("id") != country:
            continue
        polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for polygon in polygons:
            for indices in polygon:
                yield _joined(arcs, indices)


def _arc(deltas: list[list[int]], transform: dict[str, Any]) -> Ring:
    """Return the positions of an arc, which a file stores as differences in whole steps."""
    (x_scale, y_scale), (x_start, y_start) = transform["scale"], transform["translate"]
    x = y = 0
    found: Ring = []
    for dx, dy in deltas:
        x, y = x + dx, y + dy
        found.append((x * x_scale + x_start, y * y_scale + y_start))
    return found


def _joined(arcs: list[Ring], indices: list[int]) -> Ring:
    """Return a ring of arcs. A negative index means the arc backwards; neighbours share a position."""
    ring: Ring = []
    for index in indices:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        ring += arc[1:] if ring else arc
    return ring[:-1]


def east_of(ring: Ring, west: float) -> Ring:
    """Return the ring without jumps at 180 degrees, its middle east of the longitude `west`."""
    found: Ring = []
    turns = 0
    for lon, lat in ring:
        if found:
            turns = round((found[-1][0] - lon) / _FULL_CIRCLE)
        found.append((lon + turns * _FULL_CIRCLE, lat))
    longitudes = [lon for lon, _ in found]
    shift = _FULL_CIRCLE if (min(longitudes) + max(longitudes)) / 2 < west else 0
    return [(lon + shift, lat) for lon, lat in found]


def clipped(ring: Ring, box: Box) -> Ring:
    """Return the part of a ring inside a box (Sutherland and Hodgman); empty if there is none."""
    west, south, east, north = box
    for axis, limit, sign in ((0, west, 1), (0, east, -1), (1, south, 1), (1, north, -1)):
        ring = _halved(ring, lambda p, a=axis, at=limit, s=sign: s * (p[a] - at))
    return ring


def _halved(ring: Ring, inside: Callable[[LonLat], float]) -> Ring:
    """Return the part of a ring where `inside` is 0 or more."""
    found: Ring = []
    for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
        a, b = inside(here), inside(there)
        if a >= 0:
            found.append(here)
        if a * b < 0:
            part = a / (a - b)
            found.append((here[0] + part * (there[0] - here[0]), here[1] + part * (there[1] - here[1])))
    return found


def simplified(ring: Ring, area: float) -> Ring:
    """Return the ring without the positions that make a triangle below an area in square degrees (Visvalingam)."""
    count = len(ring)
    before = [(i - 1) % count for i in range(count)]
    after = [(i + 1) % count for i in range(count)]
    sizes = [_triangle(ring[before[i]], ring[i], ring[after[i]]) for i in range(count)]
    heap = [(size, i) for i, size in enumerate(sizes)]
    heapify(heap)
    left = set(range(count))
    while heap and len(left) > _SMALLEST:
        size, i = heappop(heap)
        if i not in left or size != sizes[i]:
            continue
        if size >= area:
            break
        left.discard(i)
        after[before[i]], before[after[i]] = after[i], before[i]
        for j in (before[i], after[i]):
            sizes[j] = max(size, _triangle(ring[before[j]], ring[j], ring[after[j]]))
            heappush(heap, (sizes[j], j))
    return [ring[i] for i in sorted(left)]


def _triangle(a: LonLat, b: LonLat, c: LonLat) -> float:
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2


def area_of(ring: Ring) -> float:
    """Return the area of a ring in square degrees."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))) / 2
