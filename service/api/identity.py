"""Finds out whose request it is: by a token in Authorization, a stream ticket, or the cookie of a session."""

from collections.abc import Mapping
from typing import Any, cast

from litestar.types import HTTPScope

from domain.kernel.values import Value
from service.accounts.tickets import OtherPathError
from service.accounts.tokens import Token
from service.api.credentials import holder_of, is_repeated_after_revocation, secret_in, ticket_in, token_of_ticket
from service.connections.addresses import ADDRESS
from service.connections.origins import comes_from, header, may_come_from, own_origin
from service.http.cookies import COOKIES, cookie_in, cookie_name
from service.http.problems import INVALID_TOKEN, ProblemError
from service.services import Services

SAFE = {"GET", "HEAD", "OPTIONS"}
"""Methods that change nothing (RFC 9110 9.2.1). They also have no request body that is read."""

SESSION_ENDED = "ludolog.session_ended"
"""The key in the scope of a request whose cookie belongs to no session in force."""


class Refusal(Value, frozen=True):
    """A problem that is not raised yet.

    It is no exception: the traceback of a raised one refers to the frames that hold it, a cycle that would keep the
    memory of a refused request until the next collection of the oldest objects.
    """

    code: str
    detail: str
    headers: Mapping[str, str] | None = None

    def problem(self, headers: Mapping[str, str] | None = None) -> ProblemError:
        """Return the exception to raise, with further headers."""
        return ProblemError(self.code, self.detail, {**(self.headers or {}), **(headers or {})})


class Identity(Value, frozen=True):
    """What the credentials of a request are worth."""

    token: Token | None = None
    refusal: Refusal | None = None
    """The problem to respond with; None if the request may continue, with or without a token."""
    is_repeated: bool = False
    """Whether the request repeats the one that revoked its own token."""


async def identify(scope: HTTPScope, services: Services, *, is_timeless: bool) -> Identity:
    """Return the token of a request, or the problem of its invalid credentials."""
    if (ticket := ticket_in(scope)) is not None:
        return await _by_ticket(scope, services, ticket)
    sent = header(scope["headers"], b"authorization")
    if sent is None:
        return await _by_cookie(scope, services, is_timeless=is_timeless)
    token = holder_of(services.accounts, sent)
    if token is None and await _caught_up(services, is_timeless=is_timeless):
        token = holder_of(services.accounts, sent)
    if token is not None:
        return Identity(token)
    secret = secret_in(sent)
    if secret is not None and await is_repeated_after_revocation(scope, services, secret):
        return Identity(is_repeated=True)
    return Identity(refusal=_invalid("the token is unknown, revoked or expired: sign up with POST /v1/players"))


def token_at_hand(scope: HTTPScope, services: Services) -> Token | None:
    """Return the token of a request as far as memory knows it, for the limits of a request with a malformed head."""
    sent = header(scope["headers"], b"authorization")
    if sent is not None:
        return holder_of(services.accounts, sent)
    _, secret = _session_cookie(scope, services)
    return None if secret is None else services.accounts.session(secret)


def origin_at(scope: HTTPScope, services: Services) -> str | None:
    """Return the origin of the pages of this site for a request; None if it cannot be known."""
    return own_origin(services.origin, scope["headers"])


def check_origin(scope: HTTPScope, services: Services) -> str:
    """Return the own origin. Raises a 403 problem unless one of our pages certainly sent the request."""
    origin = origin_at(scope, services)
    if origin is None:
        message = (
            "the origin of this site is not configured: open its pages under the name localhost, or let the operator "
            "set LUDOLOG_ORIGIN"
        )
        raise ProblemError("foreign-origin", message)
    if not comes_from(origin, scope["headers"]):
        raise _foreign(origin, scope).problem()
    return origin


async def _by_ticket(scope: HTTPScope, services: Services, ticket: str) -> Identity:
    # an address above its limit costs no query
    is_over = services.limits.address.look(cast("dict[str, Any]", scope)[ADDRESS]).is_over
    try:
        token = None if is_over else await token_of_ticket(scope, services, ticket)
    except OtherPathError:
        message = "the stream ticket opens another path: create one for this path with POST /v1/me/stream-tickets"
        return Identity(refusal=_invalid(message))
    if token is not None:
        return Identity(token)
    message = "the stream ticket is unknown, used or expired: create one with POST /v1/me/stream-tickets"
    return Identity(refusal=_invalid(message))


async def _by_cookie(scope: HTTPScope, services: Services, *, is_timeless: bool) -> Identity:
    """Return the session of the cookie if one of our own pages sent it. A session that has ended counts as none."""
    origin, secret = _session_cookie(scope, services)
    if origin is None or secret is None:
        return Identity()
    if scope["method"] in SAFE:
        if not may_come_from(origin, scope["headers"]):
            return Identity()
    elif not comes_from(origin, scope["headers"]):
        return Identity(refusal=_foreign(origin, scope))
    token = services.accounts.session(secret)
    if token is None and await _caught_up(services, is_timeless=is_timeless):
        token = services.accounts.session(secret)
    if token is not None:
        return Identity(token)
    cast("dict[str, Any]", scope)[SESSION_ENDED] = True
    return Identity(is_repeated=await is_repeated_after_revocation(scope, services, secret))


def _session_cookie(scope: HTTPScope, services: Services) -> tuple[str | None, str | None]:
    """Return the own origin and the secret in its cookie."""
    if COOKIES not in scope:
        return None, None
    origin = origin_at(scope, services)
    return origin, None if origin is None else cookie_in(scope, cookie_name(origin))


async def _caught_up(services: Services, *, is_timeless: bool) -> bool:
    """Read the changes of other processes on a path that skips it: another one may just have created the token."""
    if not is_timeless or services.log_poller is None:
        return False
    await services.log_poller.catch_up()
    return True


def _invalid(message: str) -> Refusal:
    return Refusal("token-needed", message, INVALID_TOKEN)


def _foreign(origin: str, scope: HTTPScope) -> Refusal:
    sent, site = header(scope["headers"], b"origin"), header(scope["headers"], b"sec-fetch-site")
    if sent is not None:
        reason = "its Origin is another one"
    else:
        reason = "it has no Origin header" if site is None else "its Sec-Fetch-Site is not same-origin"
    return Refusal("foreign-origin", f"only pages of {origin} may send this request: {reason}")
