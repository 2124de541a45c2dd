"""Rule 5: a Manager token becomes a joker."""

from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.siberia.commands import PlayJoker
from domain.siberia.events import JokerPlayed
from domain.siberia.options import COLUMNS
from domain.siberia.state import State


def candidates(state: State, seat: Seat) -> list[Choice]:
    """Return the columns that can take the joker."""
    player = state.players[seat]
    return [Choice(PlayJoker(column)) for column in COLUMNS if column != "manager" and player.free(column)]


def forbid(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of the Manager that the command breaks, or None."""
    assert isinstance(command, PlayJoker)
    if command.column == "manager":
        return Refusal("5.5", "the joker leaves the column of the Manager")
    if command.column not in COLUMNS or not state.players[seat].free(command.column):
        return Refusal("5.2", "{column} has no free space", {"column": command.column})
    return None


def resolve(state: State, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Move a Manager token to the column (5.2)."""
    assert isinstance(command, PlayJoker)
    return [JokerPlayed(seat, command.column, state.players[seat].tokens["manager"][1:])]
