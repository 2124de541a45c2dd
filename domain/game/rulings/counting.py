"""How many rulings a game has, and how long it was paused: both are limited, so that every game can end."""

from msgspec.structs import replace

from domain.game.events.rulings import GamePaused, GameResumed, PlayerReplaced
from domain.game.game import Game, offer_to
from domain.kernel.values import Event
from domain.ledger.times import micros

MAX_RULINGS = 200
"""The maximum number of rulings on a game, except those that end a pause or the game."""

MAX_PAUSED = 90 * 24 * 3600
"""The maximum duration of all pauses of a game in seconds."""


def counted(game: Game, event: Event, at: str) -> Game:
    """Return the game with its counts after an event of rulings. `game` is the game before the event.

    The end of a pause by the service and the acceptance of an offer are no rulings.
    """
    if isinstance(event, GamePaused):
        game = replace(game, paused_since=micros(at))
    elif isinstance(event, GameResumed):
        since = game.paused_since
        game = replace(game, paused_since=None, paused=game.paused + (0 if since is None else micros(at) - since))
        if event.author is None:
            return game
    elif isinstance(event, PlayerReplaced) and offer_to(game, event.seat, event.player) is not None:
        return game
    return replace(game, rulings=game.rulings + 1)
