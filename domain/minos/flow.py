"""The order of a turn of Minos: the only place that knows which step follows which.

Between two turns the next seat begins one. It rolls dice, then it acts; it may have to decide first whether to show its
talents. A conflict or a captured settlement interrupts the turn, which continues afterwards. The events that end these
steps name the next step themselves.
"""

from typing import assert_never

from domain.kernel.chance import Chance
from domain.kernel.phases import Automatic, Flow
from domain.kernel.values import Event
from domain.minos.evolve import EVOLVE
from domain.minos.phases import acting, conflict, conquest, declaring, dice, ending, set_up, turns
from domain.minos.state import Acting, Between, Declaring, Fighting, Over, Placing, Rolling, SettingUp, State


def setup(state: State, chance: Chance) -> list[Event]:
    """Set up the board (2.7, 11.4), then advance to the first choice of a seat."""
    return FLOW.settle(state, [], chance).events


def _at_once(state: State) -> list[Event]:
    """Return the events that the positions of pieces cause (8.10, 9.2 to 9.5, 10). A conflict delays them."""
    if isinstance(state.phase, Fighting):
        return []
    return conquest.changes_of_hands(state) or ending.consequences(state)


def _following(state: State) -> list[Event]:
    """Return the next turn, the next round, or the end of the game (3.12, 10.2, 10.5)."""
    match state.phase:
        case Between(last):
            return turns.after(state, last)
        case SettingUp() | Declaring() | Rolling() | Acting() | Placing() | Fighting() | Over():
            # an event of their own ends these
            return []
        case _:
            assert_never(state.phase)


FLOW = Flow[State](
    phases={
        SettingUp: Automatic(set_up.advance),
        Between: Automatic(),
        Declaring: declaring,
        Rolling: dice,
        Acting: acting,
        Placing: conquest,
        Fighting: conflict,
    },
    following=_following,
    over=Over,
    over_rule="10.1",
    evolvers=EVOLVE,
    at_once=_at_once,
)
