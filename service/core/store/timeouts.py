"""The timeouts of the service, and how to apply them.

Those of client connections are in `service/core/connections/policy.py`, those of request bodies in
`service/core/http/request/body_timeout.py`.
"""

import asyncio
import threading
from collections.abc import Callable
from types import TracebackType
from typing import ParamSpec, TypeVar

from eventsourcing.persistence import PersistenceError

STORE_TIMEOUT = 5.0
"""Seconds for one step of a request that uses the store. A write that takes longer is reported as unknown.

The first step that takes longer ends the request. There is no timeout for all steps together: a command waits for the
log's end, reads a game and appends; other requests have more steps, such as the deletion of an account.
"""

LOG_END_TIMEOUT = 4.0
"""Seconds for which a request waits until this process knows the end of a log that other processes append to."""

LOG_POLL_TIMEOUT = 10.0
"""Seconds for one query of the log's end. Then the connection is replaced."""

CATCH_UP_TIMEOUT = 1.0
"""Seconds for which a list waits until its tables contain all events; then it is answered as far as they go."""

QUERY_TIMEOUT = 5.0
"""Seconds for one query of the tables of lists and results."""

READINESS_TIMEOUT = 3.0
"""Seconds for the database to answer the check of `/health/ready`."""

CONNECT_TIMEOUT = 3
"""Seconds for a connection to PostgreSQL, a new one or one from the pool."""

SERVER_TIMEOUTS = {
    # reading a page of the log or of a table takes milliseconds
    "statement_timeout": 10_000,
    # another writer holds the lock of the log for the duration of a commit
    "lock_timeout": 5_000,
    # a page is processed within a transaction in a fraction of this
    "idle_in_transaction_session_timeout": 10_000,
}
"""Timeouts that the PostgreSQL server enforces on each connection, in milliseconds. The URL may override them.

They never end a commit that waits for a standby: PostgreSQL stops the clock of the statement before it commits.
"""

SHUTDOWN_GRACE = 3.0
"""Seconds for which running requests may continue after SIGTERM. Then the connections are closed."""

SHUTDOWN_CANCEL = 1.0
"""Seconds after SHUTDOWN_GRACE at which requests are cancelled that have not ended with their connections."""

SHUTDOWN_TIMEOUT = 8.0
"""Seconds after SIGTERM at which a process that has not ended is stopped hard."""

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


async def with_timeout(
    work: Callable[_Arguments, _Result], *arguments: _Arguments.args, **named: _Arguments.kwargs
) -> _Result:
    """Run a function in a thread; raises TimeoutError after `STORE_TIMEOUT`, while the thread continues."""
    async with asyncio.timeout(STORE_TIMEOUT):
        return await asyncio.to_thread(work, *arguments, **named)


async def is_set_within(event: asyncio.Event, seconds: float | None) -> bool:
    """Wait until an event is set, and return whether it was within the time; None: any time."""
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False


class TimedLock:
    """A thread lock with a timeout: if the database hangs, only the first thread hangs with it."""

    def __init__(self, timeout: float = STORE_TIMEOUT) -> None:
        self._lock = threading.Lock()
        self._timeout = timeout

    def __enter__(self) -> None:
        """Acquire the lock; raises PersistenceError on timeout."""
        if not self._lock.acquire(timeout=self._timeout):
            message = "the database has not answered earlier requests within the timeout"
            raise PersistenceError(message)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release the lock."""
        self._lock.release()
