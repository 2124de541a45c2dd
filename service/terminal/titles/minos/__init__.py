"""Minos in the terminal."""

from service.terminal.display.board import Title
from service.terminal.titles.minos.board import board
from service.terminal.titles.minos.neighbours import neighbours
from service.terminal.titles.minos.notes import effect, forfeit

TITLE = Title(
    board=board,
    quiet=frozenset({"minos.turn_ended", "minos.dice_kept"}),
    effect=effect,
    forfeit=forfeit,
    map=neighbours,
    rolls={"minos.roll_again": "minos.keep_dice", "minos.reroll_in_conflict": "minos.stand_in_conflict"},
)
