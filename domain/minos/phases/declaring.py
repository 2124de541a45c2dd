"""Rule 2.8: at the start of a turn the player decides whether all see the own talents."""

from collections.abc import Mapping

from domain.kernel.chance import Chance
from domain.kernel.phases import no_events, unhandled
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.minos.commands import HideTalents, ShowTalents
from domain.minos.events import TalentsHidden, TalentsShown
from domain.minos.state import Declaring, State

advance = no_events


def questions(_state: State, phase: Declaring) -> Mapping[Seat, str]:
    """Ask the seat whose turn it is."""
    return {phase.seat: "2.8"}


def candidates(_state: State, _phase: Declaring, _seat: Seat) -> list[Choice]:
    """Return showing, and hiding."""
    return [Choice(ShowTalents()), Choice(HideTalents())]


def forbid(_state: State, _phase: Declaring, _seat: Seat, command: Command) -> Refusal | None:
    """Refuse anything before the decision."""
    if isinstance(command, ShowTalents | HideTalents):
        return None
    return Refusal("2.8", "show or hide your talents before anything else")


def resolve(state: State, _phase: Declaring, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Show the talents, or hide them (2.8)."""
    match command:
        case ShowTalents():
            return [TalentsShown(seat, state.players[seat].money)]
        case HideTalents():
            return [TalentsHidden(seat)]
        case _:
            raise unhandled(command)
