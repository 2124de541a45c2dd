"""The openings of Siberia: the sides of the exchange tiles, the first token, and the first investment tile."""

from collections.abc import Mapping

from domain.kernel.values import Command
from domain.siberia import commands as c
from domain.siberia.state import State


def openings(_state: State, command: Command) -> Mapping[str, str]:
    """Return the opening that a command may be, with its choice."""
    match command:
        case c.ChooseSides(sides):
            return {f"exchange {number}": side for number, side in enumerate(sides, 1)}
        case c.PlaceToken(_, spot):
            return {"token": spot}
        case c.TakeInvestment(tile):
            return {"investment": tile}
        case _:
            return {}
