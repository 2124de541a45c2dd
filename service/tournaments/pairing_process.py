"""A process in which rounds are paired: a search of seconds must not hold the interpreter that answers requests."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

from domain.tournaments.refusals import Refused

_log = logging.getLogger(__name__)

IDLE = 300.0
"""Seconds after which a process without work is stopped."""

NICENESS = 5
"""By how much the priority of the process is below that of requests."""

_TRIES = 2
"""Processes that may end while they pair one round, before a thread pairs it."""

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class PairingProcess:
    """One process, started with the first work and again after a crash. It does one piece of work at a time."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._pid: Future[int] | None = None
        self._is_closed = False
        self._running = 0
        self._idle: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process; None: there is none, or it is starting."""
        started = self._pid
        return started.result() if started is not None and started.done() and started.exception() is None else None

    async def run(
        self, work: Callable[_Arguments, _Result], *arguments: _Arguments.args, **named: _Arguments.kwargs
    ) -> _Result:
        """Call a function of a module in the process, with arguments that can be pickled.

        Raises Refused and what the function raises. If no process can be used, a thread does the work.
        """
        self._running += 1
        if self._idle is not None:
            self._idle.cancel()
        try:
            for _ in range(_TRIES):
                pool: ProcessPoolExecutor | None = None
                try:
                    pool = self._started()
                    result, refused = await asyncio.wrap_future(pool.submit(_result_of, work, arguments, named))
                except (BrokenExecutor, OSError, ImportError) as error:
                    self._discard(pool)
                    if self._is_closed:
                        raise asyncio.CancelledError from error
                    _log.warning("the process that pairs rounds has ended or cannot start: %r", error)
                    continue
                if refused is not None:
                    raise Refused(*refused)
                assert result is not None
                return result[0]
        finally:
            self._running -= 1
            self._stop_when_idle()
        return await asyncio.to_thread(work, *arguments, **named)

    def close(self) -> None:
        """Stop the process at once. What is being paired is paired by another process, or after the next start."""
        self._is_closed = True
        if self._idle is not None:
            self._idle.cancel()
        self._discard(self._pool)

    def _started(self) -> ProcessPoolExecutor:
        """Return the pool, started if there is none. Raises OSError and ImportError where semaphores are missing."""
        if self._is_closed:
            message = "the service is stopping"
            raise BrokenExecutor(message)
        if self._pool is None:
            # a fork would copy the locks of threads
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, initializer=begin)
            self._pid = self._pool.submit(os.getpid)
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor | None) -> None:
        """Stop the process of a pool without waiting for its work."""
        if pool is None or pool is not self._pool:
            return
        pid, self._pool, self._pid = self.pid, None, None
        pool.shutdown(wait=False, cancel_futures=True)
        if pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _stop_when_idle(self) -> None:
        if self._running == 0 and self._pool is not None and not self._is_closed:
            loop = asyncio.get_running_loop()
            self._idle = loop.call_later(IDLE, self._discard, self._pool)


def begin() -> None:
    """Prepare the process: lower its priority, leave Ctrl-C to the service, and end when the service ends."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _result_of(
    work: Callable[..., _Result], arguments: tuple[object, ...], named: dict[str, object]
) -> tuple[tuple[_Result] | None, tuple[str, str] | None]:
    """Return the result of a function, or the code and the reason of its refusal."""
    try:
        return (work(*arguments, **named),), None
    except Refused as refused:
        return None, (refused.code, refused.reason)
