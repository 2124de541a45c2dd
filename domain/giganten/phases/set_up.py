"""Rule 4a under the option `truck_entry=setup`: trucks enter the board before the first round."""

from collections.abc import Mapping

from domain.giganten.commands import PlaceTruck
from domain.giganten.events import TruckPlaced
from domain.giganten.phases import entering
from domain.giganten.state import SettingUp, State
from domain.kernel.chance import Chance
from domain.kernel.phases import no_events
from domain.kernel.values import Choice, Command, Event, Refusal, Seat

advance = no_events
"""Each player chooses where the truck enters."""


def questions(_state: State, phase: SettingUp) -> Mapping[Seat, str]:
    """Ask the players in turn order where their truck enters (4a.1)."""
    return dict.fromkeys(phase.todo[:1], "4a.1")


def candidates(state: State, _phase: SettingUp, _seat: Seat) -> list[Choice]:
    """Return each free square of column 1."""
    return entering.candidates(state)


def forbid(state: State, _phase: SettingUp, _seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of entering that the command breaks, or None."""
    return entering.forbid(state, command)


def resolve(_state: State, _phase: SettingUp, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Place the truck (4a.1)."""
    assert isinstance(command, PlaceTruck)
    return [TruckPlaced(seat, command.square)]
