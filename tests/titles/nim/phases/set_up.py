"""Chapter 1: the first player and the favourite heaps are drawn."""

from domain.kernel.chance import Chance
from domain.kernel.first_player import first_player
from domain.kernel.phases import Automatic
from domain.kernel.values import Event
from tests.titles.nim.events import Favourite, FavouriteDrawn, FirstPlayerDrawn
from tests.titles.nim.state import SettingUp, State


def _advance(state: State, _phase: SettingUp, chance: Chance) -> list[Event]:
    """Draw the first player (1.2), then the favourite heap of each seat (1.3)."""
    if state.first_player is None:
        seat, draws = first_player(state.options.first_player, len(state.players), chance)
        return [FirstPlayerDrawn(seat, draws)]
    without = [seat for seat, player in enumerate(state.players) if player.favourite is None]
    if not without:
        return []
    heaps = len(state.heaps)
    heap = chance.draw(heaps)
    return [FavouriteDrawn(without[0], Favourite(heap, ((heaps, heap),)))]


SET_UP = Automatic(_advance)
