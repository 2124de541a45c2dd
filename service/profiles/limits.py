"""The limits of an account."""

from litestar import get

from service.core.http.problems import problems
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.callers import address_of, token_of
from service.people.api.messages import Cap, LimitsReply, RequestLimit
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.quotas.rate_limit import WINDOW, RateLimits, WindowState
from service.proof.uploads.intake import PER_TOKEN
from service.tournaments.log import MOST_OPEN
from service.tournaments.tournaments import Tournaments


@get(
    "/me/limits",
    summary="Read your limits",
    operation_id="limits",
    security=with_scope("profile:read"),
    responses=problems("token-needed", "scope-missing"),
)
async def my_limits(
    request: PlayerRequest, accounts: Accounts, limits: RateLimits, tournaments: Tournaments
) -> LimitsReply:
    """Return the request limits and what remains of them, and the caps of your account and what it uses.

    Each process of the service counts requests separately. All other numbers are common to all processes.

    This request counts towards the limits. Every response to a counted request has the same values in the headers
    RateLimit-Policy and RateLimit. Not counted are health checks, preflights, and some requests that are answered with
    503, or with 429 because too many of your address wait.
    """
    token = token_of(request, "profile:read")
    own = limits.own_limit(accounts.account_of(token.player))
    taken = limits.token.look(token.id, own)
    used, caps = await with_timeout(accounts.usage, token.player), accounts.caps
    return LimitsReply(
        limit=taken.limit,
        left=taken.left,
        seconds=taken.seconds,
        window=WINDOW,
        account=_request_limit(limits.account.look(accounts.account_of(token.player), own)),
        address=_request_limit(limits.address.look(address_of(request))),
        tokens=Cap(caps.tokens, used.tokens),
        invitations=Cap(caps.invitations, used.invitations),
        open_games=Cap(caps.open_games, used.open_games),
        guests=Cap(caps.guests, used.guests),
        tournaments=Cap(MOST_OPEN, await tournaments.queries.open_of(token.player)),
        uploads=PER_TOKEN,
    )


def _request_limit(taken: WindowState) -> RequestLimit:
    return RequestLimit(taken.limit, taken.left)
