"""Times of records as numbers, so that clocks can be computed from them (SPEC.md 1 and 9)."""

from calendar import timegm

SECOND = 1_000_000
"""The number of microseconds in a second."""


def micros(at: str) -> int:
    """Return the microseconds from 1970 to a time such as `2026-11-20T12:00:00.123456Z`. Raises ValueError."""
    day, _, clock = at.rstrip("Z").partition("T")
    seconds, _, fraction = clock.partition(".")
    year, month, date = map(int, day.split("-"))
    hour, minute, second = map(int, seconds.split(":"))
    return timegm((year, month, date, hour, minute, second)) * SECOND + int(fraction.ljust(6, "0"))
