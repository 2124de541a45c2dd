"""The terms of a game to be opened: what `game.opened` fixes apart from the rules."""

from msgspec import UNSET

from domain.game.terms import Terms
from service.api.clocks.asked import clock_asked
from service.api.games.messages import OpenGame


def terms_of(asked: OpenGame) -> Terms:
    """Return the terms of a game. A field with its default is absent in the record of the game."""
    takes_back = not _may_be_rated(asked) if asked.take_back is None else asked.take_back
    return Terms(clock=clock_asked(asked.clock or None), take_back=True if takes_back else UNSET)


def _may_be_rated(asked: OpenGame) -> bool:
    """Whether the game can count for ratings: it is public and has no bots."""
    return asked.visibility == "public" and not asked.bots
