"""Strict query parameters: each must be declared by the route, appear once, and be written in canonical form.

Documents that others fetch by a pasted address (`PASTED`) ignore parameters of others, such as `utm_source`. A `limit`
above the largest page counts as that one. Both are changed in the query string, before anything else reads it.

The framework ignores unknown parameters, uses the last of several, and converts in the lax mode of msgspec, in which
`1e1` and `10.0` are the number 10, `yes` is true and `null` is an absent parameter.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType
from typing import Any, Literal, TypeAlias, get_args, get_origin
from urllib.parse import unquote_plus

from litestar import Request
from litestar.enums import ParamType
from litestar.handlers import BaseRouteHandler
from litestar.params import ParameterKwarg

from service.core.http.failed import raise_failed
from service.core.http.json_text import quoted
from service.core.http.problems import FieldError, ProblemError
from service.core.http.request.page_parameters import LARGEST
from service.core.http.request.parameters import SHOWN, parameter_error, suggestion

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})", re.ASCII)
_BROKEN = re.compile(r"%(?![0-9A-Fa-f]{2})")

PASTED: Mapping[str, bool] = {"is_pasted": True}
"""The option (`opt`) of a route whose address people paste elsewhere: those who pass it on add parameters to it."""

_MAX_ERRORS = 10
"""The maximum number of errors in a problem. A query may have thousands, and each needs a search for similar names."""

_Check: TypeAlias = Callable[[str], str | None]
"""Returns the error of a value, or None."""


async def check_parameters(request: Request[Any, Any, Any]) -> None:
    """Raise a 400 problem for query parameters that are unknown, missing or invalid.

    Raises the exception that the handler raised before routing, if there is one: it must not run again.
    Raises a 404 problem for a number in the path that is not in canonical decimal form. Pages outside the OpenAPI
    document accept any query.
    """
    scope = request.scope
    raise_failed(scope)
    for name, value in scope["path_params"].items():
        if isinstance(value, int) and str(value) not in scope["path"].split("/"):
            reason = f"the {name} in the path is not a decimal number without leading zeros"
            raise ProblemError("not-found", reason, errors=(parameter_error(name, reason),))
    declared = _declared(request.route_handler)
    if declared is None:
        return
    handler = request.route_handler
    query = scope["query_string"].decode("latin-1")
    if query and handler.opt.get("is_pasted"):
        query = _known(query, declared)
    errors = _errors(query, declared) if query else []
    errors += _missing(query, _required(handler))
    if errors:
        raise ProblemError("bad-request", errors[0].detail, errors=tuple(errors))
    largest = LARGEST.get(str(handler.operation_id))
    if query and largest is not None:
        query = _clamped(query, largest)
    scope["query_string"] = query.encode("latin-1")


def _known(query: str, declared: Mapping[str, _Check]) -> str:
    """Return a query without the parameters that are not declared."""
    return "&".join(pair for pair in query.split("&") if _unquoted(pair.partition("=")[0]) in declared)


def _clamped(query: str, largest: int) -> str:
    """Return a valid query whose `limit` is at most the largest page."""
    pairs = (pair.partition("=") for pair in query.split("&"))
    return "&".join(
        f"limit={largest}" if _unquoted(name) == "limit" and int(_unquoted(value) or 0) > largest else name + eq + value
        for name, eq, value in pairs
    )


@cache
def _declared(handler: BaseRouteHandler) -> Mapping[str, _Check] | None:
    """Return the checks of a route's query parameters by name; None if the route is not an operation of the API."""
    if not getattr(handler, "include_in_schema", True):
        return None
    checks: dict[str, _Check] = {}
    for name, field in handler.parsed_fn_signature.parameters.items():
        kwarg = field.kwarg_definition
        if isinstance(kwarg, ParameterKwarg) and kwarg.param_type == ParamType.QUERY:
            checks[kwarg.name or name] = _check_of(field.annotation)
    return checks


@cache
def _required(handler: BaseRouteHandler) -> tuple[str, ...]:
    """Return the names of the required query parameters of an operation."""
    fields = handler.parsed_fn_signature.parameters.items()
    return tuple(
        field.kwarg_definition.name or name
        for name, field in fields
        if isinstance(field.kwarg_definition, ParameterKwarg)
        and field.kwarg_definition.param_type == ParamType.QUERY
        and field.is_required
    )


def _missing(query: str, required: tuple[str, ...]) -> list[FieldError]:
    if not required:
        return []
    given = {_unquoted(pair.partition("=")[0]) for pair in query.split("&")}
    return [parameter_error(name, f"{name} is missing: give a value") for name in required if name not in given]


def _check_of(annotation: Any) -> _Check:
    """Return the check of a type: int, bool, a Literal or str, each optional or not."""
    members = get_args(annotation) if get_origin(annotation) is not Literal else ()
    kinds = [kind for kind in members if kind is not NoneType] or [annotation]
    (kind,) = kinds
    if kind is int:
        return _not_integer
    if kind is bool:
        return lambda value: _not_among(value, ("true", "false"))
    if get_origin(kind) is Literal:
        return lambda value: _not_among(value, get_args(kind))
    return _not_text


def _not_integer(value: str) -> str | None:
    return None if _INTEGER.fullmatch(value) else f"is {quoted(value)}: write a whole number in decimal digits"


def _not_among(value: str, words: tuple[str, ...]) -> str | None:
    if value in words:
        return None
    return f"is {quoted(value)}: give one of {', '.join(words)}{suggestion(value, words)}"


def _not_text(value: str) -> str | None:
    return "contains a NUL character" if "\0" in value else None


def _errors(query: str, declared: Mapping[str, _Check]) -> list[FieldError]:
    errors: list[FieldError] = []
    seen: set[str] = set()
    for pair in filter(None, query.split("&")):
        if len(errors) == _MAX_ERRORS:
            break
        raw_name, _, raw_value = pair.partition("=")
        name, value = _unquoted(raw_name), _unquoted(raw_value)
        shown = raw_name[:SHOWN] if name is None else name[:SHOWN]
        if name is None or name not in declared:
            reason = f"there is no query parameter {quoted(shown)} here{suggestion(shown, declared)}; {_list(declared)}"
        elif name in seen:
            reason = f"{name} is given more than once: give it once"
        elif value is None:
            reason = f"{name} is not percent-encoded UTF-8"
        elif not value:
            reason = f"{name} is empty: omit it, or give a value"
        elif (error := declared[name](value)) is not None:
            reason = f"{name} {error}"
        else:
            seen.add(name)
            continue
        errors.append(parameter_error(shown, reason))
    return errors


def _list(declared: Mapping[str, _Check]) -> str:
    return f"there are {', '.join(sorted(declared))}" if declared else "it takes none"


def _unquoted(text: str) -> str | None:
    """Return a name or value without percent-encoding; None if the encoding is invalid or not UTF-8."""
    if not text.isascii() or _BROKEN.search(text):
        return None
    try:
        return unquote_plus(text, errors="strict")
    except UnicodeDecodeError:
        return None
