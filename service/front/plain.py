"""Recognition of plain requests for hot routes. Every other request goes through the framework."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import unquote

from service.core.http.request.bodies import MAX_BODY
from service.core.http.request.page_parameters import ROWS

_HOT = re.compile(r"/v1/games/([0-9a-f-]{36})/(view|decisions|events|commands|turns)")

_KEY = re.compile(rb"[ -.0-~]{1,128}")
"""The form of an idempotency key, as the routes declare it."""

_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_WORD = re.compile(r"[A-Za-z0-9:-]{1,40}")


class Plain(NamedTuple):
    """A plain request: its route by method and name, and the arguments of the handler except the body."""

    route: tuple[str, str]
    game: str
    arguments: dict[str, Any]
    size: int
    """The announced size of the body in bytes; 0: the route has no body."""


_AS = {"as": ("wanted", None)}
_LANG = {"lang": ("lang", None)}
_VERSION = range(10**9)
_BOOLEANS = {"true": True, "false": False}
_AT = {"at": ("at", _VERSION)}
_EVENTS = {
    **{name: (name, _VERSION) for name in ("cursor", "after")},
    # a larger page is one of the framework, which reduces it
    "limit": ("limit", range(1, ROWS + 1)),
    "wait": ("wait", range(31)),
}

Values: TypeAlias = range | Mapping[str, Any] | None
"""The values of a parameter: numbers of a range, what its words mean, or any word."""

ROUTES: Mapping[tuple[str, str], Mapping[str, tuple[str, Values]]] = {
    ("GET", "view"): {**_AT, **_AS, "pieces": ("pieces", _BOOLEANS)},
    ("GET", "decisions"): {**_AT, **_AS, **_LANG},
    ("GET", "events"): {**_EVENTS, **_AS, **_LANG},
    ("POST", "commands"): _LANG,
    ("POST", "turns"): _LANG,
}
"""The hot routes below `/v1/games/{id}/` with their query parameters: argument and values."""


def plain_of(scope: Any) -> Plain | None:
    """Return a request for a hot route whose head is valid in the simplest form; None for any other request."""
    found = _HOT.fullmatch(scope["path"])
    if found is None or scope.get("root_path"):
        return None
    route: tuple[str, str] = (scope["method"], found[2])
    parameters = ROUTES.get(route)
    if parameters is None:
        return None
    query = scope["query_string"]
    arguments = _arguments(query.decode("latin-1"), parameters) if query else {}
    if arguments is None:
        return None
    size = _body_size(scope["headers"], arguments) if route[0] == "POST" else 0
    return None if size is None else Plain(route, found[1], arguments, size)


def _arguments(query: str, parameters: Mapping[str, tuple[str, Values]]) -> dict[str, Any] | None:
    """Return the arguments of a query; None unless each parameter is declared, given once, and in canonical form."""
    arguments: dict[str, Any] = {}
    for pair in query.split("&"):
        name, _, raw = pair.partition("=")
        argument, values = parameters.get(name, ("", None))
        value = unquote(raw)
        if not argument or argument in arguments:
            return None
        if values is None:
            if not _WORD.fullmatch(value):
                return None
            arguments[argument] = value
        elif isinstance(values, range):
            if not _NUMBER.fullmatch(value) or int(value) not in values:
                return None
            arguments[argument] = int(value)
        else:
            if value not in values:
                return None
            arguments[argument] = values[value]
    return arguments


def _body_size(headers: Iterable[tuple[bytes, bytes]], arguments: dict[str, Any]) -> int | None:
    """Return the announced size of a JSON body; None for any other body. Adds the idempotency key to the arguments."""
    size, is_json = 0, False
    for name, value in headers:
        if name == b"content-length":
            size = int(value) if value.isdigit() and len(value) < 6 else 0  # noqa: PLR2004 - at most 99,999
        elif name == b"content-type":
            is_json = value == b"application/json"
        elif name in {b"content-encoding", b"transfer-encoding"}:
            return None
        elif name == b"idempotency-key":
            if not _KEY.fullmatch(value):
                return None
            arguments["key"] = value.decode("ascii")
    return size if is_json and 0 < size <= MAX_BODY else None
