"""How each event changes the state of Siberia. No event is refused here.

Evolve calculates four rules: the first step of a turn (3.2), the end of a turn in which the last research token is
used (4.6), which seats return tokens (11.2, 11.3), and the rounds without a cube (13.6). The events of stored games
do not carry these results, and a new field would be a new version of the ruleset.
"""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.values import Event
from domain.siberia.evolve import actions, ending, mining, placing, rounds
from domain.siberia.state import State

EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    **rounds.EVOLVE,
    **placing.EVOLVE,
    **actions.EVOLVE,
    **mining.EVOLVE,
    **ending.EVOLVE,
}
"""How each event changes the state, in the order of the rule book."""
