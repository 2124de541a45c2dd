"""The answer to each exception: one table from exception types to handlers that return a problem (RFC 9457)."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from eventsourcing.persistence import DataError, PersistenceError
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from domain.game.game import NotPossible
from domain.kernel.ruleset import OptionError
from service.accounts.rows import NameTakenError
from service.games.cache import UnknownGameError, UnreadGameError
from service.games.play import DecisionClosedError, VersionChangedError
from service.http.problem_types import PROBLEMS
from service.http.problems import FieldError, ProblemError, problem_response
from service.http.request.validation import escaped, readable
from service.store.errors import KeyReusedError, StoreError, VersionConflictError
from service.store.outage import OUTAGE, is_outage

_log = logging.getLogger(__name__)

_BY_STATUS = {
    400: "bad-request",
    401: "token-needed",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "media-type",
    429: "too-many-requests",
    503: "unavailable",
}


_SAID_BY: Mapping[type[Exception], str] = {
    OptionError: "invalid-option",
    UnreadGameError: "data-set-missing",
    NameTakenError: "name-taken",
}
"""The codes of errors that say themselves what is wrong."""

_CUT_OFF = "client disconnected prematurely"
"""By these words alone the framework tells that a body did not come to its end, which it takes for its own error."""


def on_problem(request: Request[Any, Any, Any], error: ProblemError) -> Response[bytes]:
    """Answer one of our own errors."""
    return problem_response(request, error)


def on_domain(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer an error of the domain or of the use case."""
    return problem_response(request, _translated(error))


def _translated(error: Exception) -> ProblemError:
    match error:
        case UnknownGameError():
            return ProblemError("not-found", "there is no such game")
        case NotPossible():
            return ProblemError(error.code, error.reason)
        case OptionError() | UnreadGameError() | NameTakenError():
            return ProblemError(_SAID_BY[type(error)], str(error))
        case DecisionClosedError():
            return ProblemError("decision-closed", str(error), decision=error.current)
        case VersionChangedError():
            return ProblemError("version-changed", f"the game is at version {error}: look again, then decide")
        case KeyReusedError():
            return ProblemError("key-reused", "this Idempotency-Key came before with another request: use a new one")
        case RecursionError():
            return ProblemError("bad-request", "the body is nested too deeply")
        case UnicodeDecodeError():
            return ProblemError("bad-request", f"the request is not UTF-8 at byte {error.start} of a text in it")
        case StoreError() | VersionConflictError() | PersistenceError() | TimeoutError():
            return ProblemError("unavailable", "the store does not answer now: try again", {"Retry-After": "1"})
        case _:
            return ProblemError("internal", "the error is logged; try again later")


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Answer an error of the framework: unknown path, wrong method, unreadable body."""
    code = _BY_STATUS.get(
        error.status_code, "internal" if error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR else "bad-request"
    )
    if error.detail == _CUT_OFF:
        reason = "the body ended before it was complete, or its chunks cannot be told apart"
        return problem_response(request, ProblemError("bad-request", reason))
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    if not isinstance(error, ValidationException):
        return problem_response(request, ProblemError(code, error.detail or PROBLEMS[code].title, headers))
    return problem_response(request, _invalid(request, error))


def _invalid(request: Request[Any, Any, Any], error: ValidationException) -> ProblemError:
    """Return the problem of parameters that are not as declared, or of a body that is missing."""
    fields: list[FieldError] = []
    extra: list[dict[str, Any]] = error.extra if isinstance(error.extra, list) else []
    for item in extra:
        reason, key = readable(str(item.get("message", error.detail))), str(item.get("key", ""))
        if key in {"", "data"}:
            fields.append(FieldError("", reason))
        else:
            name = _parameter_name(request, key)
            fields.append(FieldError(f"/{escaped(name)}", reason, name))
    return ProblemError("bad-request", fields[0].detail if fields else error.detail, errors=tuple(fields))


def _parameter_name(request: Request[Any, Any, Any], argument: str) -> str:
    """Return the name of the parameter or header that a route takes as this argument of its function."""
    field = request.route_handler.parsed_fn_signature.parameters.get(argument)
    return getattr(field and field.kwarg_definition, "name", None) or argument


def on_store(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer an error of the store; what happened goes to the log, not to the client."""
    if isinstance(error, DataError):
        # not the store has failed, but what it was given: to try again would not help
        _log.warning("the database cannot take what a request asks for: %s", error)
        reason = "the request contains a text or number that the database cannot search for"
        return problem_response(request, ProblemError("bad-request", reason))
    if is_outage(error):
        OUTAGE.report("a request is answered 503", error)
    else:
        _log.error("the store failed: %s: %s", type(error).__name__, error)
    return problem_response(request, _translated(error))


def on_unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer what nobody expected; what happened goes to the log, not to the client."""
    _log.error("unexpected error", exc_info=error)
    return problem_response(request, ProblemError("internal", "the error is logged; try again later"))
