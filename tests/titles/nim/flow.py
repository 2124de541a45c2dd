"""The order of the game: set-up, then turns until all heaps are empty."""

from typing import assert_never

from domain.kernel.chance import Chance
from domain.kernel.phases import Flow
from domain.kernel.values import Event
from tests.titles.nim.events import PlayEnded, TurnStarted
from tests.titles.nim.evolve import EVOLVE
from tests.titles.nim.phases import taking
from tests.titles.nim.phases.set_up import SET_UP
from tests.titles.nim.state import Over, SettingUp, State, Taking


def setup(state: State, chance: Chance) -> list[Event]:
    """Return the events from the start to the first choice of a seat (1)."""
    return FLOW.settle(state, [], chance).events


def _following(state: State) -> list[Event]:
    """Return what begins when the current phase is over (2.1, 3.1)."""
    match state.phase:
        case SettingUp():
            assert state.first_player is not None
            return [TurnStarted(state.first_player)]
        case Taking() if not any(state.heaps):
            return [PlayEnded()]
        case Taking(seat):
            return [TurnStarted((seat + 1) % len(state.players))]
        case Over():
            return []
        case _:
            assert_never(state.phase)


FLOW = Flow[State](
    phases={SettingUp: SET_UP, Taking: taking},
    following=_following,
    over=Over,
    over_rule="3.1",
    evolvers=EVOLVE,
)
