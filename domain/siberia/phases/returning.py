"""Rule 11: at the end of the round nobody keeps more than ten tokens."""

from domain.kernel.chance import Chance
from domain.kernel.codec import as_json
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.siberia.commands import ReturnToken
from domain.siberia.events import TokenReturned
from domain.siberia.options import COLUMNS
from domain.siberia.state import Returning, State

QUESTION = "11.2"


def active(state: State, phase: Returning) -> frozenset[Seat]:
    """Who returns tokens now; one after the other (11.3)."""
    del state
    return frozenset(phase.todo[:1])


def is_over(state: State, phase: Returning) -> bool:
    """Whether nobody has too many tokens."""
    del state
    return not phase.todo


def advance(state: State, phase: Returning, chance: Chance) -> list[Event]:
    """Nothing happens without asking: which tokens leave is the owner's choice."""
    del state, phase, chance
    return []


def candidates(state: State, phase: Returning, seat: Seat) -> list[Choice]:
    """All that the seat may do now."""
    del phase
    tokens = state.players[seat].tokens
    return [
        Choice(ReturnToken(token, column))
        for column in COLUMNS
        for token in state.board.columns
        if token in tokens[column]
    ]


def forbid(state: State, phase: Returning, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phase 11 that the command breaks, if any."""
    del phase
    if not isinstance(command, ReturnToken):
        return Refusal(QUESTION, f"return tokens until you have {state.data.numbers.keep}")
    if command.token not in state.board.columns:
        return Refusal(QUESTION, f"there is no token {as_json(command.token)}")
    if command.column not in COLUMNS or command.token not in state.players[seat].tokens[command.column]:
        return Refusal(QUESTION, f"no {command.token} lies in your column {as_json(command.column)}")
    return None


def resolve(state: State, phase: Returning, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """What happens on a command that breaks no rule."""
    del state, phase, chance
    assert isinstance(command, ReturnToken)
    return [TokenReturned(seat, command.token, command.column)]
