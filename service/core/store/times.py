"""Timestamps of the log: UTC with microseconds, such as 2026-11-20T12:00:00.123456Z."""

import datetime
import time

_CLOCK_DIFFERENCE = 0.01
"""The maximum difference of two clocks of a machine, in seconds."""


def timestamp_of(time: datetime.datetime) -> str:
    """Return the timestamp of a datetime; one without time zone is local time."""
    return time.astimezone(datetime.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def timestamp_at(seconds: float) -> str:
    """Return the timestamp of a Unix time in seconds."""
    return timestamp_of(datetime.datetime.fromtimestamp(seconds, datetime.UTC))


def timestamp_now() -> str:
    """Return the timestamp of now."""
    return timestamp_at(time.time())


def seconds_until(moment: str) -> float:
    """Return the seconds until a timestamp has certainly passed, at least the clock difference."""
    return _CLOCK_DIFFERENCE + max(0.0, datetime.datetime.fromisoformat(moment).timestamp() - time.time())
