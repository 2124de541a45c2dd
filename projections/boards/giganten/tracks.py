"""The tracks above the map of Giganten: a space of each player's track over each column, and the black train's."""

from domain.giganten.board import Board
from projections.boards.canvas import Box, Canvas, Node, Place, path_of
from projections.boards.giganten.grid import LEFT, SEATS, TRACK, TRACKS_TOP, Grid
from projections.boards.glyphs import icon, seat_mark

_BLACK = SEATS + 1
_END = 20
"""The most steps of the black train that an option allows (2a.2)."""


def draw_tracks(canvas: Canvas, board: Board, grid: Grid) -> None:
    """Draw the tracks."""
    costs = board.data.tracks.costs
    spaces = len(costs) + 1
    last = grid.space(_BLACK, board.data.tracks.black_start + _END)
    section = canvas.section("tracks", Box(0, 0, last.x + last.width + 6, last.y + TRACK + 4))
    canvas.text(section, (12, TRACKS_TOP - 14), "Tracks: movement points to enter a space", "heading start")
    for number, cost in enumerate(costs, 2):
        x, y = grid.space(0, number).centre
        canvas.text(section, (x, y + 9), str(cost), "tiny")
    for seat in range(SEATS):
        group = canvas.group(section, "track")
        group.set("data-seat", str(seat))
        for number in range(1, spaces + 1):
            box = grid.space(seat + 1, number)
            place = Place(f"track:{seat}:{number}", "track", f"Track of seat {seat}, space {number}", box.centre)
            canvas.box(group, place, "panel", box)
        seat_mark(canvas, group, seat, (LEFT / 2, grid.space(seat + 1, 1).centre[1]), 28)
    _draw_black(canvas, section, board, grid)


def _draw_black(canvas: Canvas, parent: Node, board: Board, grid: Grid) -> None:
    end = board.data.tracks.black_start + _END
    for number in range(1, end + 1):
        box = grid.space(_BLACK, number)
        place = Place(f"track:black:{number}", "track", f"Track of the black train, space {number}", box.centre)
        canvas.box(parent, place, "far outlined", box)
    icon(canvas, parent, "train", (LEFT / 2, grid.space(_BLACK, 1).centre[1]), 30)
    # where the game ends
    x, y = grid.space(_BLACK, end).centre
    canvas.draw(
        parent, "path", "icon", d=path_of([(x - 10, y + 12), (x - 10, y - 12), (x + 12, y - 5), (x - 10, y + 2)])
    )
