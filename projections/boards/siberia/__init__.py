"""The board of Siberia: areas within real coasts, exchanges, reserves, investments, and the panels of the seats."""

from domain.siberia.board import board_of
from projections.boards.canvas import Canvas
from projections.boards.contract import Board
from projections.boards.siberia.chart import draw_chart
from projections.boards.siberia.layout import has_layout, positions_of
from projections.boards.siberia.market import draw_market
from projections.boards.siberia.panels import HEIGHT, draw_panels
from projections.boards.siberia.pieces import placing


def draw(data_set: str) -> bytes:
    """Return the board of a data set as SVG. Raises LayoutError for a layout that does not fit the data set."""
    board = board_of(data_set)
    canvas = Canvas("siberia", data_set, board.data.title, HEIGHT)
    draw_chart(canvas, board, positions_of(board, data_set))
    draw_market(canvas, board.data)
    draw_panels(canvas)
    return canvas.bytes()


def check(data_set: str) -> None:
    """Raise LayoutError if a data set has a layout that does not fit it."""
    if has_layout(data_set):
        positions_of(board_of(data_set), data_set)


BOARD = Board(draw, frozenset({"token", "worker", "salesman"}), check, placing=placing, is_whole=True)
