"""How long a request waits for the database."""

import asyncio
import threading
from collections.abc import Callable
from types import TracebackType
from typing import ParamSpec, TypeVar

from eventsourcing.persistence import PersistenceError

PATIENCE = 5.0
"""Seconds that a step of a request waits for the store; what is not known to be stored by then is answered as such.

A request has three steps at the most: hear how far the log goes, read a game, append. All have an answer in 15 seconds.
"""

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


async def in_time(
    work: Callable[_Arguments, _Result], *arguments: _Arguments.args, **named: _Arguments.kwargs
) -> _Result:
    """Return what work in a thread returns; raises TimeoutError after a while, and the work may still be done."""
    async with asyncio.timeout(PATIENCE):
        return await asyncio.to_thread(work, *arguments, **named)


class PatientLock:
    """A lock of threads that ask the database one after another; who does not get it in time gives up.

    Where a database stands still, only the first of them stands still with it.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._lock = threading.Lock()
        self._patience = patience

    def __enter__(self) -> None:
        """Take the lock; raises PersistenceError."""
        if not self._lock.acquire(timeout=self._patience):
            message = "the database has not answered those who asked before"
            raise PersistenceError(message)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give it free."""
        self._lock.release()
