"""The order in which a transaction takes locks.

PostgreSQL locks rows and tables, and ends one of two transactions that wait for each other. So each transaction takes
its locks in one order: by `Stage`, and within a stage by their names. SQLite has one writer at a time, but the order is
noted there, too: tests check it on both databases (`IS_CHECKED`).

After the locks of the stages a transaction changes rows. The rows that a lock of a stage protects need no order. Where
transactions without a common lock change several rows of one table, they lock them in the order of their ids, or skip
those that another transaction has locked (`Cursor.unlocked`).
"""

from enum import IntEnum
from typing import Any

IS_CHECKED = False
"""Whether a lock out of order raises LockOrderError. Tests set it: in a running service, a deadlock is rare."""


class Stage(IntEnum):
    """A kind of locks. A transaction takes those of lower stages first."""

    ACCOUNT_CHANGES = 1
    """The table `account_changes`: changes of accounts get their numbers in the order of their commits."""
    REQUEST_KEYS = 2
    """The idempotency key of the request (`is_repeated`)."""
    PLAYERS = 3
    """Rows of players, accounts before guests, each in the order of their ids (`lock_players`)."""
    FEATURES = 4
    """The advisory locks, in the order of their numbers (`Cursor.lock`)."""
    RECEIVERS = 5
    """Rows of pings and webhooks in the order of their ids. The rows of their deliveries come after them."""


class LockOrderError(AssertionError):
    """A transaction takes a lock after one that comes later in the order."""


class LockOrder:
    """The locks that a transaction has taken."""

    __slots__ = ("_taken",)

    def __init__(self) -> None:
        self._taken: set[tuple[Stage, Any]] = set()

    def take(self, stage: Stage, name: int | str = "") -> None:
        """Note a lock that is about to be taken; raises LockOrderError. A lock that is held can be taken again."""
        place = (stage, name)
        if not IS_CHECKED or place in self._taken:
            return
        last = max(self._taken, default=None)
        if last is not None and place < last:
            message = f"{stage.name} {name} is locked after {last[0].name} {last[1]}: take the locks in their order"
            raise LockOrderError(message)
        self._taken.add(place)
