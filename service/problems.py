"""Errors as problem documents (RFC 9457): one table of codes, and how each exception becomes one of them."""

import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from eventsourcing.persistence import PersistenceError
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from domain.game import NotPossible
from domain.kernel.ruleset import OptionError
from domain.kernel.values import Choice, Value
from service.loaded import KeyReusedError
from service.play import DecisionClosedError, UnknownGameError, VersionChangedError
from service.store import StoreError, VersionConflictError

_log = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"

PROBLEMS: Mapping[str, tuple[int, str]] = {
    "bad-request": (400, "The request cannot be read"),
    "token-needed": (401, "A valid token is needed"),
    "scope-missing": (403, "The token is not for this"),
    "not-yours": (403, "This is for somebody else to do"),
    "not-found": (404, "There is nothing here, or nothing that you may see"),
    "method-not-allowed": (405, "This cannot be done here"),
    "refused": (409, "The rules do not allow this"),
    "decision-closed": (409, "The decision is not open"),
    "not-started": (409, "The game has not started"),
    "game-not-open": (409, "This is possible before the start only"),
    "game-not-running": (409, "This is possible while the game runs only"),
    "seat-taken": (409, "The seat is taken"),
    "seat-free": (409, "Nobody sits there"),
    "seats-free": (409, "Seats are still free"),
    "already-seated": (409, "You sit in this game already"),
    "seat-not-yours": (409, "The seat is not played by you"),
    "game-not-over": (409, "The game is not over"),
    "version-changed": (412, "The game has moved on"),
    "too-large": (413, "The request is too large"),
    "media-type": (415, "This media type cannot be read"),
    "beyond-the-end": (416, "The game has no such version"),
    "unknown-command": (422, "There is no such command"),
    "invalid-option": (422, "An option or its value is unknown"),
    "unknown-ruleset": (422, "There is no such title"),
    "unknown-bot": (422, "There is no such bot"),
    "seats": (422, "The title is not for so many players"),
    "data-set": (422, "There is no such data set"),
    "no-such-seat": (422, "There is no such seat"),
    "invalid-name": (422, "The name cannot be used"),
    "invalid-key": (422, "The idempotency key cannot be used"),
    "key-reused": (422, "The idempotency key was used for something else"),
    "invalid-entropy": (422, "The entropy cannot be used"),
    "too-many-requests": (429, "There were too many requests"),
    "internal": (500, "Something went wrong on our side"),
    "unavailable": (503, "The store cannot be reached"),
}
"""Every code of a problem, with its status and title."""

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


class FieldError(Value, frozen=True):
    """What is wrong with one field of a body: a JSON pointer (RFC 6901) to it, and the reason."""

    pointer: str
    detail: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem document (RFC 9457). `code` is stable; `rule` and `legal` stand on a refused command."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    instance: str = ""
    errors: tuple[FieldError, ...] = ()
    rule: str | msgspec.UnsetType = msgspec.UNSET
    rule_url: str | msgspec.UnsetType = msgspec.UNSET
    legal: tuple[Choice, ...] | msgspec.UnsetType = msgspec.UNSET
    decision: str | msgspec.UnsetType | None = msgspec.UNSET


class ProblemError(Exception):
    """A request cannot be fulfilled; carries the code, what is wrong in words, and further members."""

    def __init__(self, code: str, detail: str, headers: Mapping[str, str] | None = None, **members: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.members = members


def problem_response(request: Request[Any, Any, Any], error: ProblemError) -> Response[bytes]:
    """Return the problem document of an error."""
    status, title = PROBLEMS[error.code]
    headers = {"Cache-Control": "no-store", **error.headers}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = 'Bearer realm="ludolog"'
    problem = Problem(
        type=f"/problems/{error.code}",
        title=title,
        status=status,
        detail=error.detail,
        code=error.code,
        instance=request.url.path,
        **error.members,
    )
    return Response(msgspec.json.encode(problem), status_code=status, media_type=PROBLEM_JSON, headers=headers)


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
        case OptionError():
            return ProblemError("invalid-option", str(error))
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
        case StoreError() | VersionConflictError() | PersistenceError():
            return ProblemError("unavailable", "the store does not answer now: try again", {"Retry-After": "1"})
        case _:
            return ProblemError("internal", "the error is logged; try again later")


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Answer an error of the framework: unknown path, wrong method, unreadable body."""
    code = _BY_STATUS.get(
        error.status_code, "internal" if error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR else "bad-request"
    )
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    if not isinstance(error, ValidationException):
        return problem_response(request, ProblemError(code, error.detail or PROBLEMS[code][1], headers))
    return problem_response(request, _invalid(error))


def _invalid(error: ValidationException) -> ProblemError:
    fields: list[FieldError] = []
    extra: list[dict[str, Any]] = error.extra if isinstance(error.extra, list) else []
    for item in extra:
        message = str(item.get("message", error.detail))
        path = re.search(r"`\$(\S*)`", message)
        pointer = path[1] if path else str(item.get("key", ""))
        fields.append(FieldError("/" + re.sub(r"\]?[.\[]", "/", pointer).strip("/].").replace("]", ""), message))
    unknown = any("Invalid value" in field.detail and field.pointer.endswith("command/type") for field in fields)
    code = "unknown-command" if unknown else "bad-request"
    detail = fields[0].detail if fields else error.detail
    return ProblemError(code, detail, errors=tuple(fields))


def on_store(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer an error of the store; what happened goes to the log, not to the client."""
    _log.error("the store failed: %s: %s", type(error).__name__, error)
    return problem_response(request, _translated(error))


def on_unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer what nobody expected; what happened goes to the log, not to the client."""
    request.logger.error("unexpected error", exc_info=error)
    return problem_response(request, ProblemError("internal", "the error is logged; try again later"))


def problems(*codes: str) -> dict[int, ResponseSpec]:
    """Return the declared answers of an operation for these codes, each status with its examples."""
    declared: dict[int, ResponseSpec] = {}
    for status in sorted({PROBLEMS[code][0] for code in codes}):
        these = [code for code in codes if PROBLEMS[code][0] == status]
        declared[status] = ResponseSpec(
            Problem,
            generate_examples=False,
            description="; ".join(PROBLEMS[code][1] for code in these),
            media_type=PROBLEM_JSON,
            examples=[Example(summary=code, value=_example(code)) for code in these],
        )
    return declared


def _example(code: str) -> dict[str, Any]:
    status, title = PROBLEMS[code]
    return {"type": f"/problems/{code}", "title": title, "status": status, "detail": title, "code": code}
