"""Changes of the state that several events of Minos share."""

from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Seat
from domain.minos.options import Space
from domain.minos.state import Acting, Player, State


def with_player(state: State, seat: Seat, **changes: Any) -> tuple[Player, ...]:
    """Return the players with changes of one of them."""
    players = state.players
    return (*players[:seat], replace(players[seat], **changes), *players[seat + 1 :])


def without(spaces: tuple[Space, ...], space: Space) -> tuple[Space, ...]:
    """Return the spaces without one of them."""
    place = spaces.index(space)
    return (*spaces[:place], *spaces[place + 1 :])


def with_space(spaces: tuple[Space, ...], space: Space) -> tuple[Space, ...]:
    """Return the spaces and one more, sorted."""
    return tuple(sorted((*spaces, space)))


def moved(spaces: tuple[Space, ...], origin: Space, to: Space) -> tuple[Space, ...]:
    """Return the spaces after a piece moved from one to another."""
    return with_space(without(spaces, origin), to)


def turn_of(state: State) -> Acting:
    """Return the phase, which is Acting."""
    assert isinstance(state.phase, Acting)
    return state.phase


def acted(state: State, turn: Acting, **changes: Any) -> Acting:
    """Return the turn after an action other than Scales: income is closed (3.4), and rings may be (3.6)."""
    if "rings_open" not in changes:
        changes["rings_open"] = turn.rings_open and state.options.ring_purchase == "turn"
    return replace(turn, income_open=False, **changes)
