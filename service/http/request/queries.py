"""Query parameters, checked against those that the route declares: known, given once, and written in one way only.

The framework ignores parameters that it does not know, takes the last of several, and converts in the lax mode of
msgspec, in which `1e1` and `10.0` are the number 10, `yes` is true and `null` is a parameter that is not there.
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

from service.http.json_text import quoted
from service.http.problems import FieldError, ProblemError
from service.http.request.parameters import SHOWN, parameter_fault, suggestion

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})", re.ASCII)
_BROKEN = re.compile(r"%(?![0-9A-Fa-f]{2})")

_MOST_FAULTS = 10
"""Faults that are listed; a query may have thousands, and the closest name is searched for each."""

_Check: TypeAlias = Callable[[str], str | None]
"""Returns what is wrong with a value, or None."""


async def check_parameters(request: Request[Any, Any, Any]) -> None:
    """Raise a 400 problem for query parameters that are unknown, missing, or not as the route declares them.

    Raises a 404 problem for a number in the path that is not written in its one decimal form. Pages outside of the
    OpenAPI document take any query.
    """
    scope = request.scope
    for name, value in scope["path_params"].items():
        if isinstance(value, int) and str(value) not in scope["path"].split("/"):
            reason = f"the {name} in the path is not a decimal number without leading zeros"
            raise ProblemError("not-found", reason, errors=(parameter_fault(name, reason),))
    declared = _declared(request.route_handler)
    if declared is None:
        return
    query = scope["query_string"].decode("latin-1")
    faults = _faults(query, declared) if query else []
    faults += _missing(query, _required(request.route_handler))
    if faults:
        raise ProblemError("bad-request", faults[0].detail, errors=tuple(faults))


@cache
def _declared(handler: BaseRouteHandler) -> Mapping[str, _Check] | None:
    """Return the checks of a route's query parameters by their names; None if the route is no operation of the API."""
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
    """Return the names of the query parameters that every request of an operation gives."""
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
    return [parameter_fault(name, f"{name} is missing: give a value") for name in required if name not in given]


def _check_of(annotation: Any) -> _Check:
    """Return the check of a type: int, bool, a Literal of words, or str; each may be optional."""
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
    return "holds a NUL character" if "\0" in value else None


def _faults(query: str, declared: Mapping[str, _Check]) -> list[FieldError]:
    faults: list[FieldError] = []
    seen: set[str] = set()
    for pair in filter(None, query.split("&")):
        if len(faults) == _MOST_FAULTS:
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
            reason = f"{name} is empty: leave it out, or give a value"
        elif (wrong := declared[name](value)) is not None:
            reason = f"{name} {wrong}"
        else:
            seen.add(name)
            continue
        faults.append(parameter_fault(shown, reason))
    return faults


def _list(declared: Mapping[str, _Check]) -> str:
    return f"there are {', '.join(sorted(declared))}" if declared else "it takes none"


def _unquoted(text: str) -> str | None:
    """Return a name or value without percent-encoding; None if that is broken, or no UTF-8."""
    if not text.isascii() or _BROKEN.search(text):
        return None
    try:
        return unquote_plus(text, errors="strict")
    except UnicodeDecodeError:
        return None
