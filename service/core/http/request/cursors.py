"""Pagination: opaque cursors without values of rows that the page hides, and the Link header (RFC 8288)."""

import base64
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import quote, unquote, urlencode

from litestar import Request

from service.core.http.problems import ProblemError
from service.core.http.request.parameters import bad_parameter

_TEXT = re.compile(r"[\w:.-]{1,80}", re.ASCII)
_NAME = re.compile(r"[\w.~%-]{1,6000}", re.ASCII)
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,14}", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)

Row = TypeVar("Row")


def cursor_of(*parts: object) -> str:
    """Return the cursor of these values."""
    return base64.urlsafe_b64encode(" ".join(map(str, parts)).encode()).decode().rstrip("=")


def time_and_text_in(cursor: str) -> tuple[str, str]:
    """Return the time and the id in a cursor. Raises a 400 problem."""
    time, text = _parts(cursor, _TIME, _TEXT)
    return time, text


def cursor_of_name(name: str) -> str:
    """Return the cursor of a name."""
    return cursor_of(quote(name, safe=""))


def name_in(cursor: str) -> str:
    """Return the name in a cursor. Raises a 400 problem."""
    (quoted,) = _parts(cursor, _NAME)
    name = unquote(quoted)
    if "\0" in name or quote(name, safe="") != quoted:
        raise _unknown("cursor")
    return name


def number_and_text_in(cursor: str) -> tuple[int, str]:
    """Return the number and the id in a cursor. Raises a 400 problem."""
    number, text = _parts(cursor, _NUMBER, _TEXT)
    return int(number), text


def two_numbers_in(cursor: str, parameter: str = "cursor") -> tuple[int, int]:
    """Return the numbers in a cursor. Raises a 400 problem that names the parameter."""
    first, second = _parts(cursor, _NUMBER, _NUMBER, parameter=parameter)
    if first.startswith("-") or second.startswith("-"):
        raise _unknown(parameter)
    return int(first), int(second)


def after_number(cursor: str | None, parameter: str = "cursor") -> int:
    """Return the number in a cursor; 0 without a cursor. Raises a 400 problem that names the parameter."""
    if cursor is None:
        return 0
    (number,) = _parts(cursor, _NUMBER, parameter=parameter)
    if number.startswith("-"):
        raise _unknown(parameter)
    return int(number)


def _parts(cursor: str, *forms: re.Pattern[str], parameter: str = "cursor") -> list[str]:
    """Return the values in a cursor. Raises a 400 problem for a cursor of another list."""
    try:
        parts = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii").split(" ")
    except ValueError:
        raise _unknown(parameter) from None
    # the decoder ignores invalid characters, so encode again
    is_own = cursor_of(*parts) == cursor and len(parts) == len(forms)
    if not is_own or not all(form.fullmatch(part) for form, part in zip(forms, parts, strict=True)):
        raise _unknown(parameter)
    return parts


def paged(found: Sequence[Row], limit: int, cursor: Callable[[Row], str]) -> tuple[Sequence[Row], str | None]:
    """Return the rows of a page, and the cursor of the next page if more rows were found."""
    page = found[:limit]
    return page, cursor(page[-1]) if len(found) > limit else None


def next_link(
    request: Request[Any, Any, Any], following: str | int | None, parameter: str = "cursor", also: str = ""
) -> dict[str, str]:
    """Return the Link header to the next page, if there is one: the request with another value of the parameter.

    `also` is another name of the parameter.
    """
    if following is None:
        return {}
    query = {name: value for name, value in request.query_params.items() if name not in {parameter, also}}
    return {"Link": f'<{request.url.path}?{urlencode({**query, parameter: following})}>; rel="next"'}


def _unknown(parameter: str) -> ProblemError:
    if parameter == "cursor":
        return bad_parameter(
            parameter, "the cursor is not valid for this list: leave it out to start from the beginning"
        )
    return bad_parameter(parameter, f"{parameter} is not a cursor of this stream: omit it to start now")
