"""Problem documents (RFC 9457): the exception, the response and the OpenAPI declaration."""

import re
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import quote

import msgspec
from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from msgspec import UNSET, Meta, UnsetType

from domain.kernel.values import Value
from service.core.http.choices import ChoiceReply
from service.core.http.headers import REQUEST_ID, has_secret, without_secrets
from service.core.http.problem_types import PROBLEMS, example_of, page_of

PROBLEM_JSON = "application/problem+json"

CHALLENGE = 'Bearer realm="ludolog"'
"""The scheme by which a request authenticates itself (RFC 6750 3)."""

INVALID_TOKEN = {"WWW-Authenticate": f'{CHALLENGE}, error="invalid_token"'}
"""The headers of a 401 problem for a token that was sent and is not valid (RFC 6750 3.1)."""

_MARKS = "!$&'()*+,;=:@/"
"""The characters that a path has unencoded, other than letters, digits and `-._~` (RFC 3986 3.3)."""

_PATH = re.compile(rf"/(?!/)(?:[\w.~{re.escape(_MARKS)}-]|%[0-9A-Fa-f]{{2}})*|\*", re.ASCII)
_STRAY = re.compile(r"%(?![0-9A-Fa-f]{2})")


class FieldError(Value, frozen=True):
    """An error in one field of a body, one parameter or one header."""

    pointer: Annotated[
        str,
        Meta(
            description="A JSON pointer (RFC 6901) into the body, such as `/command/card`; empty for the whole body. "
            "With `parameter`: `/` and its name."
        ),
    ]
    detail: Annotated[str, Meta(description="The error, for people.")]
    parameter: (
        Annotated[
            str,
            Meta(description="The name of the parameter or header, if the error is not in the body."),
        ]
        | UnsetType
    ) = UNSET


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem document (RFC 9457). `code` is stable. A refused command has `rule` and `legal`, an act `rule`."""

    type: Annotated[str, Meta(description="The path of the page of this problem type, such as `/problems/refused`.")]
    title: Annotated[str, Meta(description="The title of the problem type.")]
    status: Annotated[int, Meta(ge=400, le=599, description="The HTTP status.")]
    detail: Annotated[str, Meta(description="The error in this request, for people. Do not parse it.")]
    code: Annotated[str, Meta(description="The stable code of the problem type, such as `refused`, for programs.")]
    instance: Annotated[str, Meta(description="The path of the request as it was sent, a URI reference.")] = ""
    request_id: Annotated[
        str, Meta(description="The id of the request, as in X-Request-ID. It also appears in the log of the service.")
    ] = ""
    errors: Annotated[tuple[FieldError, ...], Meta(description="The errors in fields of the request.")] = ()
    rule: Annotated[str, Meta(description="The rule that forbids this, such as `giganten/4b.2`.")] | UnsetType = UNSET
    rule_title: (
        Annotated[str, Meta(description="The title of the rule, in the language of the request, by default English.")]
        | UnsetType
    ) = UNSET
    rule_url: Annotated[str, Meta(description="The path of the text of the rule.")] | UnsetType = UNSET
    legal: Annotated[tuple[ChoiceReply, ...], Meta(description="The legal commands.")] | UnsetType = UNSET
    decision: (
        Annotated[str | None, Meta(description="The id of the open decision of your seat; null if there is none.")]
        | UnsetType
    ) = UNSET


class ProblemError(Exception):
    """An error that is sent as a problem document: its code, detail, headers and further members."""

    def __init__(self, code: str, detail: str, headers: Mapping[str, str] | None = None, **members: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.members = members


def field_problem(code: str, field: str, reason: str) -> ProblemError:
    """Return the problem of a field of the body. Its detail names the field."""
    return ProblemError(code, f"`{field}`: {reason}", errors=(FieldError(f"/{field}", reason),))


def problem_at(code: str, field: str | None, reason: str) -> ProblemError:
    """Return the problem of a field of the body, such as `clock/bank`; None: of no single field."""
    errors = () if field is None else (FieldError(f"/{field}", reason),)
    return ProblemError(code, reason, errors=errors)


def within(field: str, error: ProblemError) -> ProblemError:
    """Return the problem of a part of a body as one of the whole body, in which `field` has this part."""
    errors: tuple[FieldError, ...] = error.members.get("errors", ())
    moved = tuple(FieldError(f"/{field}{each.pointer}", each.detail) for each in errors)
    return ProblemError(error.code, error.detail, error.headers, **{**error.members, "errors": moved})


def bad_body(reason: str, code: str = "bad-request") -> ProblemError:
    """Return the problem of a whole body, by default 400: the pointer to it is empty (RFC 6901 5)."""
    return ProblemError(code, reason, errors=(FieldError("", reason),))


def problem_response(request: Request[Any, Any, Any], error: ProblemError) -> Response[bytes]:
    """Return the response for an error."""
    kind = PROBLEMS[error.code]
    headers = {"Cache-Control": "no-store", **error.headers}
    body = problem_body(instance_of(request.scope), error)
    return Response(body, status_code=kind.status, media_type=PROBLEM_JSON, headers=headers)


def instance_of(scope: Any) -> str:
    """Return the path of a request as it was sent, as a URI reference (RFC 3986 4.1)."""
    if has_secret(scope["path"]):
        # decoded, since an encoded secret is not recognised later
        return quote(without_secrets(scope["path"]), safe=_MARKS)
    raw: str = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1")
    if _PATH.fullmatch(raw):
        return raw
    path = quote(_STRAY.sub("%25", raw), safe=f"{_MARKS}%", encoding="latin-1")
    # two slashes would begin the name of a host
    return f"/.{path}" if path.startswith("//") else path


def problem_body(instance: str, error: ProblemError) -> bytes:
    """Return the problem document for an error of a request. People copy it to others: it has no token."""
    kind = PROBLEMS[error.code]
    problem = Problem(
        type=page_of(error.code),
        title=kind.title,
        status=kind.status,
        detail=error.detail,
        code=error.code,
        instance=instance,
        request_id=REQUEST_ID.get() or "",
        **error.members,
    )
    return without_secrets(msgspec.json.encode(problem).decode()).encode()


def problems(*codes: str) -> dict[int, ResponseSpec]:
    """Return the OpenAPI responses of an operation for these codes, by status, with examples."""
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
