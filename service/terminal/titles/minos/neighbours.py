"""The map of Minos as a list: fields with their paths and sea, sea spaces with their neighbours, pieces there."""

from rich.markup import escape

from service.terminal.display.words import Json
from service.terminal.titles.minos.board import pieces

LEGEND = (
    "[dim]On the board: P port, H house, W warehouse, # walls; S0 soldier and s0 ship of seat 0; 2S0 two soldiers; "
    "x a settlement that was abandoned; of players: talents +income, r rings, s ships and S soldiers in reserve[/]"
)


def neighbours(tables: Json, view: Json | None, wanted: str | None) -> list[str]:
    """Return a line for each field and sea space whose name has the wanted text in it; all without one."""
    fields = {str(field["id"]): str(field["name"]) for field in tables["fields"]["fields"]}
    seas: list[Json] = tables["seas"]["spaces"]
    lines: list[str] = []
    for field, name in fields.items():
        if _is_wanted(name, wanted):
            sea = next((space["name"] for space in seas if space.get("harbour") == field), "no sea")
            there = _there(view, {"soldiers": field, "ships": f"harbour-{field}"})
            lines.append(f"[bold]{escape(name):<13}[/] {_paths(tables, field, fields)} · {escape(sea)}{there}")
    names = {str(space["id"]): str(space["name"]) for space in seas}
    for space in seas:
        if _is_wanted(space["name"], wanted):
            beside = ", ".join(escape(names[each].removeprefix("Sea off ")) for each in space["beside"])
            fish = " (the fish)" if space["id"] == tables["seas"]["fish"] else ""
            there = _there(view, {"ships": space["id"]})
            lines.append(f"[bold]{escape(space['name'])}[/]{fish}: {beside}{there}")
    lines += _dots(tables, view, fields, wanted)
    return lines if wanted else [*lines, LEGEND]


def _is_wanted(name: str, wanted: str | None) -> bool:
    return not wanted or wanted.casefold() in name.casefold()


def _paths(tables: Json, field: str, fields: dict[str, str]) -> str:
    links = [link for link in tables["paths"]["links"] if field in link["between"]]
    ways = [
        f"{escape(fields[other])} ({link['dots']} dot{'' if link['dots'] == 1 else 's'})"
        for link in links
        for other in link["between"]
        if other != field
    ]
    return ", ".join(ways) or "no path"


def _there(view: Json | None, spaces: dict[str, str]) -> str:
    if view is None:
        return ""
    found = " ".join(filter(None, (pieces(view, kind, space) for kind, space in spaces.items())))
    return f" · {found}" if found else ""


def _dots(tables: Json, view: Json | None, fields: dict[str, str], wanted: str | None) -> list[str]:
    """Return a line for each dot on which a soldier stands."""
    if view is None:
        return []
    lines: list[str] = []
    for link in tables["paths"]["links"]:
        one, other = link["between"]
        name = f"{fields[one]} to {fields[other]}"
        for number in range(1, link["dots"] + 1):
            there = pieces(view, "soldiers", f"dot-{one}-{other}-{number}")
            if there and _is_wanted(name, wanted):
                lines.append(f"dot {number} from {escape(name)} · {there}")
    return lines
