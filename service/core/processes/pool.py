"""A pool of processes that starts when there is work, survives crashes, and ends with the service."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

_log = logging.getLogger(__name__)

IDLE = 300.0
"""Seconds after which processes without work are stopped."""

NICENESS = 5
"""By how much the priority of the processes is below that of requests, if no request waits for their work."""

_TRIES = 2
"""How often a piece of work is started, each time in new processes, before it fails."""

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class ProcessPool:
    """Processes with a low priority, started with the first work and again after a crash."""

    def __init__(self, workers: Callable[[], int], name: str, *, niceness: int = NICENESS) -> None:
        """`workers` returns the number of processes, `name` says in the log what they do."""
        self._niceness = niceness
        self._workers = workers
        self._name = name
        self._pool: ProcessPoolExecutor | None = None
        self._idle: asyncio.TimerHandle | None = None
        self.is_closed = False
        self.running = 0
        """The pieces of work that run or wait."""

    @property
    def pids(self) -> Sequence[int]:
        """The ids of the processes; empty: there are none."""
        # before Python 3.14 the executor has no public way to end processes that work
        return [] if self._pool is None else list(self._pool._processes or ())  # noqa: SLF001 # pyright: ignore[reportPrivateUsage, reportUnknownMemberType, reportUnknownArgumentType, reportUnknownVariableType]

    async def run(
        self, work: Callable[_Arguments, _Result], *arguments: _Arguments.args, **named: _Arguments.kwargs
    ) -> _Result:
        """Call a function of a module in a process, with arguments that can be pickled.

        Raises what the function raises, BrokenExecutor if no process can be used, and CancelledError after `close`.
        """
        self.running += 1
        if self._idle is not None:
            self._idle.cancel()
        try:
            for _ in range(_TRIES):
                pool: ProcessPoolExecutor | None = None
                try:
                    pool = self._started()
                    return await asyncio.wrap_future(pool.submit(work, *arguments, **named))
                except (BrokenExecutor, OSError, ImportError) as error:
                    self._discard(pool)
                    if self.is_closed:
                        raise asyncio.CancelledError from error
                    _log.warning("a process that %s has ended or cannot start: %r", self._name, error)
            message = f"no process that {self._name} can be used"
            raise BrokenExecutor(message)
        finally:
            self.running -= 1
            self._stop_when_idle()

    def close(self) -> None:
        """Stop the processes at once. Another process, or the next start, does their work again."""
        self.is_closed = True
        if self._idle is not None:
            self._idle.cancel()
        self._discard(self._pool)

    def _started(self) -> ProcessPoolExecutor:
        """Return the executor, started if there is none. Raises OSError and ImportError without semaphores."""
        if self.is_closed:
            message = "the service is stopping"
            raise BrokenExecutor(message)
        if self._pool is None:
            # a fork would copy the locks of threads
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers(), context, initializer=_begin, initargs=(self._niceness,))
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor | None) -> None:
        """Stop the processes of an executor without waiting for their work."""
        if pool is None or pool is not self._pool:
            return
        pids, self._pool = self.pids, None
        pool.shutdown(wait=False, cancel_futures=True)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _stop_when_idle(self) -> None:
        if self.running == 0 and self._pool is not None and not self.is_closed:
            self._idle = asyncio.get_running_loop().call_later(IDLE, self._discard, self._pool)


def _begin(niceness: int) -> None:
    """Prepare a process: lower its priority, leave Ctrl-C to the service, and end when the service ends."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
