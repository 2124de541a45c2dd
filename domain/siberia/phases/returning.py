"""Rule 11: at the end of the round no player keeps more than ten tokens."""

from collections.abc import Mapping

from domain.kernel.chance import Chance
from domain.kernel.codec import as_json
from domain.kernel.phases import no_events
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.siberia.commands import ReturnToken
from domain.siberia.events import TokenReturned
from domain.siberia.options import COLUMNS
from domain.siberia.state import Returning, State

advance = no_events
"""The owner chooses which tokens leave (11.2)."""


def questions(_state: State, phase: Returning) -> Mapping[Seat, str]:
    """Ask one seat after the other to return tokens (11.2, 11.3)."""
    return dict.fromkeys(phase.todo[:1], "11.2")


def candidates(state: State, _phase: Returning, seat: Seat) -> list[Choice]:
    """Return each token of each column once."""
    tokens = state.players[seat].tokens
    return [
        Choice(ReturnToken(token, column))
        for column in COLUMNS
        for token in state.board.columns
        if token in tokens[column]
    ]


def forbid(state: State, _phase: Returning, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phase 11 that the command breaks, or None."""
    if not isinstance(command, ReturnToken):
        return Refusal("11.2", "return tokens until you have {keep}", {"keep": state.data.numbers.keep})
    if command.token not in state.board.columns:
        return Refusal("11.2", "there is no token {token}", {"token": as_json(command.token)})
    if command.column not in COLUMNS or command.token not in state.players[seat].tokens[command.column]:
        return Refusal(
            "11.2",
            "no {token} lies in your column {column}",
            {"token": command.token, "column": as_json(command.column)},
        )
    return None


def resolve(_state: State, _phase: Returning, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Return the token to the bag (11.2)."""
    assert isinstance(command, ReturnToken)
    return [TokenReturned(seat, command.token, command.column)]
