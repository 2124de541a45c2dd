"""The map of Siberia as a list: each place with its neighbours, cubes and workers."""

from rich.markup import escape

from service.terminal.display.board import is_wanted
from service.terminal.display.words import Json, Names
from service.terminal.titles.siberia.board import pawns, resource


def neighbours(tables: Json, view: Json | None, wanted: str | None, names: Names) -> list[str]:
    """Return a line for each place that has the wanted text in a name or its id; all without one."""
    areas: list[Json] = tables["map"]["areas"]
    own_names = {area["id"]: area["name"] for area in areas} | {tables["map"]["start"]: tables["map"]["start_name"]}
    shown = {place: names.place(place, name) for place, name in own_names.items()}
    borders: dict[str, list[str]] = {tables["map"]["start"]: tables["map"]["start_beside"]}
    borders |= {area["id"]: area["beside"] for area in areas}
    lines: list[str] = []
    for place, beside in borders.items():
        if is_wanted(wanted, place, own_names[place], shown[place]):
            around = ", ".join(escape(shown[each]) for each in beside)
            lines.append(f"[bold]{escape(shown[place]):<11}[/] {around}{_there(place, view, names)}")
    return lines


def _there(place: str, view: Json | None, names: Names) -> str:
    if view is None:
        return ""
    area = next((area for area in view["areas"] if area["area"] == place), None)
    cubes = ""
    if area is not None:
        cubes = (
            "exhausted"
            if area["exhausted"]
            else ", ".join(resource(cube, names) for cube in area["cubes"]) or "no cubes"
        )
    return f" [dim]·[/] {cubes} {pawns(view, 'workers', place)}".rstrip()
