"""Another table of Nim that one viewer cannot distinguish from this one."""

from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.values import Viewer
from tests.titles.nim.state import State


def resample(state: State, viewer: Viewer, chance: Chance) -> State:
    """Draw the favourite heaps of all other seats again (1.3). Everything else is public."""
    players = tuple(
        player
        if seat == viewer or player.favourite is None
        else replace(player, favourite=chance.draw(len(state.heaps)))
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players)
