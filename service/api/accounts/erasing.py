"""Deletion of accounts. The seats of a deleted player are given up first, so that no game waits for them."""

import asyncio
import contextlib
import math
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from litestar import delete
from litestar.datastructures import State

from domain.game.game import Game, NotPossible, seat_of
from domain.kernel.values import Seat
from service.accounts.accounts import Accounts
from service.accounts.tokens import GUEST, Token
from service.api.access import PlayerRequest, account_of, token_of
from service.api.games.routes import RESIGNED_TO
from service.api.idempotency import origin_of
from service.games.cache import UnreadGameError
from service.games.play import Allowed, Play, SeatIn
from service.http.problems import ProblemError, problems
from service.readmodels.lists.lobby import GameQuery, Requester, open_games_of
from service.readmodels.lists.seats import own_seats
from service.readmodels.reading import ReadModels
from service.store.database import Cursor
from service.store.timeouts import STORE_TIMEOUT, with_timeout

MOST_SEATS = 10_000
"""Games whose seats are given up when a player is erased; nobody plays in more."""

T = TypeVar("T")


@delete(
    "/me",
    summary="Delete your account",
    operation_id="erase",
    responses=problems("token-needed", "scope-missing", "unavailable"),
)
async def erase(request: PlayerRequest, state: State) -> None:
    """Delete your name and all your tokens, and give up your seats and your open games.

    Games that you opened and that have not started are cancelled. Bots play on in your running games. Your id, which
    identifies nobody, remains in the games, so that they stay verifiable. A guest is deleted with the seat token. If
    not all your seats can be found at the moment, nothing is deleted and the response is 503: retry later.
    """
    token = _who_is_erased(request)
    await _give_up_all(token, state)
    accounts: Accounts = state.accounts
    await with_timeout(accounts.erase, token.player)


def _who_is_erased(request: PlayerRequest) -> Token:
    token = token_of(request)
    return token if token.player.startswith(GUEST) else account_of(request, "organise")


async def _give_up_all(token: Token, state: State) -> None:
    play: Play = state.play
    player, origin = token.player, origin_of(token, None, None)
    owned = await _found(state, lambda asked: open_games_of(asked, player))
    await _each(play.abandon(game, _still_owns(player), origin) for game in owned)
    # the open ones first: one that starts meanwhile is found among those that run
    seats = await _found(state, lambda asked: own_seats(asked, Requester(player), _in("open"), awaiting=None))
    await _each(play.leave_seat(each.game.game, each.seat, _still_sits(player, each.seat), origin) for each in seats)
    seats = await _found(state, lambda asked: own_seats(asked, Requester(player), _in("running"), awaiting=None))
    await _each(play.resign(each.game.game, _seat_of(player), RESIGNED_TO, origin) for each in seats)


async def _found(state: State, query: Callable[[Cursor], T]) -> T:
    """Return what a query finds in tables that have all that is in the log; raises a 503 problem where they lag."""
    models: ReadModels = state.models
    try:
        async with asyncio.timeout(STORE_TIMEOUT):
            return await models.read(("lobby", "seats"), query, math.inf)
    except TimeoutError:
        message = (
            "the tables in which your games are found are behind: your name and tokens stay until all your seats are "
            "given up, ask again later"
        )
        raise ProblemError("unavailable", message, {"Retry-After": "5"}) from None


async def _each(given_up: Iterable[Awaitable[object]]) -> None:
    for one in given_up:
        # whatever has come about meanwhile: there is nothing to be given up any more
        with contextlib.suppress(NotPossible, ProblemError, UnreadGameError):
            await one


def _in(status: str) -> GameQuery:
    return GameQuery(status=status, limit=MOST_SEATS)


def _still_owns(player: str) -> Allowed:
    def check(game: Game) -> None:
        if game.opened.owner != player:
            raise ProblemError("not-yours", "somebody else has opened this game")

    return check


def _still_sits(player: str, seat: Seat) -> Allowed:
    def check(game: Game) -> None:
        if seat_of(game, player) != seat:
            raise ProblemError("not-yours", "somebody else sits there now")

    return check


def _seat_of(player: str) -> SeatIn:
    def find(game: Game) -> Seat:
        seat = seat_of(game, player)
        if seat is None:
            raise ProblemError("not-yours", f"{player} does not sit in this game")
        return seat

    return find
