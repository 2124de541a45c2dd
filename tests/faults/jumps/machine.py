"""A machine in virtual time: its true time, its system clock, and the clock since its boot."""

import random

from domain.ledger.times import SECOND, micros
from service.core.store.anchors import PLAUSIBLE, Readings
from service.core.store.database import Cursor

START = micros("2026-11-20T12:00:00.000000Z")


class Machine:
    """The true time moves on by itself. The system clock jumps, also in a boot, which resets the clock since boot."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.now = START
        self._booted_at = START - rng.randrange(10**6 * SECOND)
        self._offset = 0
        self.boots = 0
        self.jumps = 0
        self.is_synchronised = True
        self.is_time_known = False
        """Whether a process has trusted the system clock since the boot."""
        self.readings = Readings(
            lambda: self.now - self._booted_at,
            lambda: self._system,
            lambda: self.is_synchronised,
            self._server,
        )

    @property
    def boot_id(self) -> str:
        """The id of the boot."""
        return f"boot {self.boots}"

    @property
    def _system(self) -> int:
        return self.now + self._offset

    def _server(self, _: Cursor) -> int:
        """Return the time of a database server on this machine."""
        return self._system

    def jump(self) -> None:
        """Set the system clock to another time: seconds, hours or years away. The kernel then knows no synchronisation.

        Before the time is known, an error of less than `PLAUSIBLE` would not be noticed.
        """
        self.jumps += 1
        self.is_synchronised = False
        spans = (3, 3600, 86_400, 10**9) if self.is_time_known else (3600, 86_400, 10**9)
        least = 0 if self.is_time_known else 2 * PLAUSIBLE
        error = self._rng.randrange(least, self._rng.choice(spans) * SECOND)
        self._offset = self._rng.choice((0, error, -error))

    def synchronise(self) -> None:
        """Correct the system clock."""
        self._offset, self.is_synchronised = 0, True

    def reboot(self) -> None:
        """Start the machine again. Its system clock may be wrong, and is not synchronised."""
        self.boots += 1
        self._booted_at, self.is_time_known = self.now, False
        self.jump()
