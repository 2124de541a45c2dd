"""Finds out whose request it is: by a token in Authorization, a stream ticket, or the cookie of a session."""

from collections.abc import Mapping
from typing import Any, cast

from litestar.types import HTTPScope

from domain.kernel.values import Value
from service.core.connections.addresses import ADDRESS
from service.core.connections.origins import comes_from, header, may_come_from
from service.core.http.cookies import COOKIES, cookie_in, cookie_name
from service.core.http.problems import INVALID_TOKEN, ProblemError
from service.core.site_address import SiteAddress, why_foreign
from service.people.accounts import Accounts
from service.people.api.credentials import (
    holder_of,
    is_repeated_after_revocation,
    secret_in,
    ticket_in,
    token_of_ticket,
)
from service.people.following import Follower
from service.people.quotas.rate_limit import RateLimits
from service.people.request_keys import RequestKeys
from service.people.tickets import OtherPathError, Tickets
from service.people.tokens import Token

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


class Authenticator:
    """Finds out whose a request is."""

    def __init__(
        self,
        accounts: Accounts,
        tickets: Tickets,
        request_keys: RequestKeys,
        limits: RateLimits,
        site: SiteAddress,
    ) -> None:
        self._accounts = accounts
        self._tickets = tickets
        self._request_keys = request_keys
        self._limits = limits
        self._site = site
        self.follower: Follower | None = None
        """What keeps the accounts current; None: no other process changes them."""

    async def identify(self, scope: HTTPScope, *, is_timeless: bool) -> Identity:
        """Return the token of a request, or the problem of its invalid credentials."""
        if (ticket := ticket_in(scope)) is not None:
            return await self._by_ticket(scope, ticket)
        sent = header(scope["headers"], b"authorization")
        if sent is None:
            return await self._by_cookie(scope, is_timeless=is_timeless)
        token = holder_of(self._accounts, sent)
        if token is None and await self._caught_up(is_timeless=is_timeless):
            token = holder_of(self._accounts, sent)
        if token is not None:
            return Identity(token)
        secret = secret_in(sent)
        if secret is None:
            message = "send `Authorization: Bearer TOKEN`, no other scheme is known; POST /v1/players gives a token"
            return Identity(refusal=_invalid(message))
        if await is_repeated_after_revocation(scope, self._request_keys, secret):
            return Identity(is_repeated=True)
        message = (
            "the token is unknown, revoked or expired: sign up with POST /v1/players, or let an app refresh its token "
            "or ask the player again"
        )
        return Identity(refusal=_invalid(message))

    def token_at_hand(self, scope: HTTPScope) -> Token | None:
        """Return the token of a request as far as memory knows it.

        It is for the limits of a request with a malformed head.
        """
        sent = header(scope["headers"], b"authorization")
        if sent is not None:
            return holder_of(self._accounts, sent)
        _, secret = self._session_cookie(scope)
        return None if secret is None else self._accounts.session(secret)

    async def _by_ticket(self, scope: HTTPScope, ticket: str) -> Identity:
        # an address above its limit costs no query
        is_over = self._limits.address.look(cast("dict[str, Any]", scope)[ADDRESS]).is_over
        try:
            token = None if is_over else await token_of_ticket(scope, self._tickets, ticket)
        except OtherPathError:
            message = "the stream ticket opens another path: create one for this path with POST /v1/me/stream-tickets"
            return Identity(refusal=_invalid(message))
        if token is not None:
            return Identity(token)
        message = "the stream ticket is unknown, used or expired: create one with POST /v1/me/stream-tickets"
        return Identity(refusal=_invalid(message))

    async def _by_cookie(self, scope: HTTPScope, *, is_timeless: bool) -> Identity:
        """Return the session of the cookie if one of our own pages sent it. A session that has ended counts as none."""
        origin, secret = self._session_cookie(scope)
        if origin is None or secret is None:
            return Identity()
        if scope["method"] in SAFE:
            if not may_come_from(origin, scope["headers"]):
                return Identity()
        elif not comes_from(origin, scope["headers"]):
            return Identity(refusal=Refusal("foreign-origin", why_foreign(origin, scope)))
        token = self._accounts.session(secret)
        if token is None and await self._caught_up(is_timeless=is_timeless):
            token = self._accounts.session(secret)
        if token is not None:
            return Identity(token)
        cast("dict[str, Any]", scope)[SESSION_ENDED] = True
        return Identity(is_repeated=await is_repeated_after_revocation(scope, self._request_keys, secret))

    def _session_cookie(self, scope: HTTPScope) -> tuple[str | None, str | None]:
        """Return the own origin and the secret in its cookie."""
        if COOKIES not in scope:
            return None, None
        origin = self._site.origin_at(scope)
        return origin, None if origin is None else cookie_in(scope, cookie_name(origin))

    async def _caught_up(self, *, is_timeless: bool) -> bool:
        """Read the changes of other processes on a path that skips it: another one may just have created the token."""
        if not is_timeless or self.follower is None:
            return False
        await self.follower.catch_up()
        return True


def _invalid(message: str) -> Refusal:
    return Refusal("token-needed", message, INVALID_TOKEN)
