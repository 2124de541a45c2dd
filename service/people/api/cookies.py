"""Clears the cookie of a session that has ended."""

from typing import Any, cast

from litestar.types import HTTPScope, Message, Send

from service.core.http.cookies import clear_cookie
from service.core.site_address import SiteAddress
from service.people.accounts import Accounts
from service.people.api.identity import SESSION_ENDED
from service.people.tokens import Token

_UNAUTHORIZED = 401
_HTML = b"text/html"


class SessionCookies:
    """Clears the cookies of sessions that have ended."""

    def __init__(self, accounts: Accounts, site: SiteAddress) -> None:
        self._accounts = accounts
        self._site = site

    def clearing(self, scope: HTTPScope, token: Token | None, send: Send) -> Send:
        """Return `send` with a header that clears the cookie where its session has ended.

        A reply may arrive late, after another page has signed in again. Therefore only replies that need no wait clear
        the cookie: 401, pages, and the DELETE that ended the session.
        """
        is_ended = SESSION_ENDED in scope
        may_end = token is not None and token.is_session and scope["method"] == "DELETE"
        if not is_ended and not may_end:
            return send
        origin = self._site.origin_at(scope)
        assert origin is not None, "a cookie is only read with an own origin"

        async def with_header(message: Message) -> None:
            if message["type"] == "http.response.start":
                start = cast("dict[str, Any]", message)
                ended_now = token is not None and may_end and not self._accounts.is_in_force(token)
                if ended_now or (is_ended and _is_quick(start)):
                    kept = [pair for pair in start["headers"] if pair[0].lower() != b"cache-control"]
                    cleared = (b"set-cookie", clear_cookie(origin).encode())
                    # no cache may store a reply that changes cookies
                    start["headers"] = [*kept, (b"cache-control", b"no-store"), cleared]
            await send(message)

        return with_header

    def headers_of(self, scope: HTTPScope) -> dict[str, str]:
        """Return the header of a problem that clears the cookie if its session has ended."""
        origin = self._site.origin_at(scope) if SESSION_ENDED in scope else None
        return {} if origin is None else {"Set-Cookie": clear_cookie(origin)}


def _is_quick(start: dict[str, Any]) -> bool:
    is_page = any(name.lower() == b"content-type" and value.startswith(_HTML) for name, value in start["headers"])
    return start["status"] == _UNAUTHORIZED or is_page
