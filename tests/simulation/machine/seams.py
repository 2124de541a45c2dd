"""What the service takes from outside its process, replaced for the time of a simulation: time and randomness.

Everything else is the code of the service. Random ids and secrets have to follow from the seed too: otherwise ids sort
differently in every run, and no failure could be repeated.
"""

import contextlib
import os
import random
import sys
import time
from collections.abc import Callable, Generator
from functools import cache
from types import ModuleType
from typing import Any

import pytest

import service.core.store.failpoints
import service.play.log_poller
from tests.simulation.machine.scheduler import Scheduler


class VirtualTime:
    """The functions of the module `time` that the service uses."""

    CLOCK_BOOTTIME = 7

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler

    def time(self) -> float:
        """Return the seconds since 1970."""
        return self._scheduler.now / 1_000_000

    monotonic = perf_counter = time

    def time_ns(self) -> int:
        """Return the nanoseconds since 1970."""
        return self._scheduler.now * 1000

    monotonic_ns = time_ns

    def clock_gettime_ns(self, _clock: int) -> int:
        """Return the nanoseconds since boot."""
        return self._scheduler.now * 1000

    def sleep(self, seconds: float) -> None:
        """Fail: a simulated thread that sleeps would stop the others."""
        message = f"the service sleeps for {seconds} s: give its thread a simulated form"
        raise AssertionError(message)


@cache
def _modules_with_time() -> tuple[ModuleType, ...]:
    """Return the modules of the service that use the module `time`."""
    modules = [module for name, module in sys.modules.items() if name.startswith("service.")]
    return tuple(module for module in modules if getattr(module, "time", None) is time)


@contextlib.contextmanager
def replaced(
    scheduler: Scheduler, rng: random.Random, connection: Any, at_point: Callable[[str], None]
) -> Generator[None]:
    """Let the service run in virtual time, with the randomness of a seed, until the block ends."""
    state = random.getstate()
    virtual = VirtualTime(scheduler)
    with pytest.MonkeyPatch.context() as patch:
        for module in _modules_with_time():
            patch.setattr(module, "time", virtual)
        patch.setattr(os, "urandom", rng.randbytes)
        # `secrets` reads random bytes through this reference
        patch.setattr(random, "_urandom", rng.randbytes)
        patch.setattr(service.play.log_poller, "_Connection", connection)
        patch.setattr(service.core.store.failpoints, "_end", at_point)
        random.seed(rng.getrandbits(64))
        try:
            yield
        finally:
            random.setstate(state)
