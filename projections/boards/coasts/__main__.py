"""Makes the coasts of all boards from the npm package world-atlas: `python -m projections.boards.coasts FOLDER`."""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from projections.boards.coasts import SCALE
from projections.boards.coasts.topology import Box, Ring, area_of, clipped, east_of, rings, simplified

SOURCE = "Natural Earth 1:50m by way of the npm package world-atlas 2.0.2, clipped and simplified"
LICENCE = "public domain (https://www.naturalearthdata.com/about/terms-of-use/); world-atlas: ISC, Michael Bostock"


class Wanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a board needs: a box in degrees, what is too small to draw in square degrees, and a country by number."""

    box: Box
    detail: float
    island: float
    west: float = -180
    country: str | None = None


WANTED = "wanted.toml"
"""The file with what each board needs. Its tables have the names of titles."""


def _kept(found: Ring, wanted: Wanted) -> list[int]:
    ring = simplified(clipped(east_of(found, wanted.west), wanted.box), wanted.detail)
    if area_of(ring) < wanted.island:
        return []
    return [round(SCALE * value) for position in ring for value in position]


def _rings(topology: Any, name: str, wanted: Wanted, country: str | None = None) -> list[list[int]]:
    return sorted(kept for ring in rings(topology, name, country) if (kept := _kept(ring, wanted)))


def main(folder: Path) -> None:
    """Write the coasts of every title next to this module."""
    land = json.loads((folder / "land-50m.json").read_text())
    countries = json.loads((folder / "countries-50m.json").read_text())
    here = Path(__file__).parent
    wanted_by = msgspec.toml.decode((here / WANTED).read_bytes(), type=dict[str, Wanted])
    for title, wanted in wanted_by.items():
        made: dict[str, Any] = {"source": SOURCE, "licence": LICENCE, "box": wanted.box}
        made["land"] = _rings(land, "land", wanted)
        if wanted.country:
            made["country"] = _rings(countries, "countries", wanted, wanted.country)
        lines = json.dumps(made, separators=(",", ":")).replace("],[", "],\n[")
        (here / f"{title}.json").write_text(lines + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
