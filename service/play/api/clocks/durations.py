"""Durations in ISO 8601: weeks, days, hours, minutes and seconds. Months and years have no fixed length."""

import datetime
import re

from service.core.http.json_text import quoted
from service.core.http.problems import field_problem, problem_at

_DURATION = re.compile(
    r"P(?=.)(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?", re.ASCII
)
_UNITS = (604_800, 86_400, 3_600, 60, 1)


def seconds_in(text: str, name: str, field: str) -> int:
    """Return the seconds of a duration such as `P3DT12H` in a field. Raises a 422 problem that names the field."""
    found = _DURATION.fullmatch(text)
    if found is None:
        raise problem_at(
            "invalid-value",
            field,
            f"{name} must be an ISO 8601 duration in weeks, days, hours, minutes and whole seconds, such as PT12H or "
            f"P3D, not {quoted(text)}",
        )
    return sum(unit * int(number or 0) for unit, number in zip(_UNITS, found.groups(), strict=True))


def whole_seconds(duration: datetime.timedelta, field: str) -> int:
    """Return a duration in seconds. Raises a 422 problem unless it is a whole number of them."""
    if duration.microseconds:
        raise field_problem("invalid-value", field, "it must be a whole number of seconds, such as PT10M")
    return duration // datetime.timedelta(seconds=1)


def duration_of(seconds: int) -> str:
    """Return the duration of whole seconds, such as `P3DT12H`."""
    days, rest = divmod(seconds, 86_400)
    hours, rest = divmod(rest, 3_600)
    minutes, left = divmod(rest, 60)
    time = "".join(f"{number}{unit}" for number, unit in ((hours, "H"), (minutes, "M"), (left, "S")) if number)
    return f"P{f'{days}D' if days else ''}{f'T{time}' if time else ''}" if seconds else "PT0S"
