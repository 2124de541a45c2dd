"""RFC 3339 times in parameters and bodies, converted to the times of the log: UTC with microseconds."""

import datetime
import re

from service.core.http.json_text import quoted
from service.core.http.problems import field_problem
from service.core.http.request.parameters import bad_parameter
from service.core.store.times import timestamp_of

_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))", re.ASCII)
_DIGITS = 6
_LEAP = 60
_FIRST = "0001-01-01T00:00:00.000000Z"
_LAST = "9999-12-31T23:59:59.999999Z"
_ERA = 400
"""The calendar repeats after 400 years. The year 0000 of RFC 3339, which Python lacks, is read as 0400."""


def time_asked(text: str | None, parameter: str) -> str | None:
    """Return the time of a query parameter in the format of the log. Raises a 400 problem that names the parameter.

    Digits beyond microseconds are rounded up, so that `>=` and `<` compare as with the exact time. A leap second at
    the end of June or December in UTC becomes the next second, since the log has no leap seconds. Times outside the
    years 1 to 9999 in UTC become the first or the last time of these years.
    """
    if text is None:
        return None
    moment = parsed_time(text)
    if moment is None:
        hint = "; write + as %2B" if " " in text else ""
        reason = f"{parameter} is {quoted(text)}: give a time of RFC 3339, such as 2026-11-20T12:00:00Z{hint}"
        raise bad_parameter(parameter, reason)
    return moment


def time_in(text: str, field: str, code: str) -> str:
    """Return the time of a field of the body in the format of the log. Raises a problem that names the field."""
    moment = parsed_time(text)
    if moment is None:
        raise field_problem(code, field, f"{quoted(text)} is not a time of RFC 3339: write it as 2026-12-24T18:00:00Z")
    return moment


def parsed_time(text: str) -> str | None:
    """Return an RFC 3339 time in the format of the log; None for an invalid time."""
    found = _TIME.fullmatch(text)
    return None if found is None else _moment(found)


def _moment(found: re.Match[str]) -> str | None:
    year, month, day, hour, minute, second = map(int, found.groups()[:6])
    offset = _offset(found[8], found[9], found[10])
    if offset is None or second > _LEAP:
        return None
    is_first_year = year == 0
    try:
        local = datetime.datetime(year or _ERA, month, day, hour, minute, min(second, 59), tzinfo=datetime.UTC)
    except ValueError:
        return None
    extra = datetime.timedelta(microseconds=_microseconds(found[7] or ""))
    try:
        utc = local - offset
        if second == _LEAP:
            if not _may_leap(utc):
                return None
            extra = datetime.timedelta(seconds=1)
        utc += extra
    except OverflowError:
        return _FIRST if year == 1 else _LAST
    if is_first_year:
        # the end of the year 0000 in an offset west of Greenwich is in the year 1
        return _FIRST if utc.year <= _ERA else timestamp_of(utc.replace(year=1))
    return timestamp_of(utc)


def _offset(sign: str | None, hours: str | None, minutes: str | None) -> datetime.timedelta | None:
    """Return the offset of local time from UTC; None for an invalid offset. `-00:00` (unknown offset) means UTC."""
    if sign is None or hours is None or minutes is None:
        return datetime.timedelta()
    if int(hours) > 23 or int(minutes) > 59:  # noqa: PLR2004 - the numbers of a clock
        return None
    offset = datetime.timedelta(hours=int(hours), minutes=int(minutes))
    return -offset if sign == "-" else offset


def _microseconds(fraction: str) -> int:
    """Return the fraction of a second in microseconds, rounded up."""
    whole = int(fraction[:_DIGITS].ljust(_DIGITS, "0"))
    return whole + 1 if fraction[_DIGITS:].strip("0") else whole


def _may_leap(utc: datetime.datetime) -> bool:
    """Return whether a leap second may follow this second (RFC 3339 5.7)."""
    return (utc.month, utc.day, utc.hour, utc.minute) in {(6, 30, 23, 59), (12, 31, 23, 59)}
