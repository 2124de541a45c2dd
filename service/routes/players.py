"""Players and tokens."""

import asyncio
from typing import Annotated

from litestar import Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.params import Parameter

from service.access import PlayerRequest, player_of
from service.accounts import MIN_SIGN_UP_KEY, Accounts
from service.answers import REPLAYED
from service.messages import NewToken, PlayerReply, SignedUp, SignUp, TokenMade, TokenReply, Tokens
from service.problems import ProblemError, problems

MAX_KEY = 128

IdempotencyKey = Annotated[
    str | None,
    Parameter(
        header="Idempotency-Key",
        required=False,
        min_length=1,
        max_length=MAX_KEY,
        description="Made by you: a repetition with the same key and body has the same answer and no further effect.",
    ),
]


@post(
    "/players",
    summary="Sign up",
    operation_id="signUp",
    responses=problems("bad-request", "token-needed", "invalid-name", "invalid-key", "key-reused"),
)
async def sign_up(data: SignUp, state: State, key: IdempotencyKey = None) -> Response[SignedUp]:
    """Answer a token, once.

    An Idempotency-Key of a sign-up is as good as the token: make it of 32 random characters or more.
    """
    if key is not None and len(key) < MIN_SIGN_UP_KEY:
        message = (
            f"the key of a sign-up has {MIN_SIGN_UP_KEY} random characters or more, for it is as good as the token"
        )
        raise ProblemError("invalid-key", message)
    name = data.name.strip()
    if not name or not name.isprintable():
        raise ProblemError("invalid-name", "the name needs a visible character, and none that cannot be printed")
    accounts: Accounts = state.accounts
    player, token, replayed = await asyncio.to_thread(accounts.sign_up, name, key)
    reply = SignedUp(player.id, player.name, player.created_at, token)
    headers = {"Location": f"/v1/players/{player.id}", "Cache-Control": "no-store"}
    return Response(reply, headers=headers | ({REPLAYED: "true"} if replayed else {}))


@get("/players/{player:str}", summary="A player", operation_id="player", responses=problems("not-found"))
async def player_profile(player: str, state: State) -> PlayerReply:
    """Return a player by id."""
    accounts: Accounts = state.accounts
    found = accounts.player(player)
    if found is None:
        raise ProblemError("not-found", "there is no such player")
    return PlayerReply(found.id, found.name, found.created_at)


@get("/me", summary="Yourself", operation_id="me", responses=problems("token-needed"))
async def me(request: PlayerRequest, state: State) -> PlayerReply:
    """Return the player who holds the token."""
    return await player_profile.fn(player_of(request), state)


@get("/me/tokens", summary="Your tokens", operation_id="tokens", responses=problems("token-needed"))
async def tokens(request: PlayerRequest, state: State) -> Tokens:
    """Return your tokens, without the tokens themselves."""
    accounts: Accounts = state.accounts
    found = await asyncio.to_thread(accounts.tokens, player_of(request))
    return Tokens(tuple(TokenReply(token.id, token.label, token.created_at) for token in found))


@post(
    "/me/tokens",
    summary="Make a further token",
    operation_id="makeToken",
    responses=problems("bad-request", "token-needed", "key-reused"),
)
async def make_token(
    request: PlayerRequest, data: NewToken, state: State, key: IdempotencyKey = None
) -> Response[TokenMade]:
    """Answer the token, once."""
    accounts: Accounts = state.accounts
    made, token, replayed = await asyncio.to_thread(accounts.new_token, player_of(request), data.label, key)
    headers = {"Cache-Control": "no-store"} | ({REPLAYED: "true"} if replayed else {})
    return Response(TokenMade(made.id, made.label, made.created_at, token), headers=headers)


@delete(
    "/me/tokens/{token:str}",
    summary="Revoke a token",
    operation_id="revokeToken",
    responses=problems("token-needed", "not-found"),
)
async def revoke_token(request: PlayerRequest, token: str, state: State) -> None:
    """Make a token worthless, at once."""
    accounts: Accounts = state.accounts
    if not await asyncio.to_thread(accounts.revoke, player_of(request), token):
        raise ProblemError("not-found", "you have no such token")


router = Router("/v1", route_handlers=[sign_up, player_profile, me, tokens, make_token, revoke_token], tags=["players"])
