"""The titles that have a board of their own in the terminal; any other one is shown as tables of its fields."""

from collections.abc import Mapping

from service.terminal.display.board import Title, generic
from service.terminal.titles.giganten import GIGANTEN
from service.terminal.titles.minos import MINOS
from service.terminal.titles.siberia import SIBERIA

TITLES: Mapping[str, Title] = {"giganten": GIGANTEN, "siberia": SIBERIA, "minos": MINOS}

UNKNOWN = Title(board=generic)


def title_of(ruleset: str) -> Title:
    """Return how a title looks."""
    return TITLES.get(ruleset, UNKNOWN)
