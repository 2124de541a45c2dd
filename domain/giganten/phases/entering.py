"""Rules 4a.1 and 4a.2: a truck enters the board."""

from domain.giganten.commands import PlaceTruck
from domain.giganten.options import Square
from domain.giganten.state import State, derrick_squares
from domain.kernel.values import Choice, Command, Refusal


def entries(state: State) -> list[Square]:
    """Return the squares of column 1 that are free (4a.1, 4a.2)."""
    taken = {player.truck for player in state.players} | derrick_squares(state) | state.tiles.keys()
    return [square for square in state.board.entry if square not in taken]


def candidates(state: State) -> list[Choice]:
    """Return each square on which a truck can enter."""
    return [Choice(PlaceTruck(square)) for square in entries(state)]


def forbid(state: State, command: Command) -> Refusal | None:
    """Return the rule of entering that the command breaks, or None."""
    if not isinstance(command, PlaceTruck):
        return Refusal("4a.1", "your truck has to enter the board first")
    if command.square not in state.board.entry:
        return Refusal("4a.1", "a truck enters on column 1, {square} is not in it", {"square": command.square})
    if command.square not in entries(state):
        return Refusal("4a.2", "{square} is occupied", {"square": command.square})
    return None
