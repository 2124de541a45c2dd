"""The openings of Giganten: the first action card, where the truck enters, and the first derrick."""

from collections.abc import Mapping

from domain.giganten import commands as c
from domain.giganten.state import State
from domain.kernel.values import Command


def openings(state: State, command: Command) -> Mapping[str, str]:
    """Return the opening that a command may be, with its choice."""
    match command:
        case c.TakeActionCard(card):
            return {"card": card}
        case c.PlaceTruck(square):
            return {"square": square}
        case c.BuildDerrick(site):
            return {"derrick": f"kind {state.board.sites[site].kind}"}
        case _:
            return {}
