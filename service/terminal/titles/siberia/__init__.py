"""Siberia in the terminal."""

from service.terminal.display.board import Title
from service.terminal.titles.siberia.areas import areas
from service.terminal.titles.siberia.board import SIGNS, board
from service.terminal.titles.siberia.forfeits import forfeit

TITLE = Title(
    board=board,
    quiet=frozenset({"siberia.drawing_ended", "siberia.phase_started", "siberia.turn_started"}),
    losses={
        "siberia.void_action": "they go back to the bag and nothing is done with them (3.6)",
        "siberia.end_logistics": "they are left unused (6.6)",
    },
    forfeit=forfeit,
    places=areas,
    signs=SIGNS,
)
