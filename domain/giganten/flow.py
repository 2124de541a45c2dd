"""The order of a round of Giganten: the only place that knows which phase follows which."""

from typing import assert_never

from domain.giganten.events import FirstPlayerDrawn, PhaseStarted, RoundStarted
from domain.giganten.evolve import EVOLVE
from domain.giganten.phases import (
    auction,
    cards,
    drilling,
    licences,
    movement,
    prices,
    set_up,
    storage,
    transport,
)
from domain.giganten.state import (
    Auctions,
    Choosing,
    Dealing,
    Drilling,
    Movement,
    Over,
    Prices,
    SettingUp,
    State,
    Storage,
    Transport,
)
from domain.kernel.chance import Chance
from domain.kernel.first_player import first_player
from domain.kernel.phases import Automatic, Flow
from domain.kernel.values import Event


def setup(state: State, chance: Chance) -> list[Event]:
    """Draw the first player (0.11), then advance to the first choice of a seat."""
    seat, draws = first_player(state.options.first_player, len(state.players), chance)
    return FLOW.settle(state, [FirstPlayerDrawn(seat, draws)], chance).events


def _following(state: State) -> list[Event]:  # noqa: C901 - one case for each phase
    """Return what begins when the current phase is over."""
    match state.phase:
        case SettingUp():
            return [RoundStarted(1, state.first_player)]
        case Prices():
            return [PhaseStarted("2")]
        case Choosing():
            return [PhaseStarted("3")]
        case Dealing():
            return [PhaseStarted("4")]
        case Movement():
            return [PhaseStarted("5")]
        case Drilling():
            return [PhaseStarted("6")]
        case Transport():
            return [PhaseStarted("7")]
        case Auctions():
            return [PhaseStarted("8")]
        case Storage():
            return [RoundStarted(state.round + 1, (state.first_player + 1) % len(state.players))]
        case Over():
            return []
        case _:
            assert_never(state.phase)


FLOW = Flow[State](
    phases={
        SettingUp: set_up,
        Prices: Automatic(prices.advance),
        Choosing: cards,
        Dealing: Automatic(licences.advance),
        Movement: movement,
        Drilling: drilling,
        Transport: transport,
        Auctions: auction,
        Storage: Automatic(storage.advance),
    },
    following=_following,
    over=Over,
    over_rule="10.1",
    evolvers=EVOLVE,
)
