"""Points at which tests let the process end, as a power cut would: `LUDOLOG_FAILPOINT=name:n`.

The process ends at the n-th pass of the point; with n = 0 it does not end. `name:n:ms` makes each pass last so many
milliseconds, as a slow disk does, while all other threads go on.
"""

import itertools
import os
import re
import time
from collections.abc import Callable

LOST = 137
"""What the process ends with, as if it had been killed."""

POINTS = frozenset(
    {
        "account-made",
        "append",
        "appended",
        "export",
        "import",
        "imported",
        "key-made",
        "key-rotated",
        "migration",
        "projection",
        "publish",
        "reply",
        "stored",
        "stream",
    }
)
"""The points: of each pass by name, everything that is done before it may be lost or kept, but never half of it."""

_FORM = re.compile(r"(?P<name>[a-z-]+):(?P<count>[0-9]{1,9})(?::(?P<pause>[0-9]{1,5}))?")

_end: Callable[[str], None] | None = None


def at_point(point: str) -> None:
    """Pass a point. Where no test has said otherwise, this does nothing."""
    if _end is not None:
        _end(point)


def arm(setting: str | None) -> None:
    """Let the process end where a setting says, if it is one; raises ValueError for a point that is not there."""
    global _end  # noqa: PLW0603 - a process ends once
    _end = _ending(setting) if setting else None


def _ending(setting: str) -> Callable[[str], None]:
    """Return what ends the process at the n-th pass of a point."""
    found = _FORM.fullmatch(setting)
    if found is None or found["name"] not in POINTS:
        message = (
            f"LUDOLOG_FAILPOINT is {setting!r}: it has to be one of {', '.join(sorted(POINTS))}, a colon, a number, "
            "and, for passes that last, a colon and milliseconds"
        )
        raise ValueError(message)
    name, count, pause = found["name"], int(found["count"]), int(found["pause"] or 0)
    # of threads that pass at once, each has a number of its own
    passes = itertools.count(1)

    def end(point: str) -> None:
        if point != name:
            return
        time.sleep(pause / 1000)
        if next(passes) == count:
            os._exit(LOST)

    return end
