"""Points at which tests end the process, as a power cut would: `LUDOLOG_FAILPOINT=name:n`.

The process ends at the n-th pass of the point; with n = 0 it does not end. With `name:n:ms`, each pass takes that
many milliseconds, as on a slow disk, while other threads continue.
"""

import itertools
import os
import re
import time
from collections.abc import Callable

LOST = 137
"""The exit code, that of a killed process."""

POINTS = frozenset(
    {
        "account-made",
        "answer",
        "append",
        "appended",
        "due",
        "due-read",
        "export",
        "import",
        "imported",
        "key-made",
        "key-rotated",
        "migration",
        "mirror",
        "projection",
        "publish",
        "reply",
        "site-log",
        "site-log-stored",
        "stored",
        "stream",
        "tournament",
        "tournament-games",
        "tournament-stored",
        "witness",
        "witness-stored",
    }
)
"""The names of all points. At each of them, the preceding step may be lost or stored, but never partially."""

_FORM = re.compile(r"(?P<name>[a-z-]+):(?P<count>[0-9]{1,9})(?::(?P<pause>[0-9]{1,5}))?")

_end: Callable[[str], None] | None = None


def at_point(point: str) -> None:
    """Pass a point. Does nothing unless a test has armed it."""
    if _end is not None:
        _end(point)


def arm(setting: str | None) -> None:
    """Arm the point of a setting, if there is one; raises ValueError for an unknown point."""
    global _end  # noqa: PLW0603 - a process ends once
    _end = _ending(setting) if setting else None


def _ending(setting: str) -> Callable[[str], None]:
    """Return the function that ends the process at the n-th pass of a point."""
    found = _FORM.fullmatch(setting)
    if found is None or found["name"] not in POINTS:
        message = (
            f"LUDOLOG_FAILPOINT is {setting!r}: it has to be one of {', '.join(sorted(POINTS))}, a colon, a number, "
            "and optionally a colon and milliseconds"
        )
        raise ValueError(message)
    name, count, pause = found["name"], int(found["count"]), int(found["pause"] or 0)
    # itertools.count is atomic: concurrent threads get different numbers
    passes = itertools.count(1)

    def end(point: str) -> None:
        if point != name:
            return
        time.sleep(pause / 1000)
        if next(passes) == count:
            os._exit(LOST)

    return end
