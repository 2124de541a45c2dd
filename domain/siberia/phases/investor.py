"""Rule 9: an investment tile fills a space for the rest of the game."""

from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.siberia.board import SPACES
from domain.siberia.commands import TakeInvestment
from domain.siberia.events import InvestmentRevealed, InvestmentTaken
from domain.siberia.options import COLUMNS, Column
from domain.siberia.state import State


def has_space(state: State, seat: Seat, column: Column) -> bool:
    """Return whether a column has a free space once the tokens of the Investor have left (9.2, 9.3)."""
    left = () if column == "investor" else state.players[seat].tokens[column]
    return len(left) < SPACES


def candidates(state: State, seat: Seat) -> list[Choice]:
    """Return the open tiles that fit on the panel."""
    tiles = state.players[seat].tiles
    return [
        Choice(TakeInvestment(tile))
        for tile in COLUMNS
        if tile in state.open and tile not in tiles and has_space(state, seat, tile)
    ]


def forbid(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of the Investor that the command breaks, or None."""
    assert isinstance(command, TakeInvestment)
    if command.tile not in state.open:
        return Refusal("9.1", "no investment tile of {tile} lies open", {"tile": command.tile})
    if command.tile in state.players[seat].tiles:
        return Refusal("9.2", "{column} has an investment tile already", {"column": command.tile})
    if not has_space(state, seat, command.tile):
        return Refusal("9.2", "{column} has no free space", {"column": command.tile})
    return None


def resolve(state: State, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Take the tile (9.1)."""
    assert isinstance(command, TakeInvestment)
    return [InvestmentTaken(seat, command.tile, state.players[seat].tokens["investor"])]


def replaced(state: State, chance: Chance) -> list[Event]:
    """Open a new tile for one that was taken, if the stack has one (9.4)."""
    if len(state.open) == state.data.investments.open or not state.stack.total:
        return []
    tile, draw = state.stack.draw(chance)
    return [InvestmentRevealed(tile, (draw,))]
