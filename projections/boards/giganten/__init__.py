"""The board of Giganten: the printed grid, the tracks of the trains above it, prices and depots below.

The data set prints the grid, so that no data set needs a layout file.
"""

from domain.giganten.board import board_of
from projections.boards.canvas import Canvas
from projections.boards.contract import Board
from projections.boards.giganten.companies import draw_companies
from projections.boards.giganten.grid import Grid, draw_grid
from projections.boards.giganten.pieces import placing
from projections.boards.giganten.tracks import draw_tracks

_COMPANIES = 296
"""The height of prices and depots in units."""


def draw(data_set: str) -> bytes:
    """Return the board of a data set as SVG."""
    board = board_of(data_set)
    grid = Grid(board)
    canvas = Canvas("giganten", data_set, board.data.title, grid.bottom + _COMPANIES)
    draw_tracks(canvas, board, grid)
    draw_grid(canvas, board, grid)
    draw_companies(canvas, board.data, grid.bottom)
    return canvas.bytes()


BOARD = Board(draw, frozenset({"truck", "train", "licences", "card"}), placing=placing)
