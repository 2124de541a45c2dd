"""The order of a round of Siberia: the only place that knows which phase follows which."""

from typing import assert_never

from domain.kernel.chance import Chance
from domain.kernel.first_player import first_player
from domain.kernel.phases import Flow
from domain.kernel.values import Event
from domain.siberia.events import FirstPlayerDrawn, PhaseStarted, PlayEnded, RoundStarted
from domain.siberia.evolve import EVOLVE
from domain.siberia.phases import placing, returning, set_up, turns
from domain.siberia.state import Acting, Over, Placing, Returning, SettingUp, State


def setup(state: State, chance: Chance) -> list[Event]:
    """Draw the first player (1.3), then advance to the first choice of a seat."""
    seat, draws = first_player(state.options.first_player, len(state.players), chance)
    return FLOW.settle(state, [FirstPlayerDrawn(seat, draws)], chance).events


def _following(state: State) -> list[Event]:
    """Return what begins when the current phase is over (2.7, 3.8, 11.1, 13.3)."""
    match state.phase:
        case SettingUp():
            return [RoundStarted(1, state.first_player)]
        case Placing():
            return [PhaseStarted("3")]
        case Acting() if state.ending is not None:
            return [PlayEnded(state.ending)]
        case Acting():
            return [PhaseStarted("11")]
        case Returning():
            return [RoundStarted(state.round + 1, (state.first_player + 1) % len(state.players))]
        case Over():
            return []
        case _:
            assert_never(state.phase)


FLOW = Flow[State](
    phases={SettingUp: set_up, Placing: placing, Acting: turns, Returning: returning},
    following=_following,
    over=Over,
    over_rule="13.3",
    evolvers=EVOLVE,
)
