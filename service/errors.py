"""The problem of each exception (RFC 9457): those of features, and of the framework, the store and defects."""

import logging
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any, TypeAlias, cast

from eventsourcing.persistence import DataError, PersistenceError
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.types import HTTPScope

from domain.kernel.codec import escaped
from service.core.feature import Feature, Translation
from service.core.http.problem_types import PROBLEMS
from service.core.http.problems import FieldError, ProblemError, bad_body
from service.core.http.request.bodies import MAX_BODY
from service.core.http.request.parameters import bad_parameter
from service.core.http.request.validation import readable
from service.core.store.errors import KeyReusedError, StoreError, VersionConflictError
from service.core.store.outage import OUTAGE, is_outage
from service.people.api.auth import count_refused

_log = logging.getLogger(__name__)

AnyRequest: TypeAlias = Request[Any, Any, Any]
Handler: TypeAlias = Callable[[AnyRequest, Any], Response[Any]]

_CODE_OF_STATUS = {
    400: "bad-request",
    401: "token-needed",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "media-type",
    429: "too-many-requests",
    503: "unavailable",
}

_CUT_OFF = "client disconnected prematurely"
"""The detail of Litestar's exception for a body that ended early; it has no class or status of its own."""


def exception_handlers(features: Iterable[Feature], answer: Handler) -> dict[int | type[Exception], Handler]:
    """Return the handlers of the application: of features, and of this table. `answer` makes the response."""
    translations = {**PROBLEM_OF}
    for feature in features:
        translations |= feature.problems
    return {kind: _handler(translation, answer) for kind, translation in translations.items()}


def _handler(translation: Translation, answer: Handler) -> Handler:
    def handle(request: AnyRequest, error: Exception) -> Response[Any]:
        return answer(request, translation(request, error))

    return handle


def _http(request: AnyRequest, error: HTTPException) -> ProblemError:
    """Translate an error of the framework: unknown path, wrong method, unreadable body."""
    is_server_error = error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
    code = _CODE_OF_STATUS.get(error.status_code, "internal" if is_server_error else "bad-request")
    if error.detail == _CUT_OFF:
        return bad_body("the body ended early or its chunks are malformed")
    if isinstance(error, ValidationException):
        return _invalid(request, error)
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    detail = error.detail or PROBLEMS[code].title
    if error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        # the framework says "Request Entity Too Large"
        handler: Any = cast("dict[str, Any]", request.scope).get("route_handler")
        most = handler.resolve_request_max_body_size() if isinstance(handler, HTTPRouteHandler) else MAX_BODY
        detail = f"the body is larger than {most:,} bytes"
    if error.status_code == HTTPStatus.NOT_FOUND and "route_handler" not in request.scope:
        # the framework says "Not Found"
        detail = "there is nothing at this address: the API begins at /v1, and /docs shows it"
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        methods = sorted({*", ".join(headers.values()).split(", ")} - {"OPTIONS"})
        detail = f"{request.method} is not possible here: use {' or '.join(methods)}"
    problem = ProblemError(code, detail, headers)
    # the middleware of a route counts its requests
    return problem if "route_handler" in request.scope else count_refused(cast("HTTPScope", request.scope), problem)


def _invalid(request: AnyRequest, error: ValidationException) -> ProblemError:
    """Translate invalid parameters, or a missing body."""
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


def _parameter_name(request: AnyRequest, argument: str) -> str:
    """Return the name of the parameter or header that a route takes as this argument of its function."""
    field = request.route_handler.parsed_fn_signature.parameters.get(argument)
    return getattr(field and field.kwarg_definition, "name", None) or argument


def _unsearchable(_: AnyRequest, error: DataError) -> ProblemError:
    """Translate a value that the database does not accept: a retry would not help."""
    _log.warning("the database cannot process the values of a request: %s", error)
    return ProblemError("bad-request", "the request contains a text or number that the database cannot search for")


def _store_failed(_: AnyRequest, error: Exception) -> ProblemError:
    """Translate an error of the store; the cause goes to the log, not to the client."""
    if is_outage(error):
        OUTAGE.report("a request is answered 503", error)
    else:
        _log.error("the store failed: %s: %s", type(error).__name__, error)
    return ProblemError("unavailable", "the store does not answer now: try again", {"Retry-After": "1"})


def _unexpected(_: AnyRequest, error: Exception) -> ProblemError:
    """Translate any other exception; the cause goes to the log, not to the client."""
    _log.error("unexpected error", exc_info=error)
    return ProblemError("internal", "the error is logged; try again later")


PROBLEM_OF: Mapping[type[Exception], Translation] = {
    ProblemError: lambda _, error: error,
    KeyReusedError: lambda _, __: bad_parameter(
        "Idempotency-Key", "this Idempotency-Key was used with another request: use a new one", "key-reused"
    ),
    DataError: _unsearchable,
    PersistenceError: _store_failed,
    StoreError: _store_failed,
    VersionConflictError: _store_failed,
    TimeoutError: _store_failed,
    HTTPException: _http,
    Exception: _unexpected,
}
"""The problems of exceptions of no feature; the most specific class of an exception decides."""
