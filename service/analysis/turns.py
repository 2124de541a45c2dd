"""The order of waiting jobs: small levels first, and within a level the accounts take turns."""

from collections.abc import Sequence

from domain.kernel.values import Value
from service.analysis.levels import LEVELS

MOST_KEPT = 1_000
"""The maximum number of accounts whose last turns are kept."""


class Waiting(Value, frozen=True):
    """A job that waits."""

    game: str
    level: str
    player: str
    """The account that asked; empty: it was deleted."""
    asked_at: str


class Turns:
    """Chooses the next job. It is kept in the memory of a process, and empty after a restart."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        self._number = 0

    def next(self, waiting: Sequence[Waiting]) -> Waiting:
        """Return the next of some jobs, and count it as the turn of its account.

        This is a job of the smallest level, of the account whose last turn is the longest ago. An account without a
        turn comes first. Among equals it is the oldest job.
        """
        order = {level: place for place, level in enumerate(LEVELS)}

        def key(each: Waiting) -> tuple[int, int, str, str]:
            return order.get(each.level, len(order)), self._last.get(each.player, 0), each.asked_at, each.game

        chosen = min(waiting, key=key)
        self._number += 1
        self._last.pop(chosen.player, None)
        self._last[chosen.player] = self._number
        if len(self._last) > MOST_KEPT:
            del self._last[next(iter(self._last))]
        return chosen
