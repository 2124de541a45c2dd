"""How each event changes the table of Giganten; no rule is checked here."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.giganten.evolve import auction, cards, movement, oil, rounds, storage
from domain.giganten.state import State
from domain.kernel.values import Event

EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    **rounds.EVOLVE,
    **cards.EVOLVE,
    **movement.EVOLVE,
    **oil.EVOLVE,
    **auction.EVOLVE,
    **storage.EVOLVE,
}
"""How each event changes the state, in the order of the rule book."""


def evolve(state: State, event: Event) -> State:
    """Return the table after the event."""
    return EVOLVE[type(event)](state, event)
