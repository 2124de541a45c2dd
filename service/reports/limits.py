"""How many reports an account and a network may make in a day."""

import datetime
from collections.abc import Sequence

from domain.kernel.values import Value
from service.core.settings import Settings
from service.core.store.database import Cursor
from service.core.store.times import timestamp_of
from service.reports.rows import note_source, times_from, times_of_reports

WINDOW = 24 * 3600
"""Seconds within which reports are counted."""


class TooManyReportsError(Exception):
    """An account or a network reports too much."""

    def __init__(self, reason: str, seconds: int) -> None:
        super().__init__(f"{reason}: wait {seconds} s, or put more into one report")
        self.seconds = seconds


class ReportLimits(Value, frozen=True):
    """The limits of reports; 0 means none."""

    of_account: int = 0
    """Reports of an account in 24 hours."""
    of_network: int = 0
    """Reports from an address, or an IPv6 network, in 24 hours."""

    @classmethod
    def of(cls, settings: Settings) -> "ReportLimits":
        """Return the limits of the settings."""
        return cls(settings.reports, settings.reports_per_address)

    def take(self, cursor: Cursor, reporter: str, source: str, at: str) -> None:
        """Count a report. `source` is the keyed digest of the network. Raises TooManyReportsError.

        The counts are exact: the transaction holds the lock of reports.
        """
        now = datetime.datetime.fromisoformat(at)
        since = timestamp_of(now - datetime.timedelta(seconds=WINDOW))
        own = times_of_reports(cursor, reporter, since)
        _check(own, self.of_account, now, f"an account may make {self.of_account} reports a day")
        if self.of_network:
            others = times_from(cursor, source, since)
            _check(others, self.of_network, now, f"there may be {self.of_network} reports a day from your network")
            note_source(cursor, source, at)


def _check(times: Sequence[str], most: int, now: datetime.datetime, reason: str) -> None:
    """Raise TooManyReportsError if as many reports as allowed are in the window; 0 allows any number."""
    if not most or len(times) < most:
        return
    # the latest first: when this one leaves the window, fewer than the limit are left
    left = WINDOW - (now - datetime.datetime.fromisoformat(times[most - 1])).total_seconds()
    raise TooManyReportsError(reason, max(1, int(left + 0.999)))
