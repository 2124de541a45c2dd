"""A machine in virtual time: its true time, its system clock, and the clock since its boot."""

import random

from domain.ledger.times import SECOND, micros
from service.store.anchors import Readings

START = micros("2026-11-20T12:00:00.000000Z")


class Machine:
    """The true time moves on by itself; the system clock jumps, and a boot resets the clock since boot."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.now = START
        self._booted_at = START - rng.randrange(10**6 * SECOND)
        self._offset = 0
        self.boots = 0
        self.jumps = 0
        self.is_booting = False
        self.readings = Readings(lambda: self.now - self._booted_at, lambda: self.now + self._offset)

    @property
    def boot_id(self) -> str:
        """The id of the boot."""
        return f"boot {self.boots}"

    def jump(self) -> None:
        """Set the system clock to another time: seconds, hours or years away."""
        if self.is_booting:
            return
        self.jumps += 1
        span = self._rng.choice((3, 3600, 86_400, 10**9))
        self._offset = self._rng.choice((0, self._rng.randrange(-span * SECOND, span * SECOND)))

    def reboot(self) -> None:
        """Start the machine again; its system clock is right until a process has started."""
        self.boots += 1
        self.is_booting = True
        self._booted_at, self._offset = self.now, 0
