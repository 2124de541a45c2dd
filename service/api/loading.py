"""Loads the game of a request, if the request may see it."""

from service.api.access import may_see, may_watch
from service.api.request import PlayerRequest
from service.games.cache import DataSetMissingError
from service.games.loaded import Loaded
from service.http.problems import ProblemError


async def load_seen(request: PlayerRequest, game: str) -> Loaded:
    """Return a game that whoever asks may see; raises a 404 problem, DataSetMissingError only to who may know of it."""
    play = request.services.play
    found: Loaded | DataSetMissingError
    try:
        found = await play.load(game)
    except DataSetMissingError as unread:
        found = unread
    if not may_see(request, found.game):
        raise ProblemError("not-found", "there is no such game")
    if isinstance(found, DataSetMissingError):
        raise found
    return found


async def load_watched(request: PlayerRequest, game: str) -> Loaded:
    """Return a game whose table whoever asks may look at; raises a 404 problem."""
    loaded = await load_seen(request, game)
    if not may_watch(request, loaded.game):
        raise ProblemError("not-found", "the game has no spectators until it is over")
    return loaded
