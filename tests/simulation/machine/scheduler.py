"""The only source of order: one seeded scheduler runs the event loops and threads of all processes in virtual time."""

import heapq
import random
from asyncio import TimerHandle, events
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any

from domain.ledger.times import SECOND, micros
from tests.simulation.machine.loop import Killed, Loop

START = micros("2026-11-20T12:00:00.000000Z")

STEP = 20
"""Microseconds that a step takes at most."""


class Scheduler:
    """Runs one step after the other: a callback of an event loop, or a job of a thread."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.now = START
        """The true time in microseconds since 1970."""
        self.steps = 0
        self.running: Loop | None = None
        """The event loop of the process that runs."""
        self._order = 0
        self._later: list[tuple[int, int, Loop, TimerHandle | Callable[[], None]]] = []
        self._jobs: list[tuple[Loop, Callable[[], None]]] = []
        self._ready: list[Loop] = []

    def at(self, when: int, loop: Loop, run: TimerHandle | Callable[[], None]) -> None:
        """Run a callback in its event loop, or a job in a thread of its process, at a time."""
        self._order += 1
        heapq.heappush(self._later, (when, self._order, loop, run))

    def soon(self, loop: Loop, seconds: float, job: Callable[[], None]) -> None:
        """Run a job in a thread of a process after some time."""
        self.at(self.now + int(seconds * SECOND), loop, job)

    def ready(self, loop: Loop) -> None:
        """Report that an event loop has callbacks."""
        self._ready.append(loop)

    def step(self) -> None:
        """Let the time pass until something can run, and run one of what can."""
        if not self._ready and not self._jobs:
            self.now = max(self.now, self._later[0][0])
        while self._later and self._later[0][0] <= self.now:
            _, _, loop, run = heapq.heappop(self._later)
            if loop.is_dead:
                loop.remains.append(run)
            elif isinstance(run, TimerHandle):
                loop.push(run)
            else:
                self._jobs.append((loop, run))
        if self._ready or self._jobs:
            self._run_one(int(self.rng.random() * (len(self._ready) + len(self._jobs))))
        self.steps += 1
        self.now += 1 + int(self.rng.random() * STEP)

    def _run_one(self, chosen: int) -> None:
        if chosen < len(self._ready):
            loop = self._ready[chosen]
            self.running = loop
            # private: the only way to run a callback as asyncio's own loops do
            events._set_running_loop(loop)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage,reportAttributeAccessIssue]
            try:
                loop.run_one()
            finally:
                events._set_running_loop(None)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage,reportAttributeAccessIssue]
            if not loop.has_ready:
                loop.is_queued = False
                self._ready[chosen] = self._ready[-1]
                self._ready.pop()
        else:
            chosen -= len(self._ready)
            loop, job = self._jobs[chosen]
            self._jobs[chosen] = self._jobs[-1]
            self._jobs.pop()
            if loop.is_dead:
                loop.remains.append(job)
            else:
                self.running = loop
                try:
                    job()
                except Killed:
                    loop.remains.append(job)
        self.running = None

    def thread(self, loop: Loop, work: Callable[[], Any], done: Callable[[Any, BaseException | None], None]) -> None:
        """Run blocking work in a thread of a process. Its start and the report of its end take some time."""
        rng, context = self.rng, copy_context()

        def job() -> None:
            result, error = _outcome(context, work)
            if not loop.is_dead:
                self.at(self.now + self.delay(rng), loop, loop.timer(lambda: done(result, error)))

        self.at(self.now + self.delay(rng), loop, job)

    def delay(self, rng: random.Random) -> int:
        """Return the microseconds that a thread waits: mostly less than a millisecond."""
        chance = rng.random()
        if chance < self.slowness:
            return int(rng.random() * 8 * SECOND)
        return int(rng.random() * (self.delay_of_thread if chance < 0.9 else 40_000))

    delay_of_thread = 1_000
    """Microseconds that a thread waits at most, usually: for a processor, the database, and its connection."""

    slowness = 0.0
    """How often a thread hangs for seconds."""


def _outcome(context: Context, work: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return context.run(work), None
    except Killed:
        raise
    except BaseException as error:  # noqa: BLE001 - every error is the outcome of the thread
        return None, error
