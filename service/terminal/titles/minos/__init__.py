"""Minos in the terminal."""

from service.terminal.display.board import Title
from service.terminal.titles.minos.board import BUILDINGS, PIECES, board
from service.terminal.titles.minos.forfeits import forfeit
from service.terminal.titles.minos.spaces import legend, spaces

TITLE = Title(
    board=board,
    quiet=frozenset({"minos.turn_ended", "minos.dice_kept"}),
    losses={"minos.end_turn": "lost at the end of the turn (3.12)"},
    forfeit=forfeit,
    places=spaces,
    signs={**BUILDINGS, **PIECES, "covered": "[dim]covered[/]"},
    legend=legend,
    rolls={"minos.roll_again": "minos.keep_dice", "minos.reroll_in_conflict": "minos.stand_in_conflict"},
)
