"""Players and tokens."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, delete, get, post, put
from litestar.datastructures import State
from litestar.params import QueryParameter

from service.accounts.accounts import MIN_SIGN_UP_KEY, MOST_LISTED, Accounts
from service.accounts.credentials import Scope
from service.accounts.names import InvalidNameError, printable
from service.accounts.tokens import Token, TokenSpec
from service.api.access import PlayerRequest, account_of, address_of, token_of
from service.api.accounts.erasing import erase
from service.api.accounts.expiry import expiry_of
from service.api.accounts.messages import (
    Cap,
    LimitsReply,
    NewName,
    NewToken,
    PlayerReply,
    Players,
    RequestLimit,
    SignedUp,
    SignUp,
    TokenMade,
    TokenReply,
    Tokens,
)
from service.api.games.messages import Games
from service.api.games.routes import Cursor, Limit, Status, Title, page_of_games
from service.api.idempotency import IdempotencyKey, replay_headers
from service.api.rate_limit import WINDOW, RateLimits, Taken
from service.api.rulesets.routes import title_asked
from service.api.scoreboard.messages import PlayerProfile
from service.api.scoreboard.routes import rating_reply
from service.http.problems import ProblemError, problems
from service.http.request.cursors import cursor_of, next_link, paged, time_and_text_in
from service.http.response.conditional import listed
from service.http.response.responses import PrivateResponse
from service.proof.uploads.intake import PER_TOKEN
from service.readmodels.lists.lobby import GameQuery
from service.readmodels.lists.ratings import TITLE, ratings_of
from service.readmodels.reading import ReadModels
from service.store.timeouts import with_timeout

TokenLimit = Annotated[int, QueryParameter(ge=1, le=MOST_LISTED, description="The maximum number of items.")]

MAX_IDS = 100
"""Players that one request may ask for by id."""


def printable_name(text: str) -> str:
    """Return a name or label in its stored form. Raises a 422 problem if it is invalid."""
    try:
        return printable(text)
    except InvalidNameError as error:
        raise ProblemError("invalid-name", str(error)) from None


@post(
    "/players",
    summary="Sign up",
    operation_id="signUp",
    responses=problems(
        "bad-request", "token-needed", "invalid-name", "name-taken", "invalid-key", "key-reused", "sign-up-limit"
    ),
)
async def sign_up(request: PlayerRequest, data: SignUp, state: State, key: IdempotencyKey = None) -> Response[SignedUp]:
    """Create a player and return the first token.

    The Idempotency-Key of a sign-up is as secret as the token: use at least 32 random characters.
    """
    if key is not None and len(key) < MIN_SIGN_UP_KEY:
        message = (
            f"the key of a sign-up needs {MIN_SIGN_UP_KEY} random characters or more: it is as secret as the token"
        )
        raise ProblemError("invalid-key", message)
    name = printable_name(data.name)
    accounts: Accounts = state.accounts
    made = await with_timeout(accounts.sign_up, name, key, address_of(request))
    # a repeated request is answered with the name that the player has now
    name = accounts.name_of(made.token.player) or name
    reply = SignedUp(made.token.player, name, made.token.created_at, made.secret)
    headers = {"Location": f"/v1/players/{made.token.player}", "Cache-Control": "no-store"}
    return Response(reply, headers=headers | replay_headers(made.replayed))


@get("/players", summary="Look up players by id", operation_id="players", responses=problems("bad-request"))
async def players(
    request: Request[Any, Any, Any],
    state: State,
    ids: Annotated[
        str,
        QueryParameter(min_length=1, description=f"Up to {MAX_IDS} player ids, separated by commas."),
    ],
) -> Response[Players]:
    """Return players by id, without unknown and deleted ones."""
    wanted = list(dict.fromkeys(ids.split(",")))
    if len(wanted) > MAX_IDS:
        raise ProblemError("bad-request", f"`ids` names {len(wanted)} players: ask for at most {MAX_IDS} at a time")
    accounts: Accounts = state.accounts
    found = tuple(
        PlayerReply(player.id, player.name, player.created_at) for each in wanted if (player := accounts.player(each))
    )
    return listed(request, Players(found), {})


@get(
    "/players/{player:str}",
    summary="Read a player",
    operation_id="player",
    responses=problems("token-needed", "not-found"),
)
async def player_profile(player: str, state: State) -> PlayerProfile:
    """Return the public profile of a player with the ratings."""
    return await _profile(player, state)


def _player(player: str, state: State) -> PlayerReply:
    accounts: Accounts = state.accounts
    found = accounts.player(player)
    if found is None:
        raise ProblemError("not-found", "there is no such player")
    return PlayerReply(found.id, found.name, found.created_at)


async def _profile(player: str, state: State) -> PlayerProfile:
    reply = _player(player, state)
    models: ReadModels = state.models
    found = await models.read(("ratings",), lambda asked: ratings_of(asked, player))
    return PlayerProfile(
        id=reply.id,
        name=reply.name,
        created_at=reply.created_at,
        ratings=tuple(rating_reply(each) for each in found if each.profile == TITLE),
        profile_ratings=tuple(rating_reply(each) for each in found if each.profile != TITLE),
    )


@get(
    "/players/{player:str}/games",
    summary="List the games of a player",
    operation_id="gamesOfPlayer",
    responses=problems("bad-request", "token-needed", "not-found"),
)
async def games_of_player(
    request: PlayerRequest,
    player: str,
    state: State,
    status: Status = None,
    ruleset: Title = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[Games]:
    """Return the games of a player that you may see, newest first, including games the player resigned from."""
    _player(player, state)
    wanted = GameQuery(status=status, ruleset=title_asked(ruleset), player=player)
    return await page_of_games(request, state, wanted, limit, cursor)


@get("/me", summary="Read your own profile", operation_id="me", responses=problems("token-needed"))
async def me(request: PlayerRequest, state: State) -> PlayerProfile:
    """Return the player of the token with the ratings."""
    return await _profile(token_of(request).player, state)


@put(
    "/me/name",
    summary="Change your name",
    operation_id="changeName",
    responses=problems("bad-request", "token-needed", "scope-missing", "invalid-name", "name-taken"),
)
async def change_name(request: PlayerRequest, data: NewName, state: State) -> PlayerReply:
    """Change the name of your account. All lists, results and leaderboards show the new name."""
    own = account_of(request, "organise")
    accounts: Accounts = state.accounts
    await with_timeout(accounts.rename, own.player, printable_name(data.name))
    return _player(own.player, state)


@get("/me/limits", summary="Read your limits", operation_id="limits", responses=problems("token-needed"))
async def my_limits(request: PlayerRequest, state: State) -> LimitsReply:
    """Return the request limits and what remains of them, and the caps of your account and what it uses.

    Each process of the service counts requests separately. All other numbers are common to all processes.
    """
    token = token_of(request)
    limits: RateLimits = state.limits
    accounts: Accounts = state.accounts
    taken = limits.token.look(token.id)
    used, caps = await with_timeout(accounts.usage, token.player), accounts.caps
    return LimitsReply(
        limit=taken.limit,
        left=taken.left,
        seconds=taken.seconds,
        window=WINDOW,
        account=_request_limit(limits.account.look(accounts.account_of(token.player))),
        address=_request_limit(limits.address.look(address_of(request))),
        tokens=Cap(caps.tokens, used.tokens),
        invitations=Cap(caps.invitations, used.invitations),
        open_games=Cap(caps.open_games, used.open_games),
        guests=Cap(caps.guests, used.guests),
        uploads=PER_TOKEN,
    )


def _request_limit(taken: Taken) -> RequestLimit:
    return RequestLimit(taken.limit, taken.left)


@get(
    "/me/tokens",
    summary="List your tokens",
    operation_id="tokens",
    responses=problems("bad-request", "token-needed", "scope-missing"),
)
async def tokens(
    request: PlayerRequest, state: State, limit: TokenLimit = MOST_LISTED, cursor: Cursor = None
) -> Response[Tokens]:
    """Return your valid tokens without their secrets."""
    accounts: Accounts = state.accounts
    player = account_of(request).player
    found = await with_timeout(accounts.tokens, player, tokens_after(cursor), limit + 1)
    page, following = paged(found, limit, cursor_after_token)
    return PrivateResponse(Tokens(tuple(map(_token, page)), following), headers=next_link(request, following))


def tokens_after(cursor: str | None) -> tuple[str, str] | None:
    """Return the token in a cursor, after which a page begins. Raises a 400 problem."""
    return None if cursor is None else time_and_text_in(cursor)


def cursor_after_token(token: Token) -> str:
    """Return the cursor of the page after this token."""
    return cursor_of(token.created_at, token.id)


def _token(token: Token) -> TokenReply:
    return TokenReply(token.id, token.label, token.created_at, token.scopes, token.last_used_at, token.expires_at)


@post(
    "/me/tokens",
    summary="Create a token",
    operation_id="makeToken",
    responses=problems("bad-request", "token-needed", "scope-missing", "invalid-name", "token-limit", "key-reused"),
)
async def make_token(
    request: PlayerRequest, data: NewToken, state: State, key: IdempotencyKey = None
) -> Response[TokenMade]:
    """Create a token and return it once. Its scopes must be scopes of the token of the request."""
    own = account_of(request)
    wanted = own.scopes if data.scopes is None else data.scopes
    missing = [scope for scope in wanted if scope not in own.scopes]
    if missing:
        raise ProblemError("scope-missing", f"this token lacks the scope {missing[0]} and cannot grant it")
    scopes: list[Scope] = [scope for scope in own.scopes if scope == "read" or scope in wanted]
    accounts: Accounts = state.accounts
    expires_at = expiry_of(data.expires_at, own)
    label = printable_name(data.label)
    made = await with_timeout(accounts.new_token, TokenSpec(own.player, label, scopes, expires_at=expires_at), key)
    reply = _token(made.token)
    return Response(
        TokenMade(**msgspec.structs.asdict(reply), token=made.secret),
        headers={"Cache-Control": "no-store", **replay_headers(made.replayed)},
    )


@delete(
    "/me/tokens/{token:str}",
    summary="Revoke a token",
    operation_id="revokeToken",
    responses=problems("token-needed", "scope-missing", "not-found"),
)
async def revoke_token(request: PlayerRequest, token: str, state: State) -> None:
    """Revoke one of your tokens or seat tokens permanently. A token cannot revoke a token with more scopes."""
    accounts: Accounts = state.accounts
    own = account_of(request)
    found = accounts.token(token)
    if found is None or found.player != own.player or found.is_invitation:
        raise ProblemError("not-found", "you have no such token")
    if not set(found.scopes) <= set(own.scopes):
        raise ProblemError("scope-missing", "this token cannot revoke one that may do more")
    await with_timeout(accounts.revoke, found)


router = Router(
    "/v1",
    route_handlers=[
        sign_up, players, player_profile, games_of_player, me, change_name, erase,
        my_limits, tokens, make_token, revoke_token,
    ],
    tags=["players"],
)  # fmt: skip
