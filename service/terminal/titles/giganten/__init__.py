"""Giganten in the terminal."""

from service.terminal.display.board import Title
from service.terminal.titles.giganten.board import board
from service.terminal.titles.giganten.forfeits import forfeit
from service.terminal.titles.giganten.squares import squares

TITLE = Title(
    board=board,
    quiet=frozenset({"giganten.draws_sealed", "giganten.phase_started", "giganten.action_card_discarded"}),
    forfeit=forfeit,
    map=squares,
)
