"""The map of Minos: fields with their paths and sea, dots of paths, sea spaces with their neighbours."""

from collections.abc import Iterator, Mapping

from rich.markup import escape

from service.terminal.display.board import Place
from service.terminal.display.words import Json, Names, counted, plain

_LEGEND = (
    "[dim]On the board: P port, H house, W warehouse, # walls; S0 soldier and s0 ship of seat 0; 2S0 two soldiers; "
    "x a settlement that was abandoned; of players: talents +income, r rings, s ships and S soldiers in reserve[/]"
)


def legend(_tables: Json, _view: Json | None) -> list[str]:
    """Return what the signs mean."""
    return [_LEGEND]


def spaces(tables: Json, names: Names) -> list[Place]:
    """Return the fields, the sea spaces, and the dots."""
    fields = {str(field["id"]): names.place(field["id"], plain(field["name"])) for field in tables["fields"]["fields"]}
    seas = {str(space["id"]): names.place(space["id"], plain(space["name"])) for space in tables["seas"]["spaces"]}
    return [*_fields(tables, fields, seas), *_seas(tables, fields, seas), *_dots(tables, fields, names)]


def _fields(tables: Json, fields: Mapping[str, str], seas: Mapping[str, str]) -> Iterator[Place]:
    off = {space["harbour"]: seas[space["id"]] for space in tables["seas"]["spaces"] if space.get("harbour")}
    for field in tables["fields"]["fields"]:
        name = str(field["id"])
        about = f"{_paths(tables, name, fields)} · {escape(off.get(name, 'no sea'))}"
        yield Place(fields[name], about, (name, plain(field["name"])), (f"place:{name}", f"place:harbour-{name}"))


def _paths(tables: Json, field: str, fields: Mapping[str, str]) -> str:
    ways = (
        f"{escape(fields[other])} ({counted(link['dots'], 'dot')})"
        for link in tables["paths"]["links"]
        if field in link["between"]
        for other in link["between"]
        if other != field
    )
    return ", ".join(ways) or "no path"


def _seas(tables: Json, fields: Mapping[str, str], seas: Mapping[str, str]) -> Iterator[Place]:
    # the sea off a field is short for its name
    short = {space["id"]: fields.get(space["harbour"], seas[space["id"]]) for space in tables["seas"]["spaces"]}
    for space in tables["seas"]["spaces"]:
        fish = "the fish; " if space["id"] == tables["seas"]["fish"] else ""
        about = f"{fish}beside {', '.join(escape(short[each]) for each in space['beside'])}"
        yield Place(seas[space["id"]], about, (space["id"], plain(space["name"])), (f"place:{space['id']}",))


def _dots(tables: Json, fields: Mapping[str, str], names: Names) -> Iterator[Place]:
    for link in tables["paths"]["links"]:
        one, other = link["between"]
        for number in range(1, link["dots"] + 1):
            dot = f"dot-{one}-{other}-{number}"
            name = names.place(dot, f"Dot {number} from {fields[one]} to {fields[other]}")
            yield Place(name, "", (dot,), (f"place:{dot}",), is_way=True)
