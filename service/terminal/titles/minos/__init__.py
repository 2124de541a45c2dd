"""Minos in the terminal."""

from service.terminal.display.board import Title
from service.terminal.titles.minos.board import board
from service.terminal.titles.minos.forfeits import forfeit
from service.terminal.titles.minos.neighbours import neighbours

TITLE = Title(
    board=board,
    quiet=frozenset({"minos.turn_ended", "minos.dice_kept"}),
    forfeit=forfeit,
    map=neighbours,
    rolls={"minos.roll_again": "minos.keep_dice", "minos.reroll_in_conflict": "minos.stand_in_conflict"},
)
