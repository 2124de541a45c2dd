"""The map of Giganten as a list: each square with its terrain, neighbours and pieces."""

import re

from service.terminal.display.words import COLOURS, Json, Names, counted
from service.terminal.titles.giganten.board import legend

_TERRAIN = {"p": "plain", "h": "hill", "m": "mountain"}


def squares(tables: Json, view: Json | None, wanted: str | None, _names: Names) -> list[str]:
    """Return a line for each wanted square: one such as `D11`, or a row such as `D`; the legend without one."""
    if not wanted:
        return legend(tables, view)
    cells = {
        f"{chr(ord('A') + row)}{column}": cell
        for row, text in enumerate(tables["map"]["rows"])
        for column, cell in enumerate(text.split(), start=1)
        if cell[0] in _TERRAIN
    }
    name = wanted.strip().upper()
    found = [name] if name in cells else [square for square in cells if re.fullmatch(r"\d+", square.removeprefix(name))]
    return [_line(square, cells, tables["terrain"], view) for square in found]


def _line(square: str, cells: Json, terrain: Json, view: Json | None) -> str:
    row, column = ord(square[0]), int(square[1:])
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    beside = [f"{chr(letter)}{number}" for letter, number in around]
    kind = _TERRAIN[cells[square][0]]
    neighbours = ", ".join(f"{each} {_TERRAIN[cells[each][0]]}" for each in beside if each in cells)
    there = "".join(f" [dim]·[/] {each}" for each in _there(square, cells[square], view))
    return f"[bold]{square:<3}[/] {kind}, {counted(terrain[kind], 'point')}{there} [dim]·[/] beside {neighbours}"


def _there(square: str, cell: str, view: Json | None) -> list[str]:
    """Return what is printed on a square, and the pieces on it."""
    derricks = re.sub(r"\D", "", cell)
    if view is None:
        return [f"site {derricks}"] if derricks else []
    there: list[str] = []
    for site in view["sites"]:
        if site["square"] == square and site["status"] != "derrick":
            value = "?" if site["value"] is None else site["value"]
            there.append(f"tile {site['kind']}{value}" if site["status"] == "tile" else f"empty site {site['kind']}")
    for player in view["players"]:
        colour: str = COLOURS[int(player["seat"])]
        there += [
            f"[{colour}]derrick of seat {player['seat']}[/], {counted(derrick['markers'], 'marker')}"
            for derrick in player["derricks"]
            if derrick["site"] == square
        ]
        if player["truck"] == square:
            there.append(f"[{colour}]truck of seat {player['seat']}[/]")
    return there
