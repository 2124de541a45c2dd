"""The parameters of OAuth: of a form or a query, each at most once (RFC 6749 3.1, 3.2)."""

from typing import NoReturn
from urllib.parse import parse_qsl

from service.apps.library import is_plain
from service.core.http.problems import ProblemError
from service.people.api.request import PlayerRequest

FORM = "application/x-www-form-urlencoded"

_MOST = 50
"""The maximum number of parameters."""

_FREE = frozenset({"state"})
"""Parameters of any characters: they are returned as they came."""


async def form_of(request: PlayerRequest) -> dict[str, str]:
    """Return the parameters of a form. Raises a 400 problem."""
    media_type, _, _ = request.headers.get("content-type", "").partition(";")
    if media_type.strip().lower() != FORM:
        _refuse(f"send the parameters as {FORM}")
    body = await request.body()
    try:
        return parameters_in(body.decode("ascii"))
    except UnicodeDecodeError:
        _refuse("encode characters that are not ASCII as percent signs with two digits")


def parameters_in(text: str) -> dict[str, str]:
    """Return the parameters of a query or a form, without those that have no value. Raises a 400 problem."""
    try:
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_MOST)
    except ValueError:
        _refuse(f"the parameters cannot be read: send at most {_MOST}, percent-encoded in UTF-8")
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in found:
            _refuse(f"{name} is given more than once: give it once")
        if "\0" in value or not (name in _FREE or is_plain(value)):
            _refuse(f"{name} has characters that are not allowed")
        found[name] = value
    # those without a value count as omitted (RFC 6749 3.1)
    return {name: value for name, value in found.items() if value}


def _refuse(reason: str) -> NoReturn:
    raise ProblemError("bad-request", reason)
