"""The short names of the tokens of Siberia."""

from service.terminal.titles.siberia.board import RESOURCES

_PEOPLE = ("logistics", "salesman", "worker", "investor")
THINGS = {"manager": "manager"} | {f"{who}_{what}": f"{who}+{what}" for who in _PEOPLE for what in RESOURCES}
"""The names of the tokens."""
