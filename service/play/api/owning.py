"""What the owner of a game may do. The game of a tournament obeys its owner only while the owner directs it."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from domain.game.game import Game, seat_of
from domain.kernel.values import Seat
from service.people.api.request import PlayerRequest
from service.people.credentials import Scope
from service.play.api.access import Access
from service.play.loaded import Loaded
from service.play.requests import Allowed


class Direction(Protocol):
    """Who directs the tournament of a game."""

    def check_owner(self, player: str, owner: str) -> None:
        """Raise a 403 problem for a director who does not own the game."""
        ...

    def check_director(self, player: str) -> None:
        """Raise a 403 problem for a player who is not, or no longer, a director."""
        ...


async def _no_direction(_: Loaded) -> Direction | None:
    return None


class Owners:
    """The rights of the owners of games."""

    def __init__(self, access: Access) -> None:
        self.direction_of: Callable[[Loaded], Awaitable[Direction | None]] = _no_direction
        """Finds who directs the tournament of a game; None: the game belongs to none."""
        self._access = access

    async def only_owner(self, request: PlayerRequest, loaded: Loaded, *scopes: Scope) -> Allowed:
        """Return a check that the requester owns a game and, in a tournament, is a director (rules 1.3 and 6.1).

        Both raise 401 and 403 problems. The check may run later, when it is the turn of the request: it takes the
        newest version of the tournament that this process knows. A director whose request arrives after a dismissal
        was answered is refused, in every process; of a request and a dismissal at the same time, either may be the
        first.
        """
        allowed = self._access.only_owner(request, *scopes)
        direction = await self.direction_of(loaded)
        if direction is None:
            return allowed

        def check(game: Game) -> None:
            player = self._access.player_in(request, game) or ""
            direction.check_owner(player, game.opened.owner)
            allowed(game)
            direction.check_director(player)

        return check

    async def sitter_or_owner(self, request: PlayerRequest, loaded: Loaded, seat: Seat) -> Allowed:
        """Return a check that the requester has the seat, or owns the game as `only_owner` says."""
        allowed = self._access.sitter_or_owner(request, seat)
        direction = await self.direction_of(loaded)

        def check(game: Game) -> None:
            allowed(game)
            player = self._access.player_in(request, game) or ""
            if direction is not None and seat_of(game, player) != seat:
                direction.check_director(player)

        return check
