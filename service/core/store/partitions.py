"""Which partitions of the log do not answer: their games wait, all others go on (decision 088)."""

import logging
import threading
import time
from collections.abc import Callable, Sequence

import psycopg
from psycopg.errors import QueryCanceled

_log = logging.getLogger(__name__)

RETRY_AFTER = 2.0
"""Seconds after which a partition that does not accept connections is asked again."""

RETRY_HANGING_AFTER = 10.0
"""The same for one that has not answered in time, unless the poller finds before that it answers again.

Each attempt of a writer delays the batches of all partitions.
"""

APPEND_TIMEOUT = 2.0
"""Seconds for a statement of an append to a log in partitions.

A group of batches waits for it twice at most, which is less than the timeout of a request: once together, and once for
the partition that does not answer.
"""

LOOK_TIMEOUT = 1.5
"""Seconds for reading the unplaced batches of a partition."""


GRACE = 0.5
"""Seconds after the timeout of a statement at which its connection is given up: the server may wait for another one."""


def limit_statements(seconds: float) -> str:
    """Return the statement that limits the further ones of a transaction, but not its commit."""
    return f"SET LOCAL statement_timeout = {round(1000 * seconds)}"


class Partitions:
    """The partitions of a log, and which of them do not answer this process."""

    def __init__(self, of: Callable[[Sequence[str]], Sequence[str]], place_all: Callable[[], bool]) -> None:
        self.of = of
        """Returns the names of the partitions of games, without asking the partitions. Raises PersistenceError."""
        self.place_all = place_all
        """Gives positions to all batches; returns False if some may have none yet. Raises PersistenceError."""
        self.names: Sequence[str] = ()
        """The names of all partitions; empty before they are known."""
        self._asked_again_at: dict[str, float] = {}
        self._lock = threading.Lock()

    @property
    def is_divided(self) -> bool:
        """Whether there are several partitions. If there is one, its failures are those of the database."""
        return len(self.names) != 1

    @property
    def away(self) -> tuple[str, ...]:
        """The names of the partitions that do not answer. Lists may lack their news."""
        return tuple(sorted(self._asked_again_at))

    def is_due(self, name: str) -> bool:
        """Whether a partition is to be asked now: it answers, or has not been asked for a while."""
        return time.monotonic() >= self._asked_again_at.get(name, 0.0)

    def lost(self, name: str, error: BaseException) -> None:
        """Note that a partition does not answer."""
        with self._lock:
            is_new = name not in self._asked_again_at
            wait = RETRY_AFTER if is_of_partition(error) else RETRY_HANGING_AFTER
            self._asked_again_at[name] = time.monotonic() + wait
        if is_new:
            reason = " ".join(str(error).split())
            _log.error("the partition %s of the log does not answer, and lists lack its news: %s", name, reason)

    def found(self, name: str) -> None:
        """Note that a partition answers."""
        with self._lock:
            was_away = self._asked_again_at.pop(name, None) is not None
        if was_away:
            _log.info("the partition %s of the log answers again", name)


def is_of_partition(error: BaseException | None) -> bool:
    """Return whether a server that answers says that it does not reach another one, which has a part of the log."""
    cause = error if isinstance(error, psycopg.Error) else getattr(error, "__cause__", None)
    # what is wrong with the connection to the server itself has no code of the server
    return isinstance(cause, psycopg.Error) and (cause.diag.sqlstate or "").startswith("08")


def is_no_answer(error: BaseException | None) -> bool:
    """Return whether a statement about one partition failed because the partition does not answer."""
    cause = error if isinstance(error, psycopg.Error) else getattr(error, "__cause__", None)
    return is_of_partition(error) or isinstance(cause, QueryCanceled)
