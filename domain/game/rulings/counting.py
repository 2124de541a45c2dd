"""How many rulings a game has, and how long it was paused: both are limited, so that a game cannot go on for ever."""

from msgspec.structs import replace

from domain.game.game import Game
from domain.game.rulings.events import GamePaused, GameResumed
from domain.kernel.values import Event
from domain.ledger.times import micros

MAX_RULINGS = 200
"""The maximum number of rulings on a game, except those that end a pause or the game."""

MAX_PAUSED = 90 * 24 * 3600
"""The maximum duration of all pauses of a game in seconds."""


def counted(game: Game, event: Event, at: str) -> Game:
    """Return the game after an event of rulings. The service itself can end a pause, which is no ruling."""
    if isinstance(event, GamePaused):
        game = replace(game, paused_since=micros(at))
    elif isinstance(event, GameResumed):
        since = game.paused_since
        game = replace(game, paused_since=None, paused=game.paused + (0 if since is None else micros(at) - since))
        if event.author is None:
            return game
    return replace(game, rulings=game.rulings + 1)
