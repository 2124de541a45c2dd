"""Ranges of a file that a request asks for (RFC 9110 13.1, 13.2.2, 14)."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime

from domain.kernel.values import Value

_RANGE = re.compile(r"bytes\s*=\s*(\d{0,18})-(\d{0,18})\s*", re.ASCII | re.IGNORECASE)


class Part(Value, frozen=True):
    """The bytes of a file from `first` on, as many as `size`. `is_whole`: no range was asked for, or none is sent."""

    first: int
    size: int
    is_whole: bool


class UnsatisfiableError(Exception):
    """The file has none of the bytes of the range."""


def http_date(seconds: float) -> str:
    """Return a Unix time, without fractions of a second, as headers have it."""
    return format_datetime(datetime.fromtimestamp(int(seconds), UTC), usegmt=True)


def is_unchanged(headers: Mapping[str, str], etag: str, modified: str) -> bool:
    """Whether the client has the file: by If-None-Match, and without it by If-Modified-Since."""
    if (known := headers.get("if-none-match")) is not None:
        tags = {tag.strip().removeprefix("W/") for tag in known.split(",")}
        return etag in tags or "*" in tags
    since = _time(headers.get("if-modified-since"))
    stored = _time(modified)
    return since is not None and stored is not None and stored <= since


def part_asked(headers: Mapping[str, str], size: int, etag: str, modified: str) -> Part:
    """Return the part of a file of this size that is to be sent. Raises UnsatisfiableError.

    A range of another form, several ranges, and a range of another version of the file (If-Range) are ignored.
    """
    whole = Part(0, size, is_whole=True)
    found = _RANGE.fullmatch(headers.get("range", ""))
    if found is None or headers.get("if-range", etag).strip() not in {etag, modified}:
        return whole
    first, last = found.groups()
    if not first and not last:
        return whole
    if not first:
        # the last bytes
        start, end = max(0, size - int(last)), size
        if not int(last):
            raise UnsatisfiableError
    else:
        start, end = int(first), size if not last else min(size, int(last) + 1)
        if last and int(last) < int(first):
            return whole
    if start >= size:
        raise UnsatisfiableError
    return Part(start, end - start, is_whole=False)


def _time(text: str | None) -> datetime | None:
    """Return the time of a header; None: there is none, or it is no date."""
    if text is None:
        return None
    try:
        time = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    # a date without a zone, or with the zone -0000, has none; dates of HTTP are in UTC (RFC 9110 5.6.7)
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)
