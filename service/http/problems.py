"""Problem documents (RFC 9457): the error that carries one, and how it is sent and declared."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from msgspec import UNSET, Meta, UnsetType

from domain.kernel.values import Value
from service.http.choices import ChoiceReply
from service.http.middleware.request_id import REQUEST_ID
from service.http.problem_types import PROBLEMS, example_of, page_of

PROBLEM_JSON = "application/problem+json"

_UNREAD = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE}
"""The statuses of requests whose body was not read to its end."""


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
