"""Another state of Minos that a viewer cannot distinguish from this one: hidden parts are drawn again.

Hidden are the talents of the others, with `money_public` false (2.4, 3.12) or by their own choice (2.8); all else is
open.
"""

from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.values import Viewer
from domain.minos.state import State, are_talents_open

PURSES = (0, 4, 5, 9, 10, 11, 12, 18, 25, 60, 500)
"""Talents with which a player can just, or just not, pay for something, and some with which anything."""


def resample(state: State, viewer: Viewer, chance: Chance) -> State:
    """Return a state with the same open parts and the same knowledge of the viewer; the rest is drawn again."""
    if state.options.money_public is True:
        return state
    players = tuple(
        # the talents of an eliminated player have left the game, as all could see
        player
        if seat == viewer or seat in state.eliminated or are_talents_open(state, seat)
        else replace(player, money=PURSES[chance.draw(len(PURSES))])
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players)
