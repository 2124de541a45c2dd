"""Siberia in the terminal."""

from service.terminal.display.board import Title
from service.terminal.titles.siberia.board import board
from service.terminal.titles.siberia.forfeits import forfeit
from service.terminal.titles.siberia.neighbours import neighbours

TITLE = Title(
    board=board,
    quiet=frozenset({"siberia.drawing_ended", "siberia.phase_started", "siberia.turn_started"}),
    forfeit=forfeit,
    map=neighbours,
)
