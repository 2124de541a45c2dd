"""Erase an account: give up its seats and open games, so that no other player waits for it."""

import asyncio
import contextlib
import math
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias, TypeVar

from litestar import Response, delete

from domain.game import decide
from domain.game.decide import NotPossible
from domain.game.declining import decline_seat, seats_to_decline
from domain.game.events import STAND_IN
from domain.game.game import Game, Status, seat_of
from domain.kernel.values import Seat, Value
from service.core.http.json_text import quoted
from service.core.http.problems import ProblemError, problem_at, problems
from service.core.store.database import Cursor
from service.core.store.recorder import Origin
from service.core.store.timeouts import STORE_TIMEOUT, with_timeout
from service.lists.reading import ReadModels
from service.lists.tables.lobby import GameQuery, Requester, open_games_of
from service.lists.tables.seats import OwnSeat, own_seats
from service.people.accounts import Accounts
from service.people.api.callers import account_of, token_of
from service.people.api.idempotency import IdempotencyKey, executed, keyed_of, no_content, origin_of
from service.people.api.messages import Erasure
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.names import name_keys
from service.people.request_keys import RequestKeys
from service.people.tokens import GUEST, Token
from service.play.cache import UnreadableGameError
from service.play.loaded import Loaded
from service.play.play import Decision, Play
from service.play.requests import Allowed, SeatIn
from service.talk.api.acts import Talking
from service.tournaments.leaving import leave_tournaments
from service.tournaments.tournaments import Tournaments

MOST_SEATS = 10_000
"""Maximum number of games whose seats are given up when a player is erased."""

PAUSE = 0.01
"""Seconds between two transactions that delete guests."""

T = TypeVar("T")
GiveUp: TypeAlias = Callable[[Loaded], Awaitable[object]]


class _Held(Value, frozen=True):
    """The games in which a player has to give something up."""

    owned: list[str]
    """The player's own games that have not started."""
    seats: dict[str, bool]
    """The games with a seat of the player, and whether it only waits for the player."""


@delete(
    "/me",
    summary="Delete your account",
    operation_id="erase",
    security=with_scope("account"),
    responses=problems("bad-request", "token-needed", "scope-missing", "unavailable", "key-reused"),
)
async def erase(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    models: ReadModels,
    tournaments: Tournaments,
    request_keys: RequestKeys,
    talking: Talking,
    data: Erasure,
    key: IdempotencyKey = None,
) -> Response[None]:
    """Delete your name and all your tokens, sessions and passkeys, and give up your seats and your open games.

    Games that you opened and that have not started are cancelled. Bots play on in your running games. You leave your
    tournaments; those that you opened and that have not started are cancelled. A running tournament goes on if it has
    another director, to whom the games of later rounds belong: appoint one first. Otherwise it is finished if all its
    rounds are over, and cancelled if not; its running games go on. Your id, which identifies no person, remains in
    games and tournaments, so that they stay verifiable. The guests whom you have seated are deleted with you, and bots
    play on for them, too. A guest alone is deleted with the seat token. If not all your seats can be found at the
    moment, nothing is deleted and the response is 503: retry later. After any other 503, you may have given up seats
    and roles, and your guests may be deleted, while your account still exists: send the same request again, with the
    same Idempotency-Key.

    `confirm` is your name, so that no program deletes an account by mistake. Deletion needs the scope `account`, which
    is in no bundle. It is permanent, and no other player gets your id. You are removed from the leaderboards at once.
    Games and results keep your id without a name. You resign from running games first. The response has no body.
    """
    token = _who_is_erased(request)
    keyed = keyed_of(request, token, key)
    if await executed(request_keys, keyed) is not None:
        return no_content(replayed=True)
    _check_confirmed(data.confirm, accounts.name_of(token.player))
    origin = origin_of(token, None, None)
    # before the first write: a request that is refused because the tables are behind the log changes nothing
    players = [token.player, *await with_timeout(accounts.guests_in_games, token.player)]
    held = {player: await _held_by(player, models) for player in players}
    await leave_tournaments(tournaments, token.player, origin)
    for player in players:
        await _give_up_all(player, held[player], origin, play, tournaments)
    while await with_timeout(accounts.erase_guests, token.player):
        # other requests get the lock of the accounts in between
        await asyncio.sleep(PAUSE)
    is_replayed = await with_timeout(accounts.erase, token.player, keyed)
    talking.erased()
    return no_content(replayed=is_replayed)


def _who_is_erased(request: PlayerRequest) -> Token:
    token = token_of(request)
    return token if token.player.startswith(GUEST) else account_of(request, "account")


def _check_confirmed(typed: str, name: str | None) -> None:
    """Raise a 400 problem unless a text is the name of the account; case and compatibility variants do not count."""
    if name is not None and name_keys(typed).folded != name_keys(name).folded:
        raise problem_at("bad-request", "confirm", f"to delete this account, confirm its name: {quoted(name)}")


async def _held_by(player: str, models: ReadModels) -> _Held:
    """Return what a player has to give up. Raises a 503 problem if it cannot be found."""
    owned = await _found(models, lambda cursor: open_games_of(cursor, player))
    # seats of open games first: a game that starts in the meantime is found in both lists, and never in none
    seats = [*await _seats(models, player, "open"), *await _seats(models, player, "running")]
    return _Held(owned, {own.game.game: own.invited for own in seats})


async def _give_up_all(player: str, held: _Held, origin: Origin, play: Play, tournaments: Tournaments) -> None:
    for game in held.owned:
        # a game of a running tournament belongs to its players
        if not await tournaments.queries.awaits(game):
            await _give_up(play, game, partial(play.abandon, allowed=_still_owns(player), origin=origin))
    leave = partial(play.act, decision=_leaving(player), origin=origin)
    resign = partial(play.resign, seat_in=_seat_of(player), bot=STAND_IN, origin=origin)
    for game, invited in held.seats.items():
        if not invited:
            # a game may start after its seat was found, and before or after it is left: only one of the two is possible
            await _give_up(play, game, leave)
            await _give_up(play, game, resign)
        await _decline_all(play, game, player, origin)


async def _seats(models: ReadModels, player: str, status: Status) -> list[OwnSeat]:
    wanted = GameQuery(status=status, limit=MOST_SEATS)
    return await _found(models, lambda cursor: own_seats(cursor, Requester(player), wanted, awaiting=None))


async def _decline_all(play: Play, game: str, player: str, origin: Origin) -> None:
    """Decline the seats of a game that wait for a player: several offers, or the reserved seat that the player left."""
    with contextlib.suppress(UnreadableGameError):
        for seat in seats_to_decline((await play.load(game)).game, player):
            await _give_up(play, game, partial(play.act, decision=_declining(player, seat), origin=origin))


async def _found(models: ReadModels, query: Callable[[Cursor], T]) -> T:
    """Return the result of a query on up-to-date tables. Raises a 503 problem if they stay behind the log."""
    try:
        async with asyncio.timeout(STORE_TIMEOUT):
            return await models.read(("lobby", "seats"), query, math.inf)
    except TimeoutError:
        message = (
            "the tables with your games are behind the log. Your name and tokens remain until all your seats are given "
            "up: retry later"
        )
        raise ProblemError("unavailable", message, {"Retry-After": "5"}) from None


async def _give_up(play: Play, game: str, give_up: GiveUp) -> None:
    # the game may have changed since the tables were read, so that there is nothing left to give up
    with contextlib.suppress(NotPossible, ProblemError, UnreadableGameError):
        await give_up(await play.load(game))


def _still_owns(player: str) -> Allowed:
    def check(game: Game) -> None:
        if game.opened.owner != player:
            raise ProblemError("not-yours", "the player does not own this game")

    return check


def _leaving(player: str) -> Callable[[Game], Decision]:
    """Return the decision by which a player leaves a game that has not started."""
    seat_in = _seat_of(player)

    def decision(game: Game) -> Decision:
        seat = seat_in(game)
        return seat, decide.leave_seat(game, seat)

    return decision


def _declining(player: str, seat: Seat) -> Callable[[Game], Decision]:
    """Return the decision by which a player declines a seat."""
    return lambda game: (None, decline_seat(game, seat, player))


def _seat_of(player: str) -> SeatIn:
    def find(game: Game) -> Seat:
        seat = seat_of(game, player)
        if seat is None:
            raise ProblemError("not-yours", f"{player} does not sit in this game")
        return seat

    return find
