"""Who plays with whom in a pool. Pure: the longest wait first, with those who are nearest in skill."""

import datetime
from collections.abc import Callable, Sequence

from projections.rows.ratings import SCALE
from service.meeting.pool_rows import Entry

FIRST_WIDTH, LAST_WIDTH = 6 * SCALE, 50 * SCALE
"""The difference in skill that is allowed at once, and at the end of `WIDE_AFTER`; after it any is.

The first games of two new players make a difference of 5.
"""

WIDE_AFTER = 45.0
"""Seconds of waiting after which the skill no longer counts."""


def seconds_since(entry: Entry, now: str) -> float:
    """Return for how many seconds a player has waited."""
    return (datetime.datetime.fromisoformat(now) - datetime.datetime.fromisoformat(entry.since)).total_seconds()


def width_of(seconds: float) -> int | None:
    """Return the difference in skill that is allowed after so many seconds, in millionths; None: any."""
    if seconds >= WIDE_AFTER:
        return None
    return round(FIRST_WIDTH + (LAST_WIDTH - FIRST_WIDTH) * max(0.0, seconds) / WIDE_AFTER)


def groups(
    waiting: Sequence[Entry], seats: int, now: str, may_meet: Callable[[str, str], bool]
) -> list[tuple[Entry, ...]]:
    """Return who plays together, in groups of this size. `waiting` is in the order of the arrivals.

    The bounds of the one who waits longest count for all in a group.
    """
    found: list[tuple[Entry, ...]] = []
    left = list(waiting)
    while left:
        first = left.pop(0)
        width = width_of(seconds_since(first, now))
        near = sorted(left, key=lambda each: (abs(each.skill - first.skill), each.since, each.player))
        group = [first]
        for each in near:
            if len(group) == seats or (width is not None and abs(each.skill - first.skill) > width):
                break
            if all(may_meet(each.player, other.player) for other in group):
                group.append(each)
        if len(group) == seats:
            found.append(tuple(group))
            left = [each for each in left if each not in group]
    return found
