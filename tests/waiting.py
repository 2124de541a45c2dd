"""Waiting for a state, not for a time."""

import time
from collections.abc import Callable
from typing import TypeVar

import httpx

from tests.replies import ok

T = TypeVar("T")

WITHIN = 60.0
"""Seconds: generous, for a machine with other load."""


def until(reached: Callable[[], T | None], within: float = WITHIN, every: float = 0.05) -> T:
    """Wait until something is true, and return it; fails after so many seconds."""
    deadline = time.monotonic() + within
    while not (found := reached()):
        assert time.monotonic() < deadline, f"{found} after {within} s"
        time.sleep(every)
    return found


def until_over(client: httpx.Client, game: str) -> None:
    """Wait until a game is not running."""
    until(lambda: ok(client.get(f"/v1/games/{game}")).json()["status"] != "running")
