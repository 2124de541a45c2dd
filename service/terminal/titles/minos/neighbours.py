"""The map of Minos as a list: fields with their paths and sea, sea spaces with their neighbours, pieces there."""

from rich.markup import escape

from service.terminal.display.board import is_wanted
from service.terminal.display.words import Json, Names, plain
from service.terminal.titles.minos.board import pieces

LEGEND = (
    "[dim]On the board: P port, H house, W warehouse, # walls; S0 soldier and s0 ship of seat 0; 2S0 two soldiers; "
    "x a settlement that was abandoned; of players: talents +income, r rings, s ships and S soldiers in reserve[/]"
)


def neighbours(tables: Json, view: Json | None, wanted: str | None, names: Names) -> list[str]:
    """Return a line for each field and sea space that has the wanted text in a name or its id; all without one."""
    own_names = {str(field["id"]): plain(field["name"]) for field in tables["fields"]["fields"]}
    fields = {field: names.place(field, name) for field, name in own_names.items()}
    seas: list[Json] = tables["seas"]["spaces"]
    shown_seas = {str(space["id"]): names.place(space["id"], space["name"]) for space in seas}
    lines: list[str] = []
    for field, name in fields.items():
        if is_wanted(wanted, field, own_names[field], name):
            sea = next((shown_seas[space["id"]] for space in seas if space.get("harbour") == field), "no sea")
            there = _there(view, {"soldiers": field, "ships": f"harbour-{field}"})
            lines.append(f"[bold]{escape(name):<13}[/] {_paths(tables, field, fields)} · {escape(sea)}{there}")
    # the sea off a field is short for its name
    short = {str(space["id"]): fields.get(space["harbour"], shown_seas[space["id"]]) for space in seas}
    for space in seas:
        name = shown_seas[space["id"]]
        if is_wanted(wanted, space["id"], plain(space["name"]), name):
            beside = ", ".join(escape(short[each]) for each in space["beside"])
            fish = " (the fish)" if space["id"] == tables["seas"]["fish"] else ""
            lines.append(f"[bold]{escape(name)}[/]{fish}: {beside}{_there(view, {'ships': space['id']})}")
    lines += _dots(tables, view, fields, names, wanted)
    return lines if wanted else [*lines, LEGEND]


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


def _dots(tables: Json, view: Json | None, fields: dict[str, str], names: Names, wanted: str | None) -> list[str]:
    """Return a line for each dot on which a soldier stands."""
    if view is None:
        return []
    lines: list[str] = []
    for link in tables["paths"]["links"]:
        one, other = link["between"]
        for number in range(1, link["dots"] + 1):
            dot = f"dot-{one}-{other}-{number}"
            name = names.place(dot, f"Dot {number} from {fields[one]} to {fields[other]}")
            there = pieces(view, "soldiers", dot)
            if there and is_wanted(wanted, dot, name):
                lines.append(f"{escape(name)} · {there}")
    return lines
