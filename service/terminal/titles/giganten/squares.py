"""The map of Giganten: squares with their terrain, sites and neighbours, and the legend of the board."""

import re
from collections.abc import Mapping
from typing import Any

from service.terminal.display.board import Place
from service.terminal.display.words import Json, Names, counted, dollars

_TERRAIN = {"p": "plain", "h": "hill", "m": "mountain"}


def cells_of(tables: Json) -> Mapping[str, str]:
    """Return what is printed on each square: the letter of its terrain, and the derricks of a site's tiles."""
    return {
        f"{chr(ord('A') + row)}{column}": cell
        for row, text in enumerate(tables["map"]["rows"])
        for column, cell in enumerate(text.split(), start=1)
    }


def derricks_of(cell: str) -> str:
    """Return the kind of the tile of a site by its number of derricks; empty for a square without a site."""
    return re.sub(r"\D", "", cell)


def squares(tables: Json, _names: Names) -> list[Place]:
    """Return the squares, such as `D11`."""
    cells = cells_of(tables)
    return [_square(name, cells, tables["terrain"]) for name, cell in cells.items() if cell[0] in _TERRAIN]


def _square(name: str, cells: Mapping[str, str], points: Json) -> Place:
    row, column = ord(name[0]), int(name[1:])
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    beside = [f"{chr(letter)}{number}" for letter, number in around]
    neighbours = ", ".join(f"{each} {_TERRAIN[cells[each][0]]}" for each in beside if each in cells)
    kind, derricks = _TERRAIN[cells[name][0]], derricks_of(cells[name])
    printed = [f"{kind}, {counted(points[kind], 'point')}", *([f"site {derricks}"] if derricks else [])]
    about = " [dim]·[/] ".join([*printed, f"beside {neighbours}"])
    return Place(name, about, (), (f"site:{name}", f"square:{name}"))


def legend(tables: Json, view: Json | None) -> list[str]:
    """Return the legend of the map, the costs and the decks."""
    terrain: Json = tables["terrain"]
    lines = [
        f"[bold]Map[/]: . plain {terrain['plain']} point, ^ hill {terrain['hill']}, M mountain {terrain['mountain']}",
        "T0 truck of seat 0, D0 derrick of seat 0; D0:4 in this list has 4 markers left, as D11:4 beside its owner",
        "3? tile for three derricks, 35 the same, known to hold 5 markers",
    ]
    for kind in tables["tiles"]["kinds"]:
        values = ", ".join(map(str, kind["values"]))
        lines.append(f"tile {kind['derricks']}?: a derrick costs {dollars(kind['cost'])}; it holds {values} markers")
    costs = [f"{space}:{cost}" for space, cost in enumerate(tables["tracks"]["costs"], start=2)]
    lines.append(f"points to enter each space of a train's track: {' '.join(costs)}")
    ladder: list[Any] = tables["prices"]["ladder"]
    lines.append(f"prices go from {dollars(ladder[0])} to {dollars(ladder[-1])} in steps")
    if view is not None:
        lines.append(
            f"cards left: {view['red_deck']['left']} red, {view['beige_deck']['left']} beige, "
            f"{view['licence_deck']['left']} licences"
        )
    return lines
