"""Who asks, and what that person may see: tokens, seats, viewers."""

from typing import Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from domain.game import Game, seat_of
from domain.kernel.values import Seat
from projections.history import FULL, Sight
from service.accounts import Accounts, Principal
from service.problems import ProblemError

PlayerRequest: TypeAlias = Request[Principal | None, Any, Any]
"""A request, with who sends it, if anybody known."""

BEARER = "bearer "


class Authentication(ASGIMiddleware):
    """Puts the holder of the token into the request; a token that is not valid is refused at once."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Look the token up."""
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        header = connection.headers.get("authorization")
        scope["user"] = None if header is None else _principal(connection, header)
        await next_app(scope, receive, send)


def _principal(connection: ASGIConnection[Any, Any, Any, Any], header: str) -> Principal:
    accounts: Accounts = connection.app.state.accounts
    principal = accounts.principal(header[len(BEARER) :]) if header.lower().startswith(BEARER) else None
    if principal is None:
        message = "the token is unknown or revoked: sign up with POST /v1/players"
        raise ProblemError("token-needed", message)
    return principal


def player_of(request: PlayerRequest) -> str:
    """Return the id of the player who asks; raises a 401 problem for nobody."""
    if request.user is None:
        raise ProblemError("token-needed", "send Authorization: Bearer with your token; POST /v1/players gives one")
    return request.user.player


def may_see(request: PlayerRequest, game: Game) -> bool:
    """Whether whoever asks may see the game at all: a private one only its owner and those who sit in it."""
    if game.opened.visibility == "public":
        return True
    if request.user is None:
        return False
    player = request.user.player
    return player == game.opened.owner or seat_of(game, player) is not None


def own_seat(request: PlayerRequest, game: Game) -> Seat:
    """Return the seat of whoever asks; raises a 401 or 403 problem."""
    seat = seat_of(game, player_of(request))
    if seat is None:
        raise ProblemError("not-yours", "you do not sit in this game")
    return seat


def must_own(request: PlayerRequest, game: Game) -> None:
    """Raise a 403 problem unless whoever asks has opened the game."""
    if player_of(request) != game.opened.owner:
        raise ProblemError("not-yours", "only who opened the game may do this")


def sight_of(request: PlayerRequest, game: Game, wanted: str | None) -> Sight:
    """Return as whom to look: `public`, `seat:N` or `full`; by default your own seat, or the public.

    Until the game is over nobody looks as another seat; what may not be seen does not exist (404).
    """
    seat = None if request.user is None else seat_of(game, request.user.player)
    if wanted is None:
        return seat
    if wanted == "public":
        return None
    if wanted == FULL and game.is_over:
        return FULL
    if wanted.startswith("seat:") and wanted[5:].isdecimal() and int(wanted[5:]) < game.opened.seats:
        asked = int(wanted[5:])
        if game.is_over or asked == seat:
            return asked
    message = f"you cannot look as {wanted!r} now: `public`, your own seat as `seat:N`, and `full` after the game"
    raise ProblemError("not-found", message)
