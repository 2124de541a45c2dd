"""Background work: a step that is taken again and again, at an interval or as soon as it is woken."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from service.core.store.outage import survived
from service.core.store.retry import Backoff
from service.core.store.timeouts import is_set_within


class Background(Protocol):
    """What runs while the service does."""

    async def start(self) -> None:
        """Begin."""

    async def stop(self) -> None:
        """End, and wait until it has ended."""


class Started:
    """Background work that has a beginning and an end of its own."""

    def __init__(
        self, start: Callable[[], Awaitable[None]] | None = None, stop: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        self._start, self._stop = start, stop

    async def start(self) -> None:
        """Begin."""
        if self._start is not None:
            await self._start()

    async def stop(self) -> None:
        """End."""
        if self._stop is not None:
            await self._stop()


class Worker:
    """Takes a step at an interval, or as soon as it is woken. An error of a step is logged: the next one tries again.

    `outage` says what waits while the database does not answer, `failure` what has failed for any other reason. A step
    may return the seconds until the next one, at the latest. Without `every`, only a call of `wake` leads to the next.
    """

    def __init__(
        self,
        step: Callable[[], Awaitable[float | None]],
        *,
        every: float | None,
        outage: str,
        failure: str,
        log: logging.Logger,
        begins_after: float = 0.0,
        pace: float = 0.0,
        retries: Backoff | None = None,
    ) -> None:
        """`begins_after` is the delay of the first step unless it is woken, `pace` that of a step that is woken.

        `retries` has the delays after errors, during which nothing wakes the worker. All are seconds.
        """
        self._step = step
        self._every = every
        self._outage, self._failure = outage, failure
        self._log = log
        self._begins_after, self._pace = begins_after, pace
        self._retries = retries
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End. A step in progress is cancelled."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def is_running(self) -> bool:
        """Whether it has started and not ended."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Take the next step soon, or after the present one. Call it in the event loop."""
        self._woken.set()

    async def _run(self) -> None:
        if self._begins_after:
            await self._wait(self._begins_after)
        while True:
            self._woken.clear()
            wait, is_done = None, False
            with survived(self._log, self._outage, self._failure):
                wait = await self._step()
                is_done = True
            if self._retries is not None:
                if not is_done:
                    await asyncio.sleep(self._retries.delay())
                    continue
                self._retries.reset()
            await self._wait(self._every if wait is None else wait)

    async def _wait(self, seconds: float | None) -> None:
        if await is_set_within(self._woken, seconds) and self._pace:
            # many calls need one step
            await asyncio.sleep(self._pace)
