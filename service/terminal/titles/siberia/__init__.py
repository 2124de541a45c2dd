"""Siberia in the terminal."""

from service.terminal.display.board import Title
from service.terminal.titles.siberia.board import board
from service.terminal.titles.siberia.neighbours import neighbours
from service.terminal.titles.siberia.notes import effect, forfeit

TITLE = Title(
    board=board,
    quiet=frozenset({"siberia.drawing_ended", "siberia.phase_started", "siberia.turn_started"}),
    effect=effect,
    forfeit=forfeit,
    map=neighbours,
)
