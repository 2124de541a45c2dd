"""The time of the service: it never jumps, whatever happens to the system clock (decision 031)."""

import asyncio
import datetime
import logging

from service.store.anchors import MACHINE, Readings, anchor_of, boot_id
from service.store.database import Database

_log = logging.getLogger(__name__)

JUMP = 1.0
"""The difference in seconds between the system clock and the time of the service that is reported."""

CHECK_INTERVAL = 1.0
"""Seconds between two comparisons."""

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


class SteadyClock:
    """The time at boot plus the clock since boot. The system clock is only compared with it."""

    def __init__(self, anchor: int, readings: Readings = MACHINE) -> None:
        self._anchor = anchor
        self._since_boot, self._system = readings
        self._reported = 0.0

    @classmethod
    def of(cls, database: Database) -> "SteadyClock":
        """Return the clock of all processes on this machine since its boot."""
        return cls(anchor_of(database, boot_id()))

    def micros(self) -> int:
        """Return the microseconds since 1970."""
        return self._anchor + self._since_boot()

    def __call__(self) -> datetime.datetime:
        """Return the time."""
        return _EPOCH + datetime.timedelta(microseconds=self.micros())

    @property
    def jump(self) -> float:
        """The seconds by which the system clock is ahead of the time of the service, negative if it is behind."""
        return (self._system() - self.micros()) / 1_000_000

    async def run(self) -> None:
        """Look for jumps until cancelled."""
        while True:
            self.report_jump()
            await asyncio.sleep(CHECK_INTERVAL)

    def report_jump(self) -> None:
        """Log a jump of the system clock, once."""
        jump = self.jump
        if abs(jump - self._reported) < JUMP:
            return
        self._reported = jump
        _log.warning(
            "the system clock is %+.1f s ahead of the time since boot, by which the service goes on: correct it, or "
            "restart the machine if its time at boot was wrong",
            jump,
        )
