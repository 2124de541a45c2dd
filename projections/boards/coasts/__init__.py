"""Coastlines and borders of the real world, from Natural Earth (public domain). README.md says where they come from."""

from functools import cache
from importlib import resources

import msgspec

from projections.boards.geography import LonLat

SCALE = 100
"""Coordinates are stored as whole hundredths of a degree."""


class Coasts(msgspec.Struct, frozen=True, kw_only=True):
    """Closed rings of land. Each is a flat list: longitude, latitude, longitude, ... in hundredths of a degree."""

    source: str
    licence: str
    box: tuple[float, float, float, float]
    """West, south, east and north of what the file contains, in degrees."""
    land: tuple[tuple[int, ...], ...]
    country: tuple[tuple[int, ...], ...] = ()
    """The rings of one country, where a board needs its border."""


@cache
def coasts_of(name: str) -> Coasts:
    """Return the coasts of a title; raises FileNotFoundError if it has none."""
    text = (resources.files(__name__) / f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=Coasts)


def ring_of(flat: tuple[int, ...]) -> list[LonLat]:
    """Return the positions of a stored ring."""
    return [(flat[i] / SCALE, flat[i + 1] / SCALE) for i in range(0, len(flat), 2)]
