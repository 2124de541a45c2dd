"""A second world that a viewer of a Minos table cannot tell from the first: only hidden talents differ."""

import random

from msgspec.structs import replace

from domain.kernel.values import Viewer
from domain.minos.state import State

PURSES = (0, 4, 5, 9, 10, 11, 12, 18, 25, 60, 500)
"""Talents with which a player can just, or just not, pay for something, and some with which anything."""


def resampled(state: State, viewer: Viewer, whim: random.Random) -> State:
    """Return a world where all but the viewer have other talents, where these are hidden; all else lies open."""
    if state.options.money_public:
        return state
    players = tuple(
        # an eliminated player's talents have left the game, as all could see
        player if seat == viewer or seat in state.eliminated else replace(player, money=whim.choice(PURSES))
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players)
