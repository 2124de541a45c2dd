"""Chapter 2: a player takes objects from one heap."""

from collections.abc import Mapping

from domain.kernel.chance import Chance
from domain.kernel.phases import no_events, unhandled
from domain.kernel.values import Choice, Command, Event, Range, Refusal, Seat
from tests.titles.nim.commands import TakeObjects
from tests.titles.nim.events import ObjectsTaken
from tests.titles.nim.state import State, Taking

advance = no_events


def questions(_state: State, phase: Taking) -> Mapping[Seat, str]:
    """Ask the seat whose turn it is, until it has taken objects (2.1)."""
    return {} if phase.taken else {phase.seat: "2.2"}


def candidates(state: State, _phase: Taking, _seat: Seat) -> list[Choice]:
    """List each heap that is not empty, with the numbers that can be taken (2.2, 2.3)."""
    return [
        Choice(TakeObjects(heap, 1), Range("number", 1, objects))
        for heap, objects in enumerate(state.heaps)
        if objects > 0
    ]


def forbid(state: State, _phase: Taking, _seat: Seat, command: Command) -> Refusal | None:
    """Return the rule that the command breaks, or None."""
    if not isinstance(command, TakeObjects):
        return Refusal("2.2", "take objects from a heap")
    if not 0 <= command.heap < len(state.heaps) or state.heaps[command.heap] == 0:
        return Refusal("2.2", f"heap {command.heap} has no objects")
    if not 1 <= command.number <= state.heaps[command.heap]:
        return Refusal("2.3", f"take 1 to {state.heaps[command.heap]} objects from heap {command.heap}")
    return None


def resolve(_state: State, _phase: Taking, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Take the objects (2.2)."""
    if isinstance(command, TakeObjects):
        return [ObjectsTaken(seat, command.heap, command.number)]
    raise unhandled(command)
