"""Which partitions of the log do not answer: their games wait, all others go on (decision 088)."""

import logging
import threading
import time
from collections.abc import Callable, Sequence

import psycopg
from psycopg.errors import QueryCanceled

_log = logging.getLogger(__name__)

RETRY_AFTER = 2.0
"""Seconds after which a partition that has not answered is asked again: each attempt may take its timeout."""


class Partitions:
    """The partitions of a log, and which of them do not answer this process."""

    def __init__(self, of: Callable[[Sequence[str]], Sequence[str]]) -> None:
        self.of = of
        """Returns the names of the partitions of games, without asking the partitions. Raises PersistenceError."""
        self._asked_again_at: dict[str, float] = {}
        self._lock = threading.Lock()

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
            self._asked_again_at[name] = time.monotonic() + RETRY_AFTER
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
