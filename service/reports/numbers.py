"""Moderation in numbers, without names: what all may read at /transparency."""

import time
from collections.abc import Sequence

from domain.kernel.values import Value
from service.reports.appeals import Appeals, AppealState
from service.reports.reports import Reports
from service.reports.rows import Number

FRESH = 10.0
"""Seconds for which the numbers are kept: every visitor may ask for them, and they count all rows."""


class Numbers(Value, frozen=True):
    """The numbers of reports, acts and appeals by month."""

    reports: Sequence[Number]
    acts: Sequence[tuple[str, str, int]]
    """Month, action, number."""
    appeals: Sequence[tuple[str, AppealState, int]]
    """Month, state, number."""


class Counting:
    """Counts, at most once in `FRESH` seconds."""

    def __init__(self, reports: Reports, appeals: Appeals) -> None:
        self._reports = reports
        self._appeals = appeals
        self._kept: Numbers | None = None
        self._until = 0.0

    def numbers(self) -> Numbers:
        """Return the numbers."""
        now = time.monotonic()
        if self._kept is None or now >= self._until:
            self._kept = Numbers(self._reports.numbers(), self._appeals.acts_in_numbers(), self._appeals.numbers())
            self._until = now + FRESH
        return self._kept
