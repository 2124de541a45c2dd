"""The address of the site: for links, and for what only its own pages may send."""

import re
from typing import Any

from litestar import Request
from litestar.types import HTTPScope

from service.core.connections.addresses import Addresses
from service.core.connections.origins import comes_from, header, own_origin
from service.core.http.problems import ProblemError

_HOST = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?", re.ASCII)
"""A host name or address with an optional port that can be pasted into a shell."""

_PLACEHOLDER = "https://ludolog.example"


class SiteAddress:
    """The address of the site, as the operator has configured it or as a request has it."""

    def __init__(self, origin: str | None, addresses: Addresses) -> None:
        self._origin = origin
        self._addresses = addresses

    def address_of(self, request: Request[Any, Any, Any]) -> str:
        """Return the address of the site for links: the configured one, or the one by which the request was sent.

        A host that a shell could misread is replaced by a placeholder.
        `X-Forwarded-Proto` is read only from a trusted proxy.
        """
        if self._origin is not None:
            return self._origin
        host = request.headers.get("host", "")
        if not _HOST.fullmatch(host):
            return _PLACEHOLDER
        is_proxy = request.client is not None and self._addresses.key_of(request.client.host) is None
        is_secure = is_proxy and request.headers.get("x-forwarded-proto") == "https"
        return f"{'https' if is_secure else request.url.scheme}://{host}"

    def origin_at(self, scope: HTTPScope) -> str | None:
        """Return the origin of the pages of this site for a request; None if it cannot be known."""
        return own_origin(self._origin, scope["headers"])

    def check_origin(self, scope: HTTPScope) -> str:
        """Return the own origin. Raises a 403 problem unless one of our pages certainly sent the request."""
        origin = self.origin_at(scope)
        if origin is None:
            message = (
                "the origin of this site is not configured: open its pages under the name localhost, or let the "
                "operator set LUDOLOG_ORIGIN"
            )
            raise ProblemError("foreign-origin", message)
        if not comes_from(origin, scope["headers"]):
            raise ProblemError("foreign-origin", why_foreign(origin, scope))
        return origin


def why_foreign(origin: str, scope: HTTPScope) -> str:
    """Return why a request does not come from one of our pages."""
    sent, site = header(scope["headers"], b"origin"), header(scope["headers"], b"sec-fetch-site")
    if sent is not None:
        reason = "its Origin is another one"
    else:
        reason = "it has no Origin header" if site is None else "its Sec-Fetch-Site is not same-origin"
    return f"only pages of {origin} may send this request: {reason}"
