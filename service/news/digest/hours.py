"""When the next daily e-mail is due, in the time zone of a person."""

import datetime
import zoneinfo

from service.core.store.times import timestamp_of
from service.news.times import later

_TO_DUE_HOUR = 22 * 3600
"""Seconds before an attempt after which its due hour lies. The shortest day has 23 hours."""


class TimeZoneError(ValueError):
    """There is no such time zone."""


def zone_named(name: str) -> zoneinfo.ZoneInfo:
    """Return a time zone by its IANA name. Raises TimeZoneError."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise TimeZoneError(name[:60]) from None


def next_hour(now: str, time_zone: str, hour: int) -> str:
    """Return the next time after `now` at which it is this hour in a time zone.

    On the day on which clocks are set forward over the hour, it is the time after the gap (PEP 495).
    """
    zone = zone_named(time_zone)
    local = datetime.datetime.fromisoformat(now).astimezone(zone)
    for days in range(3):
        day = local.date() + datetime.timedelta(days=days)
        found = datetime.datetime.combine(day, datetime.time(hour), zone).astimezone(datetime.UTC)
        if timestamp_of(found) > now:
            return timestamp_of(found)
    raise AssertionError(time_zone)


def due_hour(attempt: str, time_zone: str, hour: int) -> str:
    """Return the due time of the e-mail of an attempt: the same for its retries, and no other e-mail has it."""
    return next_hour(later(attempt, -_TO_DUE_HOUR), time_zone, hour)
