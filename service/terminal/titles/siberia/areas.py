"""The map of Siberia: areas and the start, with their neighbours."""

from rich.markup import escape

from service.terminal.display.board import Place
from service.terminal.display.words import Json, Names


def areas(tables: Json, names: Names) -> list[Place]:
    """Return the start and the areas."""
    printed: Json = tables["map"]
    start = {"id": printed["start"], "name": printed["start_name"], "beside": printed["start_beside"]}
    places: list[Json] = [start, *printed["areas"]]
    shown = {place["id"]: names.place(place["id"], place["name"]) for place in places}
    return [
        Place(
            shown[place["id"]],
            ", ".join(escape(shown[each]) for each in place["beside"]),
            (place["id"], place["name"]),
            (f"place:{place['id']}",),
        )
        for place in places
    ]
