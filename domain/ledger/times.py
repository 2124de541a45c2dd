"""Times of records as numbers, so that clocks can be computed from them (SPEC.md 1 and 9)."""

import re
from calendar import monthrange, timegm
from functools import lru_cache

SECOND = 1_000_000
"""The number of microseconds in a second."""

TIMESTAMP = (
    r"\A[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z\Z"
)
"""The pattern of the time of a record. It accepts days that do not exist: `is_day` refuses them."""


def micros(at: str) -> int:
    """Return the microseconds from 1970 to a time such as `2026-11-20T12:00:00.123456Z`. Raises ValueError."""
    day, _, clock = at.rstrip("Z").partition("T")
    seconds, _, fraction = clock.partition(".")
    year, month, date = map(int, day.split("-"))
    hour, minute, second = map(int, seconds.split(":"))
    return timegm((year, month, date, hour, minute, second)) * SECOND + int(fraction.ljust(6, "0"))


def is_moment(text: str) -> bool:
    """Whether a text is a time in the form that records have, from 1970 on."""
    return is_timestamp(text) and int(text[:4]) >= 1970  # noqa: PLR2004 - the first year of `micros`


def is_timestamp(text: str) -> bool:
    """Whether a text is a time in the form that records have."""
    return re.fullmatch(TIMESTAMP, text) is not None and is_day(text[:10])


@lru_cache(maxsize=1024)
def is_day(text: str) -> bool:
    """Whether a text of the form `YYYY-MM-DD` is a day of the calendar, which has no year 0. The month is valid."""
    year, month, day = map(int, text.split("-"))
    return year > 0 and day <= monthrange(year, month)[1]
