"""The map of Minos: coasts, paths of soldiers, sea spaces, fields and harbours."""

from domain.minos.board import Board, harbour_of
from projections.boards.canvas import Canvas, Node, Place, Point, path_of
from projections.boards.coasts import coasts_of
from projections.boards.coasts.shapes import shape_of
from projections.boards.glyphs import icon
from projections.boards.minos.layout import MAP, Positions, water_links

FIELD, HARBOUR, SEA, DOT, LINE = 20, 10, 10, 7, 29
"""Radii in units."""

SLOT = 9
"""The distance of the four building slots from the centre of a field, in both directions."""

_OPEN_SEA = "mare-"


def draw_chart(canvas: Canvas, board: Board, positions: Positions) -> None:
    """Draw the map."""
    section = canvas.section("map", MAP)
    canvas.draw(section, "rect", "sea", x=MAP.x, y=MAP.y, width=MAP.width, height=MAP.height)
    if positions.project:
        shape = shape_of(coasts_of("minos").land, positions.project, MAP)
        frame = canvas.framed(section, MAP)
        canvas.draw(frame, "path", "shore", d=shape)
        _draw_routes(canvas, frame, board, positions)
        canvas.draw(frame, "path", "land", d=shape, fill_rule="evenodd")
    else:
        _draw_routes(canvas, section, board, positions)
    _draw_paths(canvas, section, board, positions)
    _draw_waters(canvas, section, board, positions)
    _draw_fields(canvas, section, board, positions)


def _draw_routes(canvas: Canvas, parent: Node, board: Board, positions: Positions) -> None:
    """Draw a line for each border of sea spaces; land hides what of it would lie on land."""
    group = canvas.group(parent, "routes")
    for a, b in water_links(board):
        ends = [positions.points[a], positions.points[b]]
        canvas.line(group, ends, "route", data_between=f"place:{a} place:{b}")


def _draw_paths(canvas: Canvas, parent: Node, board: Board, positions: Positions) -> None:
    group = canvas.group(parent, "roads")
    for key, line in positions.lines.items():
        canvas.line(group, line, "road", data_path=key)
    for dot in board.dots:
        x, y = positions.points[dot]
        place = Place(f"place:{dot}", "dot", board.names[dot], (x, y))
        canvas.place(group, place, "circle", "dot", cx=x, cy=y, r=DOT)


def _draw_waters(canvas: Canvas, parent: Node, board: Board, positions: Positions) -> None:
    group = canvas.group(parent, "waters")
    for field in board.fields:
        harbour = harbour_of(field)
        place = Place(f"place:{harbour}", "harbour", board.names[harbour], positions.points[harbour])
        _draw_water(canvas, group, place, HARBOUR)
    for space in board.data.seas.spaces:
        place = Place(f"place:{space.id}", "sea", space.name, positions.points[space.id])
        radius = 2 * SEA if space.id == board.fish else SEA
        _draw_water(canvas, group, place, radius)
        if space.id == board.fish:
            icon(canvas, group, "fish", place.centre, 26)
        side = positions.sides.get(space.id, "s" if space.id.startswith(_OPEN_SEA) else "")
        if side:
            x, y = place.centre
            canvas.text(group, (x, y - radius - 6 if side == "n" else y + radius + 16), space.name, "water fine")


def _draw_water(canvas: Canvas, parent: Node, place: Place, radius: float) -> None:
    x, y = place.centre
    canvas.place(parent, place, "circle", "spot", cx=x, cy=y, r=radius)


def _draw_fields(canvas: Canvas, parent: Node, board: Board, positions: Positions) -> None:
    group = canvas.group(parent, "fields")
    for field in board.fields:
        at = positions.points[field]
        canvas.line(group, [at, positions.points[harbour_of(field)]], "inlet")
    for field in board.fields:
        x, y = positions.points[field]
        place = Place(f"place:{field}", "field", board.names[field], (x, y))
        canvas.place(group, place, "circle", "spot", cx=x, cy=y, r=FIELD, data_slot=str(SLOT))
        cross = path_of([(x - FIELD, y), (x + FIELD, y)]) + path_of([(x, y - FIELD), (x, y + FIELD)])
        canvas.draw(group, "path", "grain", d=cross)
    for field in board.fields:
        side = positions.sides[field]
        (x, y), style = _label(positions.points[field], side)
        # between the edge of the map and the field there is room for one word
        lines = board.names[field].split() if side == "nw" else [board.names[field]]
        for number, line in enumerate(reversed(lines)):
            canvas.text(group, (x, y - number * LINE), line, f"name {style}".strip())


def _label(at: Point, side: str) -> tuple[Point, str]:
    """Return where the name of a field stands, and how it is aligned."""
    x, y = at
    match side:
        case "n":
            return (x, y - FIELD - 10), ""
        case "s":
            return (x, y + FIELD + 24), ""
        case "ne":
            return (x - FIELD, y - FIELD - 10), "start"
        case "nw":
            return (x - FIELD, y - FIELD - 4), "end"
        case "e":
            return (x + FIELD + 8, y + 8), "start"
        case _:
            return (x - FIELD - 8, y + 8), "end"
