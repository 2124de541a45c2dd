"""When a token expires: what a request may ask for (RFC 3339)."""

import datetime
import re

from service.moments import moment_of
from service.problems import FieldError, ProblemError
from service.tokens import Token

_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)", re.ASCII)


def expiry_of(asked: str | None, by: Token) -> str | None:
    """Return when a new token expires, as the log writes times; None: never.

    It never outlives the token by which it is made. Raises a 400 problem for a text that is no time, and a 403 problem
    for a time after the end of that token. Whether the time is past is found out where the token is made, for a request
    may be repeated after it.
    """
    if asked is None:
        return by.expires_at
    moment = _parsed(asked)
    if by.expires_at is not None and moment > by.expires_at:
        message = f"the token by which you ask expires at {by.expires_at}: it cannot make one that lives longer"
        raise ProblemError("scope-missing", message)
    return moment


def _parsed(text: str) -> str:
    if not _RFC_3339.fullmatch(text):
        raise _invalid("this is no time of RFC 3339: write it as 2026-12-24T18:00:00Z")
    date, _, clock = text.upper().partition("T")
    # the standard library reads no more than six digits of a second
    clock = re.sub(r"(\.\d{6})\d+", r"\1", clock)
    try:
        return moment_of(datetime.datetime.fromisoformat(f"{date}T{clock}"))
    except (ValueError, OverflowError):
        raise _invalid("there is no such time: write one as 2026-12-24T18:00:00Z") from None


def _invalid(reason: str) -> ProblemError:
    return ProblemError("bad-request", f"`expires_at`: {reason}", errors=(FieldError("/expires_at", reason),))
