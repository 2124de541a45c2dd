"""Errors of the endpoints for apps, in the form of OAuth (RFC 6749 5.2)."""

from http import HTTPStatus

from litestar import Response
from msgspec import json

from service.apps.library import is_plain
from service.core.http.problem_types import PROBLEMS
from service.core.http.problems import ProblemError

ENDPOINTS = frozenset({"/oauth/token", "/oauth/revoke", "/oauth/introspect", "/oauth/device"})
"""The paths whose errors have this form."""

_CODE_OF_STATUS = {
    HTTPStatus.UNAUTHORIZED: "invalid_client",
    HTTPStatus.FORBIDDEN: "unauthorized_client",
    HTTPStatus.TOO_MANY_REQUESTS: "temporarily_unavailable",
    HTTPStatus.SERVICE_UNAVAILABLE: "temporarily_unavailable",
    HTTPStatus.INTERNAL_SERVER_ERROR: "server_error",
}


def oauth_error(error: ProblemError) -> Response[bytes]:
    """Return the response for an error at an endpoint for apps."""
    status = HTTPStatus(PROBLEMS[error.code].status)
    return oauth_response(status, _CODE_OF_STATUS.get(status, "invalid_request"), error.detail, error.headers)


def oauth_response(status: int, code: str, description: str, headers: dict[str, str] | None = None) -> Response[bytes]:
    """Return an error of OAuth. Characters of the description that the RFC does not allow are left out."""
    plain = "".join(each for each in description.replace('"', "'") if is_plain(each))
    body = json.encode({"error": code, "error_description": plain})
    return Response(body, status_code=status, media_type="application/json", headers={**NO_STORE, **(headers or {})})


NO_STORE = {"Cache-Control": "no-store", "Pragma": "no-cache"}
"""The headers of all replies of these endpoints (RFC 6749 5.1)."""
