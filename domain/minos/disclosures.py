"""The events of Minos that show a viewer what was hidden: talents that a player lays open (2.8)."""

from domain.kernel.values import Event, Seat
from domain.minos.events import TalentsShown
from domain.minos.state import State

DISCLOSES: frozenset[type[Event]] = frozenset({TalentsShown})


def disclosing(state: State) -> frozenset[type[Event]]:
    """Return the events of DISCLOSES that do so under the options of a table."""
    return DISCLOSES if state.options.money_public == "own_choice" else frozenset()


def is_foreseen(_state: State, event: Event, seat: Seat) -> bool:
    """Return whether a seat knows before an event what it shows to others: the own talents."""
    return isinstance(event, TalentsShown) and event.seat == seat
