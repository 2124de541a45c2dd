"""The time of the service: it does not jump with the system clock (decision 031)."""

import asyncio
import datetime
import logging
from collections.abc import Callable
from functools import partial

from msgspec import UNSET

from domain.game.game import Game
from service.core.store.anchors import MACHINE, Anchor, Readings, anchor_of, boot_id, note_time
from service.core.store.database import Database
from service.core.store.times import timestamp_of

_log = logging.getLogger(__name__)

JUMP = 1.0
"""The difference in seconds between the system clock and the time of the service that is reported."""

CHECK_INTERVAL = 1.0
"""Seconds between two comparisons."""

NOTE_INTERVAL = 60_000_000
"""Microseconds between two notes of the time in the database."""

ADVICE = (
    "clocks do not run out and games with clocks take no commands until the system clock is synchronised; if it is "
    "right, restart with LUDOLOG_SYSTEM_CLOCK=trusted"
)

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


class TimeInDoubtError(Exception):
    """The time may be wrong, so that a game with a clock cannot continue. The message has the reason."""


class SteadyClock:
    """The time at boot plus the clock since boot. The system clock is only compared with it."""

    def __init__(self, anchor: Anchor, readings: Readings = MACHINE, ask: Callable[[], Anchor] | None = None) -> None:
        self._anchor = anchor
        self._readings = readings
        self._ask = ask
        """Reads the anchor again while this one is in doubt."""
        self._reported = 0.0
        self._noted = -NOTE_INTERVAL
        """When the time was last noted, in microseconds since the boot."""
        if anchor.doubt is not None:
            _log.warning("the time is in doubt: %s: %s", anchor.doubt, ADVICE)

    @classmethod
    def of(cls, database: Database, *, is_trusted: bool = False) -> "SteadyClock":
        """Return the clock of all processes on this machine since its boot."""
        ask = partial(anchor_of, database, boot_id(), is_trusted=is_trusted)
        return cls(ask(), ask=ask)

    @property
    def doubt(self) -> str | None:
        """Why the time may be wrong, so that no clock may run out; None: it is right."""
        return self._anchor.doubt

    def micros(self) -> int:
        """Return the microseconds since 1970."""
        return self._anchor.micros + self._readings.since_boot()

    def __call__(self) -> datetime.datetime:
        """Return the time."""
        return _EPOCH + datetime.timedelta(microseconds=self.micros())

    @property
    def jump(self) -> float:
        """The seconds by which the system clock is ahead of the time of the service, negative if it is behind."""
        return (self._readings.system() - self.micros()) / 1_000_000

    async def look(self, database: Database) -> None:
        """Look for a jump of the system clock, and note the time at intervals. Raises the errors of the store."""
        try:
            if self.doubt is not None:
                await asyncio.to_thread(self.ask_again)
            elif (boot := boot_id()) is not None and self._readings.since_boot() >= self._noted + NOTE_INTERVAL:
                self._noted = self._readings.since_boot()
                await asyncio.to_thread(note_time, database, boot, self.micros())
        finally:
            self.report_jump()

    def ask_again(self) -> None:
        """Go on with the right time once it is known."""
        if self.doubt is None or self._ask is None:
            return
        anchor = self._ask()
        if anchor.doubt is None:
            _log.info(
                "the time is known: clocks continue; it was %+.1f s behind", (anchor.micros - self._anchor.micros) / 1e6
            )
            self._anchor = anchor

    def report_jump(self) -> None:
        """Log a jump of the system clock, once."""
        jump = self.jump
        if self.doubt is not None or abs(jump - self._reported) < JUMP:
            return
        self._reported = jump
        _log.warning(
            "the system clock is %+.1f s ahead of the time since boot, which the service uses: correct it, or "
            "restart the machine if its time at boot was wrong",
            jump,
        )


def doubt_about(clock: Callable[[], datetime.datetime]) -> str | None:
    """Return why a time may be wrong; None: it is right, or injected."""
    return clock.doubt if isinstance(clock, SteadyClock) else None


def time_of_record(clock: Callable[[], datetime.datetime], game: Game) -> str:
    """Return the time of the next record of a game: at least that of the record before it, if the clock went back.

    Raises TimeInDoubtError if the game has a clock, and the time may be wrong.
    """
    doubt = doubt_about(clock)
    if doubt is not None and game.opened.clock is not UNSET:
        raise TimeInDoubtError(doubt)
    return max(timestamp_of(clock()), game.tip.at)
