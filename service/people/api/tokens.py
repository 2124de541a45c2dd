"""The tokens of an account."""

from litestar import Response, Router, delete, get, post

from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, problems
from service.core.http.request.cursors import next_link, paged
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.callers import account_of, check_no_app
from service.people.api.expiry import expiry_of
from service.people.api.idempotency import (
    IdempotencyKey,
    keyed_of,
    missing_unless_executed,
    no_content,
    replay_headers,
)
from service.people.api.messages import NewToken, TokenMade, TokenReply, Tokens
from service.people.api.names import printable_name
from service.people.api.paging import cursor_after_token, tokens_after
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.credentials import BUNDLES, allowed_by, ordered
from service.people.request_keys import RequestKeys
from service.people.tokens import MOST_LISTED, Token, TokenSpec


@get(
    "/me/tokens",
    summary="List your tokens",
    operation_id="tokens",
    security=with_scope("account"),
    responses=problems("bad-request", "token-needed", "scope-missing"),
)
async def tokens(
    request: PlayerRequest, accounts: Accounts, limit: Limit = MOST_LISTED, cursor: Cursor = None
) -> Response[Tokens]:
    """Return your valid tokens without their secrets.

    The list has ids, labels and creation times, but not the tokens themselves.
    """
    own = account_of(request, "account")
    found = await with_timeout(accounts.tokens, own.player, tokens_after(cursor), limit + 1)
    page, following = paged(found, limit, cursor_after_token)
    return PrivateResponse(
        Tokens(tuple(_token(token, own) for token in page), following), headers=next_link(request, following)
    )


def _token(token: Token, own: Token) -> TokenReply:
    kind = "session" if token.is_session else "token"
    return reply_from(TokenReply, token, kind=kind, ends_with=token.started_by, current=token.id == own.id)


@post(
    "/me/tokens",
    summary="Create a token",
    operation_id="makeToken",
    security=with_scope("account"),
    responses=problems("bad-request", "token-needed", "scope-missing", "invalid-name", "token-limit", "key-reused"),
)
async def make_token(
    request: PlayerRequest, accounts: Accounts, data: NewToken, key: IdempotencyKey = None
) -> Response[TokenMade]:
    """Create a token and return it once. It may do at most what the token of the request may do.

    `read`, `play` and `organise` are bundles of scopes, and each comes with `read`.

    It ends with that token, or with what started the session of the request.

    Create one token for each device or program, so that you can revoke each token separately.
    """
    own = account_of(request, "account")
    check_no_app(own, "tokens")
    wanted = own.scopes if data.scopes is None else data.scopes
    missing = sorted(allowed_by(wanted) - allowed_by(own.scopes))
    if missing:
        raise ProblemError("scope-missing", f"this token lacks the scope {missing[0]} and cannot grant it")
    # the bundles of 0.2.0 always came with `read`
    scopes = ordered((*wanted, "read") if BUNDLES.intersection(wanted) else wanted)
    expires_at = expiry_of(data.expires_at, own)
    label = printable_name(data.label, "label")
    new = TokenSpec(own.player, label, scopes, expires_at=expires_at, by=own, has_all=data.scopes is None)
    made = await with_timeout(accounts.new_token, new, key)
    return Response(
        reply_from(TokenMade, _token(made.token, own), token=made.secret),
        headers={"Cache-Control": "no-store", **replay_headers(made.replayed)},
    )


@delete(
    "/me/tokens/{token:str}",
    summary="Revoke a token",
    operation_id="revokeToken",
    security=with_scope("account"),
    responses=problems("token-needed", "scope-missing", "not-found", "key-reused"),
)
async def revoke_token(
    request: PlayerRequest, accounts: Accounts, request_keys: RequestKeys, token: str, key: IdempotencyKey = None
) -> Response[None]:
    """Revoke one of your tokens or seat tokens permanently. A token cannot revoke one that may do more.

    A token without the scope `account` can revoke itself only.

    All that was made with it ends, too: tokens, seat tokens, invitations, passkeys, sessions, calendar links, pings,
    webhooks, browsers that show pings, the daily e-mail, and what was made with these. It can be the token of the
    request. Tokens and passkeys that were made before the service recorded who made them have `ends_with` null.

    Requests with the token return 401 from now on. The list of tokens has the id. The calendar links, pings, webhooks,
    browsers and daily e-mail that it made end, too.
    """
    own = account_of(request)
    if token != own.id:
        account_of(request, "account")
    keyed = keyed_of(request, own, key)
    found = accounts.token(token)
    # the token of an app ends with its grant
    if found is None or found.player != own.player or found.is_invitation or found.grant is not None:
        return await missing_unless_executed(request_keys, keyed, "you have no such token")
    if not allowed_by(found.scopes) <= allowed_by(own.scopes):
        raise ProblemError("scope-missing", "this token cannot revoke one that may do more")
    return no_content(replayed=await with_timeout(accounts.revoke, found, keyed))


router = Router("/v1", route_handlers=[tokens, make_token, revoke_token], tags=["players"])
