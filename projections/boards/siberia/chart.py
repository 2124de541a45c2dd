"""The map of Siberia: coasts, areas with exactly the borders of the data set, and the place where workers start."""

from domain.siberia.board import Board
from projections.boards.canvas import Canvas, Node, Place, Point, path_of
from projections.boards.coasts import coasts_of
from projections.boards.coasts.shapes import shape_of
from projections.boards.siberia.layout import MAP, Positions, neighbours

RADIUS = 46
"""The radius of a place on a plan, in units."""


def draw_chart(canvas: Canvas, board: Board, positions: Positions) -> None:
    """Draw the map."""
    section = canvas.section("map", MAP)
    ground = "sea" if positions.project else "land"
    canvas.draw(section, "rect", ground, x=MAP.x, y=MAP.y, width=MAP.width, height=MAP.height)
    if positions.project:
        _draw_land(canvas, canvas.framed(section, MAP), positions)
        _draw_areas(canvas, section, board, positions)
    else:
        _draw_plan(canvas, section, board, positions)
    names = _names(board)
    for place, at in positions.labels.items():
        canvas.text(section, at, names[place], "name")


def _names(board: Board) -> dict[str, str]:
    return {board.start: board.data.map.start_name} | {area.id: area.name for area in board.data.map.areas}


def _place(board: Board, place: str, at: Point) -> Place:
    return Place(f"place:{place}", "start" if place == board.start else "area", _names(board)[place], at)


def _draw_land(canvas: Canvas, parent: Node, positions: Positions) -> None:
    assert positions.project is not None
    coasts = coasts_of("siberia")
    shape, country = (shape_of(rings, positions.project, MAP) for rings in (coasts.land, coasts.country))
    canvas.draw(parent, "path", "shore", d=shape)
    canvas.draw(parent, "path", "far", d=shape, fill_rule="evenodd")
    canvas.draw(parent, "path", "edge", d=country)
    clip = canvas.draw(parent, "clipPath", "clip", id="board-country")
    canvas.draw(clip, "path", "clip", d=country, clip_rule="evenodd")


def _draw_areas(canvas: Canvas, parent: Node, board: Board, positions: Positions) -> None:
    group = canvas.draw(parent, "g", "areas", clip_path="url(#board-country)")
    for place in board.places:
        outline = path_of(positions.outlines[place], closed=True)
        style = "start-area" if place == board.start else "area"
        canvas.place(group, _place(board, place, positions.points[place]), "path", style, d=outline)
    for (a, b), line in positions.borders:
        if a and b:
            canvas.line(group, line, "border", data_between=f"place:{a} place:{b}")
        else:
            canvas.line(group, line, "edge")


def _draw_plan(canvas: Canvas, parent: Node, board: Board, positions: Positions) -> None:
    """Draw places as circles, and a line for each border."""
    for a, b in neighbours(board):
        ends = [positions.points[a], positions.points[b]]
        canvas.line(parent, ends, "border", data_between=f"place:{a} place:{b}")
    for place in board.places:
        x, y = positions.points[place]
        canvas.place(parent, _place(board, place, (x, y)), "circle", "spot", cx=x, cy=y, r=RADIUS)
