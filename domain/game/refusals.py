"""The refusal of a request that does not fit a game."""

from typing import NamedTuple


class Fault(NamedTuple):
    """What is wrong with one field of a request."""

    field: str
    """The name of the field, below the body or below the part of it that is checked."""
    reason: str


class NotPossible(Exception):
    """A request does not fit the game as it stands; carries a stable code and the reason.

    `field` is the field of the request that has to change, such as `clock/bank`; None if several may be wrong.
    """

    def __init__(self, code: str, reason: str, field: str | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.field = field
