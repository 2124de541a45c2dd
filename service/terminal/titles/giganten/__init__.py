"""Giganten in the terminal."""

from service.terminal.display.board import Title
from service.terminal.titles.giganten.board import board
from service.terminal.titles.giganten.notes import effect, forfeit
from service.terminal.titles.giganten.squares import squares
from service.terminal.titles.giganten.words import COMMANDS

TITLE = Title(
    board=board,
    commands=COMMANDS,
    quiet=frozenset({"giganten.draws_sealed", "giganten.phase_started", "giganten.action_card_discarded"}),
    effect=effect,
    forfeit=forfeit,
    map=squares,
)
