"""The board of Minos: the Mediterranean with fields, harbours, sea spaces and paths; income, dice and buildings."""

from domain.minos.board import board_of
from projections.boards.canvas import Canvas
from projections.boards.contract import Board
from projections.boards.minos.chart import draw_chart
from projections.boards.minos.layout import has_layout, positions_of
from projections.boards.minos.pieces import placing
from projections.boards.minos.supply import HEIGHT, draw_supply


def draw(data_set: str) -> bytes:
    """Return the board of a data set as SVG. Raises LayoutError for a layout that does not fit the data set."""
    board = board_of(data_set)
    canvas = Canvas("minos", data_set, board.data.title, HEIGHT)
    draw_chart(canvas, board, positions_of(board, data_set))
    draw_supply(canvas, board.data)
    return canvas.bytes()


def check(data_set: str) -> None:
    """Raise LayoutError if a data set has a layout that does not fit it."""
    if has_layout(data_set):
        positions_of(board_of(data_set), data_set)


BOARD = Board(draw, frozenset({"ship", "soldier"}), check, placing=placing)
