"""Loads the game of a request and checks access."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from projections.rows.results import has_public_result
from service.core.http.problems import ProblemError
from service.core.store.recorder import Origin
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.play.cache import UnreadableGameError
from service.play.loaded import Loaded
from service.play.play import Play


async def _is_unlisted(_game: str, _player: str | None) -> bool:
    return False


class Games:
    """The games that requests name."""

    def __init__(self, play: Play, access: Access) -> None:
        self.is_listed_for: Callable[[str, str | None], Awaitable[bool]] = _is_unlisted
        """Whether the lists show a game to a player; None: to any visitor. It is asked of games that cannot be read."""
        self._play = play
        self._access = access

    async def load_seen(self, request: PlayerRequest, game: str, origin: Origin | None = None) -> Loaded:
        """Return a game that the requester may see. Raises a 404 problem, or UnreadableGameError for a visible game.

        A requester who has left a private game may still repeat the request with the idempotency key of `origin`.
        """
        found = await self._found(game)
        if isinstance(found, Loaded) and origin is not None and found.has_key(origin):
            return found
        if found.game is None:
            token, invitation = request.reader, self._access.invitation_of(request)
            player = None if token is None or token.game not in {None, game} else token.player
            is_invited = invitation is not None and invitation.game == game
            return _visible(found, is_visible=is_invited or await self.is_listed_for(game, player))
        self._access.check_not_withheld(request, found.game)
        return _visible(found, is_visible=self._access.may_see(request, found.game))

    async def load_any(self, game: str) -> Loaded | None:
        """Return a game without a check of access; None if its data set is missing. Raises a 404 problem."""
        found = await self._found(game)
        return found if isinstance(found, Loaded) else None

    async def load_public(self, game: str) -> Loaded:
        """Return a game that every visitor may see. Raises a 404 problem for others, as for an unknown game."""
        found = await self._found(game)
        if found.game is None:
            return _visible(found, is_visible=await self.is_listed_for(game, None))
        self._access.check_not_withheld(None, found.game)
        return _visible(found, is_visible=self._access.is_seen_by_all(found.game))

    async def _found(self, game: str) -> Loaded | UnreadableGameError:
        try:
            return await self._play.load(game)
        except UnreadableGameError as unread:
            return unread

    async def load_result(self, request: PlayerRequest, game: str) -> tuple[Loaded, bool]:
        """Return a game whose result the requester may see, and whether the requester may see the game itself.

        The result of a private game that was opened as a rated one is public. Raises a 404 problem.
        """
        with suppress(UnreadableGameError):
            loaded = await self._play.load(game)
            if (
                not self._access.may_see(request, loaded.game)
                and not self._access.is_withheld(game)
                and loaded.game.status == "ended"
                and has_public_result(loaded.game)
            ):
                return loaded, False
        return await self.load_seen(request, game), True

    async def load_watched(self, request: PlayerRequest, game: str) -> Loaded:
        """Return a game whose view the requester may see. Raises a 404 problem."""
        loaded = await self.load_seen(request, game)
        if not self._access.may_watch(request, loaded.game):
            raise ProblemError("not-found", "the game has no spectators until it is over")
        return loaded


def _visible(found: Loaded | UnreadableGameError, *, is_visible: bool) -> Loaded:
    if not is_visible:
        raise ProblemError("not-found", "there is no such game")
    if isinstance(found, UnreadableGameError):
        raise found
    return found
