"""Positions that replies say and requests ask for, so that a client never reads older data than it has seen.

Without replicas nothing here is used: every request sees what was acknowledged before it arrived.
"""

import re
from contextvars import ContextVar
from typing import NamedTuple, Self

_TEXT = re.compile(r"(\d{1,18})\.(\d{1,18})")


class Position(NamedTuple):
    """How much a server or a process knows: of the log of games, and of the changes of accounts."""

    log: int
    accounts: int

    @classmethod
    def of(cls, text: str) -> Self | None:
        """Return the position that a text says, such as `1204.37`; None for any other text."""
        found = _TEXT.fullmatch(text)
        return None if found is None else cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        """Return the text of the position."""
        return f"{self.log}.{self.accounts}"

    def has(self, other: "Position") -> bool:
        """Return whether everything up to another position is known at this one."""
        return self.log >= other.log and self.accounts >= other.accounts

    def both(self, other: "Position") -> "Position":
        """Return the last position that has everything of this one and of another one."""
        return Position(max(self.log, other.log), max(self.accounts, other.accounts))


class Freshness:
    """How fresh the reply to one request has to be, and how fresh it is."""

    __slots__ = ("admitted", "has_fallen_back", "may_lag", "needed", "shown")

    def __init__(self) -> None:
        self.admitted: Position | None = None
        """What the process knew when it admitted the request; None: the request needs no games."""
        self.may_lag = False
        """Whether replicas may answer."""
        self.needed: Position | None = None
        """What the client has seen, if it says so, and this is enough. None: all that was acknowledged before."""
        self.has_fallen_back = False
        """Whether the primary was asked for what no replica has."""
        self.shown: Position | None = None
        """What the tables contained that were read; None: none were."""

    def note(self, shown: Position) -> None:
        """Note what a table contained that was read. The least of several counts."""
        before = self.shown
        self.shown = (
            shown if before is None else Position(min(before.log, shown.log), min(before.accounts, shown.accounts))
        )

    def note_log(self, position: int) -> None:
        """Note up to which position of the log the tables of the primary were read."""
        if self.admitted is not None:
            self.note(Position(position, self.admitted.accounts))


FRESHNESS: ContextVar[Freshness | None] = ContextVar("freshness", default=None)
"""The freshness of the current request. None without replicas, and outside requests."""
