"""Points at which tests let the process end, as a power cut would: `LUDOLOG_FAILPOINT=name:n`."""

import itertools
import os
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
    name, _, count = setting.partition(":")
    if name not in POINTS or not count.isdigit():
        message = (
            f"LUDOLOG_FAILPOINT is {setting!r}: it has to be one of {', '.join(sorted(POINTS))}, a colon, a number"
        )
        raise ValueError(message)
    # of threads that pass at once, each has a number of its own
    passes = itertools.count(1)

    def end(point: str) -> None:
        if point == name and next(passes) == int(count):
            os._exit(LOST)

    return end
