"""What is tried again, when, and for how long."""

from __future__ import annotations

import logging
import random
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludolog_client.errors import LudologError

AGAIN = frozenset({408, 429, 500, 502, 503, 504})
"""The statuses after which the same request may succeed."""
UNAUTHORIZED = 401
FIRST_PAUSE, LAST_PAUSE = 0.1, 10.0
"""Seconds."""

log = logging.getLogger("ludolog_client")


class Patience:
    """How long something is tried again: at growing intervals, until `seconds` after the first failure."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._until, self._pause = seconds, None, FIRST_PAUSE

    def wait(self, failed: LudologError, wanted: float | None = None) -> None:
        """Sleep before the next attempt; `wanted` are the seconds of Retry-After. Raise the error if it is too late."""
        now = time.monotonic()
        if self._until is None:
            self._until = now + self._seconds
        # clients that lost the same server do not all come back at once
        pause = self._pause * random.uniform(0.5, 1) if wanted is None else wanted  # noqa: S311 - a pause is no secret
        if now + pause > self._until:
            raise failed
        log.info("again in %.1f s: %s", pause, failed)
        time.sleep(pause)
        self._pause = min(2 * self._pause, LAST_PAUSE)

    def is_answered(self) -> None:
        """Begin to count again with the next failure."""
        self._until = None

    def goes_on(self) -> None:
        """Begin with the shortest pause, too."""
        self._until, self._pause = None, FIRST_PAUSE
