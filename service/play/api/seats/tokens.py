"""Tokens for one seat."""

from collections import defaultdict
from collections.abc import Mapping

from litestar import Response, delete, get, post

from domain.game.game import Game
from domain.kernel.values import Seat
from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, problems
from service.core.http.request.cursors import next_link, paged
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.callers import account_of, check_no_app, token_of
from service.people.api.expiry import expiry_of
from service.people.api.idempotency import (
    IdempotencyKey,
    executed,
    keyed_of,
    missing_unless_executed,
    no_content,
    replay_headers,
)
from service.people.api.messages import NewSeatToken, SeatTokenMade, SeatTokenReply, SeatTokens
from service.people.api.names import printable_name
from service.people.api.paging import cursor_after_token, tokens_after
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.request_keys import RequestKeys
from service.people.tokens import GUEST, MOST_LISTED, Token, TokenSpec
from service.play.api.access import Access
from service.play.api.loading import Games
from service.play.loaded import Loaded

SEAT_TOKEN_PROBLEMS = ("bad-request", "token-needed", "scope-missing", "not-yours", "not-found")


@post(
    "/{game:str}/seats/{seat:int}/tokens",
    summary="Create a seat token",
    operation_id="makeSeatToken",
    security=with_scope("games:play", "games:organise"),
    responses=problems(*SEAT_TOKEN_PROBLEMS, "invalid-name", "token-limit", "key-reused"),
)
async def make_seat_token(
    request: PlayerRequest,
    accounts: Accounts,
    access: Access,
    games: Games,
    game: str,
    seat: int,
    data: NewSeatToken,
    key: IdempotencyKey = None,
) -> Response[SeatTokenMade]:
    """Create a token that can only play your seat, for a deputy or for your own bot.

    The owner of the game creates the tokens of guests, also after the start, when one is lost, and also if the owner
    plays in the game. So the owner can see the secrets of a guest. The log records the token with each decision.

    The token plays this seat of this game only, and you can revoke it separately.
    """
    loaded = await games.load_seen(request, game)
    player = _who_may_delegate(request, access, loaded.game, seat)
    own = token_of(request)
    if not player.startswith(GUEST):
        check_no_app(own, "tokens of the own seat")
    end = expiry_of(data.expires_at, own)
    label = printable_name(data.label, "label")
    new = TokenSpec(player, label, ("read", "play"), game, seat, end, own)
    made = await with_timeout(accounts.new_token, new, key)
    # a repetition with the same key returns a token that may have played already
    versions = versions_by_sender(loaded).get(made.token.sender, ()) if made.replayed else ()
    return Response(
        reply_from(SeatTokenMade, _seat_token(made.token, versions), token=made.secret),
        headers={"Cache-Control": "no-store", **replay_headers(made.replayed)},
    )


def _who_may_delegate(request: PlayerRequest, access: Access, game: Game, seat: Seat) -> str:
    """Return the player for whose seat the requester may create and list tokens. Raises 401 and 403 problems."""
    account_of(request)
    occupant = game.occupant(seat)
    if occupant is not None and occupant.player.startswith(GUEST):
        access.only_owner(request)(game)
        return occupant.player
    if access.own_seat(request)(game) != seat:
        raise ProblemError("not-yours", f"you do not sit on seat {seat}")
    return access.player_in(request, game) or ""


def versions_by_sender(loaded: Loaded) -> Mapping[str, tuple[int, ...]]:
    """Return the versions of the decisions of a game by their senders, in one pass over its log."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for entry in loaded.entries:
        if entry.origin is not None:
            found[entry.origin.sender].append(entry.record.version)
    return {sender: tuple(versions) for sender, versions in found.items()}


def _seat_token(token: Token, versions: tuple[int, ...]) -> SeatTokenReply:
    return reply_from(SeatTokenReply, token, versions=versions, kind="session" if token.is_session else "token")


@get(
    "/{game:str}/seats/{seat:int}/tokens",
    summary="List seat tokens",
    operation_id="seatTokens",
    security=with_scope("games:play", "games:organise"),
    responses=problems(*SEAT_TOKEN_PROBLEMS),
)
async def seat_tokens(
    request: PlayerRequest,
    accounts: Accounts,
    access: Access,
    games: Games,
    game: str,
    seat: int,
    limit: Limit = MOST_LISTED,
    cursor: Cursor = None,
) -> Response[SeatTokens]:
    """Return the valid tokens for your seat, and the versions of the decisions made with them.

    A browser that has signed in with one of them is listed as a `session`. Sessions end when their token is revoked.
    For the seat of a guest, the owner of the game asks.

    `versions` lists the decisions made with each token.
    """
    loaded = await games.load_seen(request, game)
    player = _who_may_delegate(request, access, loaded.game, seat)
    found = await with_timeout(accounts.seat_tokens, game, seat, player, tokens_after(cursor), limit + 1)
    page, following = paged(found, limit, cursor_after_token)
    versions = versions_by_sender(loaded)
    reply = SeatTokens(tuple(_seat_token(token, versions.get(token.sender, ())) for token in page), following)
    return PrivateResponse(reply, headers=next_link(request, following))


@delete(
    "/{game:str}/seats/{seat:int}/tokens/{token:str}",
    summary="Revoke a seat token",
    operation_id="revokeSeatToken",
    security=with_scope("games:play", "games:organise"),
    responses=problems(*SEAT_TOKEN_PROBLEMS, "key-reused"),
)
async def revoke_seat_token(
    request: PlayerRequest,
    accounts: Accounts,
    request_keys: RequestKeys,
    access: Access,
    games: Games,
    game: str,
    seat: int,
    token: str,
    key: IdempotencyKey = None,
) -> Response[None]:
    """Revoke a token for your seat, and the sessions that were started with it; or end one session.

    Requests with the token return 401 from now on. Decisions made with it remain.
    """
    keyed = keyed_of(request, account_of(request), key) if key is not None else None
    if await executed(request_keys, keyed) is not None:
        # before the checks: the player may have left the seat since
        return no_content(replayed=True)
    loaded = await games.load_seen(request, game)
    player = _who_may_delegate(request, access, loaded.game, seat)
    found = accounts.token(token)
    if found is None or (found.game, found.seat, found.player) != (game, seat, player):
        return await missing_unless_executed(request_keys, keyed, "the seat has no such token")
    return no_content(replayed=await with_timeout(accounts.revoke, found, keyed))
