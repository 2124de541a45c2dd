"""How each event changes the state of Minos. No event is refused here.

Evolve calculates six rules: with own choice a turn begins with a decision about the talents (2.8), the last roll ends
the rolling (3.1), an action closes income (3.4) and perhaps rings (3.6), a lost attack is a defeat (8.3), and the
defender rolls after the attacker (8.8). The events of stored games do not carry these results, and a new field would be
a new version of the ruleset.
"""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.values import Event
from domain.minos.evolve import building, conflict, conquest, dice, movement, rounds
from domain.minos.state import State

EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    **rounds.EVOLVE,
    **dice.EVOLVE,
    **movement.EVOLVE,
    **building.EVOLVE,
    **conflict.EVOLVE,
    **conquest.EVOLVE,
}
"""How each event changes the state, in the order of the rule book."""
