"""How each event changes the state of Giganten. No event is refused here.

Evolve calculates some rules: who comes next in phases 3, 4 and 6 (`turns.py`), that a special follows a movement
(4d.1), and that the black train ends the game (10.1). The events of stored games do not carry these results,
and a new field would be a new version of the ruleset.
"""

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
