"""Times of records as numbers, so that clocks can be computed from them (SPEC.md 1 and 9)."""

import re
from calendar import monthrange, timegm

SECOND = 1_000_000
"""The number of microseconds in a second."""

_MOMENT = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z", re.ASCII)


def micros(at: str) -> int:
    """Return the microseconds from 1970 to a time such as `2026-11-20T12:00:00.123456Z`. Raises ValueError."""
    day, _, clock = at.rstrip("Z").partition("T")
    seconds, _, fraction = clock.partition(".")
    year, month, date = map(int, day.split("-"))
    hour, minute, second = map(int, seconds.split(":"))
    return timegm((year, month, date, hour, minute, second)) * SECOND + int(fraction.ljust(6, "0"))


def is_moment(text: str) -> bool:
    """Whether a text is a time in the form that records have."""
    found = _MOMENT.fullmatch(text)
    if found is None or not int(found[1]) >= 1970:  # noqa: PLR2004 - the first year of `micros`
        return False
    return 1 <= int(found[3]) <= monthrange(int(found[1]), int(found[2]))[1]
