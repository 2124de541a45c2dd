"""What happened in a simulation: its last events, and the digest of all of them."""

import hashlib
from collections import deque

from projections.times import moment

KEPT = 40
"""Events that are shown when an invariant fails."""


class Trace:
    """The events of a simulation in their order."""

    def __init__(self, *, is_shown: bool = False) -> None:
        self._digest = hashlib.sha256()
        self._is_shown = is_shown
        self.last: deque[str] = deque(maxlen=KEPT)

    def add(self, step: int, now: int, who: str, what: str) -> None:
        """Add an event."""
        line = f"{step:7} {moment(now)[11:26]} {who:8} {what}"
        self._digest.update(line.encode() + b"\n")
        self.last.append(line)
        if self._is_shown:
            print(line)

    @property
    def digest(self) -> str:
        """The SHA-256 (hex) of all events: equal digests, equal traces."""
        return self._digest.hexdigest()
