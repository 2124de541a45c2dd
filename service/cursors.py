"""Where a page of a list ends: opaque to those who ask, made of what they were shown anyway."""

import base64
import datetime
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from litestar import Request

from service.moments import moment_of
from service.problems import ProblemError

_PARTS = re.compile(r"[\w:.-]{1,80}", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,15}", re.ASCII)

Row = TypeVar("Row")


def cursor_of(*parts: object) -> str:
    """Return the cursor that is made of these."""
    return base64.urlsafe_b64encode(" ".join(map(str, parts)).encode()).decode().rstrip("=")


def parts_of(cursor: str, count: int) -> list[str]:
    """Return what a cursor is made of; raises a 400 problem for one that no list has given."""
    try:
        parts = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii").split(" ")
    except ValueError:
        parts = []
    if len(parts) != count or not all(_PARTS.fullmatch(part) for part in parts):
        raise _unknown()
    return parts


def number_in(part: str) -> int:
    """Return the number that a part of a cursor is; raises a 400 problem."""
    if not _NUMBER.fullmatch(part):
        raise _unknown()
    return int(part)


def after_number(cursor: str | None) -> int:
    """Return the number of which a cursor is made; 0 without one. Raises a 400 problem."""
    return 0 if cursor is None else number_in(parts_of(cursor, 1)[0])


def paged(found: Sequence[Row], limit: int, cursor: Callable[[Row], str]) -> tuple[Sequence[Row], str | None]:
    """Return as many rows as a page holds, and where more were found, the cursor of the following page."""
    page = found[:limit]
    return page, cursor(page[-1]) if len(found) > limit else None


def next_link(request: Request[Any, Any, Any], following: str | None) -> dict[str, str]:
    """Return the header that leads to the following page, if there is one."""
    if following is None:
        return {}
    query = {name: value for name, value in request.query_params.items() if name != "cursor"}
    return {"Link": f'<{request.url.path}?{urlencode({**query, "cursor": following})}>; rel="next"'}


def text_asked(text: str | None) -> str | None:
    """Return a text to be looked for; raises a 400 problem for one that no database takes."""
    if text is not None and "\0" in text:
        raise ProblemError("bad-request", "a parameter holds a character that cannot stand in a text")
    return text


def moment_asked(text: str | None, name: str = "since") -> str | None:
    """Return a time as the log writes times; raises a 400 problem for a text that is none."""
    if text is None:
        return None
    try:
        moment = datetime.datetime.fromisoformat(text)
        return moment_of(moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC))
    except (ValueError, OverflowError):
        raise ProblemError("bad-request", f"`{name}` is no time: write it as 2026-11-20T12:00:00Z") from None


def _unknown() -> ProblemError:
    return ProblemError("bad-request", "the cursor is none that this list gave: begin again without one")
