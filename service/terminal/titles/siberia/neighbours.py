"""The map of Siberia as a list: each place with its neighbours, cubes and workers."""

from rich.markup import escape

from service.terminal.display.words import Json
from service.terminal.titles.siberia.board import pawns, resource


def neighbours(tables: Json, view: Json | None, wanted: str | None) -> list[str]:
    """Return a line for each place whose name has the wanted text in it; all without one."""
    areas: list[Json] = tables["map"]["areas"]
    names = {area["id"]: str(area["name"]) for area in areas} | {tables["map"]["start"]: tables["map"]["start_name"]}
    borders: dict[str, list[str]] = {tables["map"]["start"]: tables["map"]["start_beside"]}
    borders |= {area["id"]: area["beside"] for area in areas}
    lines: list[str] = []
    for place, beside in borders.items():
        if wanted and wanted.casefold() not in names[place].casefold():
            continue
        around = ", ".join(escape(names[each]) for each in beside)
        lines.append(f"[bold]{escape(names[place]):<11}[/] {around}{_there(place, view)}")
    return lines


def _there(place: str, view: Json | None) -> str:
    if view is None:
        return ""
    area = next((area for area in view["areas"] if area["area"] == place), None)
    cubes = ""
    if area is not None:
        cubes = "exhausted" if area["exhausted"] else ", ".join(map(resource, area["cubes"])) or "no cubes"
    return f" [dim]·[/] {cubes} {pawns(view, 'workers', place)}".rstrip()
