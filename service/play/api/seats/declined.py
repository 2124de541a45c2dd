"""Finds out whether a player has declined a seat, so that a repeated request changes nothing."""

import msgspec

from domain.game.game import has_sat
from domain.kernel.values import Seat, Value
from service.core.store.recorder import Origin
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.play.api.loading import Games
from service.play.loaded import Loaded

_DECLINED = "game.seat_declined"


class _Declined(Value, frozen=True):
    seat: Seat
    player: str


async def load_to_leave(
    request: PlayerRequest, access: Access, games: Games, game: str, seat: Seat, origin: Origin | None
) -> Loaded:
    """Return a game that the requester may see, or one whose seat the requester has declined.

    A declined seat of a private game hides the game from its player, who may repeat the request. Raises a 404 problem.
    """
    loaded = await games.load_any(game)
    if loaded is not None and has_declined(request, access, loaded, seat):
        return loaded
    return await games.load_seen(request, game, origin)


def has_declined(request: PlayerRequest, access: Access, loaded: Loaded, seat: Seat) -> bool:
    """Whether the player of the request, who has never sat in the game since, has declined a seat according to the log.

    Like the first request, a repetition needs a token of the account with the scope `games:play`.
    """
    token, player = request.user, access.player_in(request, loaded.game)
    if token is None or token.game is not None or not token.allows("games:play"):
        return False
    if player is None or has_sat(loaded.game, player):
        return False
    wanted = _Declined(seat, player)
    declined = (entry.record.data for entry in loaded.entries if entry.record.type == _DECLINED)
    return any(msgspec.json.decode(data, type=_Declined) == wanted for data in declined)
