"""What places the pieces on the board of a game. The event loop never computes it for the first time."""

from domain.game.game import Game
from projections.boards.contract import Place
from projections.boards.pieces import placing
from service.play.turns import in_thread

_known: dict[tuple[str, str], Place] = {}
"""By title and data set."""


async def placing_of(game: Game) -> Place:
    """Return what places the pieces of the views of a game.

    The first call for a data set computes in a thread where its places are: without a layout, this takes a noticeable
    time.
    """
    key = (game.opened.ruleset, game.opened.data_set)
    if (known := _known.get(key)) is None:
        known = _known[key] = await in_thread(lambda: placing(*key))
    return known
