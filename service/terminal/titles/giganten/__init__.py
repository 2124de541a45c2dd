"""Giganten in the terminal."""

from service.terminal.display.board import Title
from service.terminal.titles.giganten.board import SIGNS, board
from service.terminal.titles.giganten.forfeits import forfeit
from service.terminal.titles.giganten.squares import legend, squares

TITLE = Title(
    board=board,
    quiet=frozenset({"giganten.draws_sealed", "giganten.phase_started", "giganten.action_card_discarded"}),
    losses={"giganten.end_movement": "points are not kept for later (4.3)"},
    forfeit=forfeit,
    places=squares,
    signs=SIGNS,
    legend=legend,
)
