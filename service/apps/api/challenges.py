"""How a client finds out why a token is refused, and where it gets another one (RFC 6750 3, RFC 9728 5.1)."""

from typing import Any

from litestar import Request

from service.core.http.problem_types import PROBLEMS
from service.core.http.problems import CHALLENGE, ProblemError
from service.core.parts import parts_of
from service.core.site_address import SiteAddress

_UNAUTHORIZED = 401
_HEADER = "WWW-Authenticate"


def challenge(request: Request[Any, Any, Any], error: ProblemError) -> None:
    """Add the challenge to a problem of a token: 401, or 403 for a missing scope."""
    if error.code == "scope-missing":
        error.headers.setdefault(_HEADER, f'{CHALLENGE}, error="insufficient_scope"')
    elif PROBLEMS[error.code].status == _UNAUTHORIZED:
        error.headers.setdefault(_HEADER, CHALLENGE)
    else:
        return
    address = parts_of(request.app).get(SiteAddress).address_of(request)
    metadata = f"{address}/.well-known/oauth-protected-resource"
    error.headers[_HEADER] = f'{error.headers[_HEADER]}, resource_metadata="{metadata}"'
