"""The openings of Minos: the first step of a ship, and the first building."""

from collections.abc import Mapping

from domain.kernel.values import Command
from domain.minos import commands as c
from domain.minos.state import State


def openings(_state: State, command: Command) -> Mapping[str, str]:
    """Return the opening that a command may be, with its choice."""
    match command:
        case c.MoveShip(_, to):
            return {"way": to}
        case c.Build(field, building):
            return {"field": field, "building": building}
        case _:
            return {}
