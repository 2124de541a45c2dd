"""Times as the log writes them: UTC to the microsecond, such as 2026-11-20T12:00:00.123456Z, ordered like the texts."""

import datetime
import time

_A_MOMENT = 0.01
"""Seconds by which two clocks of a machine may disagree."""


def moment_of(time: datetime.datetime) -> str:
    """Return a time as the log writes it; one without a time zone is local."""
    return time.astimezone(datetime.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def moment_at(seconds: float) -> str:
    """Return a time in seconds since 1970, as `time.time()` has it, as the log writes it."""
    return moment_of(datetime.datetime.fromtimestamp(seconds, datetime.UTC))


def seconds_until(moment: str) -> float:
    """Return the seconds until a time as the log writes it is past, a moment more than that, and never less."""
    return _A_MOMENT + max(0.0, datetime.datetime.fromisoformat(moment).timestamp() - time.time())
