"""Errors as problem documents (RFC 9457): how each exception becomes one of the codes of the table."""

import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from eventsourcing.persistence import DataError, PersistenceError
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from msgspec import UNSET, Meta, UnsetType

from domain.game import NotPossible
from domain.kernel.ruleset import OptionError
from domain.kernel.values import Value
from service.account_rows import NameTakenError
from service.cache import UnknownGameError, UnreadGameError
from service.health.outage import OUTAGE, is_outage
from service.http.json_text import with_json_values
from service.loaded import KeyReusedError
from service.play import DecisionClosedError, VersionChangedError
from service.play_messages import ChoiceReply
from service.problem_types import PROBLEMS, example_of, page_of
from service.store_errors import StoreError, VersionConflictError
from service.tracing import REQUEST_ID

_log = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"

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

_UNREAD = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE}
"""The statuses of requests whose body was not read to its end."""

_CUT_OFF = "client disconnected prematurely"
"""By these words alone the framework tells that a body did not come to its end, which it takes for its own error."""


class FieldError(Value, frozen=True):
    """What is wrong with one field of a body, one parameter or one header."""

    pointer: Annotated[str, Meta(description="A JSON pointer (RFC 6901) to the field, such as `/command/card`.")]
    detail: Annotated[str, Meta(description="What is wrong with it, in words.")]
    parameter: (
        Annotated[
            str,
            Meta(description="The name of the query parameter, path parameter or header, if it is not in the body."),
        ]
        | UnsetType
    ) = UNSET


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem document (RFC 9457). `code` is stable; `rule` and `legal` stand on a refused command."""

    type: Annotated[str, Meta(description="Where this type of problem is explained, such as `/problems/refused`.")]
    title: Annotated[str, Meta(description="What is wrong, in words that are the same for every problem of the type.")]
    status: Annotated[int, Meta(ge=400, le=599, description="The HTTP status, repeated.")]
    detail: Annotated[str, Meta(description="What is wrong this time, in words for a person; not to be parsed.")]
    code: Annotated[str, Meta(description="The type of problem as a stable word, such as `refused`: decide by this.")]
    instance: Annotated[str, Meta(description="The path of the request.")] = ""
    request_id: Annotated[
        str, Meta(description="The id of the request, as in X-Request-ID: who runs the service finds it in the log.")
    ] = ""
    errors: Annotated[tuple[FieldError, ...], Meta(description="What is wrong with which fields of the request.")] = ()
    rule: (
        Annotated[str, Meta(description="The rule that forbids the command, such as `giganten/4b.2`.")] | UnsetType
    ) = UNSET
    rule_url: Annotated[str, Meta(description="Where the rule can be read.")] | UnsetType = UNSET
    legal: (
        Annotated[tuple[ChoiceReply, ...], Meta(description="The commands that would be accepted now.")] | UnsetType
    ) = UNSET
    decision: (
        Annotated[str | None, Meta(description="The id of the decision that is open for your seat; null if none is.")]
        | UnsetType
    ) = UNSET


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
    kind = PROBLEMS[error.code]
    headers = {"Cache-Control": "no-store", **error.headers}
    if kind.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = 'Bearer realm="ludolog"'
    if kind.status in _UNREAD:
        # the rest of the body is not read: what would come after it on this connection could not be told from it
        headers["Connection"] = "close"
    problem = problem_of(request.url.path, error)
    return Response(msgspec.json.encode(problem), status_code=kind.status, media_type=PROBLEM_JSON, headers=headers)


def problem_of(path: str, error: ProblemError) -> Problem:
    """Return the problem document of an error that a request for this path has met."""
    kind = PROBLEMS[error.code]
    return Problem(
        type=page_of(error.code),
        title=kind.title,
        status=kind.status,
        detail=error.detail,
        code=error.code,
        instance=path,
        request_id=REQUEST_ID.get() or "",
        **error.members,
    )


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


_UNREADABLE = {
    "'data'": "there is no body: send one of application/json",
    "Input data was truncated": (
        "the body ends before its JSON does, or a text in it ends with half a character (a surrogate without the other)"
    ),
}
"""What the framework says of a body in words that tell nothing, or that are not so, and what is said instead."""


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
            fields.append(FieldError(f"/{_escaped(name)}", reason, name))
    return ProblemError("bad-request", fields[0].detail if fields else error.detail, errors=tuple(fields))


def _parameter_name(request: Request[Any, Any, Any], argument: str) -> str:
    """Return the name of the parameter or header that a route takes as this argument of its function."""
    field = request.route_handler.parsed_fn_signature.parameters.get(argument)
    return getattr(field and field.kwarg_definition, "name", None) or argument


def readable(message: str) -> str:
    """Return the reason of a message of msgspec, without the place, which the pointer says."""
    reason = message.split(" - at ", maxsplit=1)[0]
    return with_json_values(_UNREADABLE.get(reason, reason))


def pointer_of(message: str) -> str:
    """Return the JSON pointer (RFC 6901) to the place of which a message of msgspec tells.

    A missing or unknown field is pointed at itself. Of an object with keys of the client's own, the pointer names the
    whole object, for the message does not say under which key the fault is.
    """
    path = re.search(r"`\$(\S*)`", message)
    field = re.search(r"(?:missing required|unknown) field `(.+?)`", message)
    places = re.findall(r"\.([^.\[]+)|\[(\d+)\]", (path[1] if path else "").split("[...]")[0])
    names = [name or index for name, index in places] + ([field[1]] if field else [])
    return "".join(f"/{_escaped(name)}" for name in names)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


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


def problems(*codes: str) -> dict[int, ResponseSpec]:
    """Return the declared answers of an operation for these codes, each status with its examples."""
    declared: dict[int, ResponseSpec] = {}
    for status in sorted({PROBLEMS[code].status for code in codes}):
        these = [code for code in codes if PROBLEMS[code].status == status]
        declared[status] = ResponseSpec(
            Problem,
            generate_examples=False,
            description="; ".join(PROBLEMS[code].title for code in these),
            media_type=PROBLEM_JSON,
            examples=[Example(summary=code, value=example_of(code)) for code in these],
        )
    return declared
