"""Two things measured in turn, so that a machine whose speed drifts is fair to both."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from service.serving.server import freeze_garbage_collector

ROUNDS = 15


class Row(NamedTuple):
    """A ratio: what was compared, the medians of both in a unit, the ratios of all rounds, the goal."""

    what: str
    ours: float
    other: float
    ratios: tuple[float, ...]
    goal: str
    unit: str = "/s"

    def cells(self) -> tuple[str, ...]:
        """Return the row as text."""
        return (
            self.what,
            self._shown(self.ours),
            self._shown(self.other),
            f"{statistics.median(self.ratios):.2f}",
            f"{min(self.ratios):.2f}",
            f"{max(self.ratios):.2f}",
            self.goal,
        )

    def _shown(self, value: float) -> str:
        return f"{value:,.{0 if value >= 100 else 2}f}{self.unit}"


def compared(what: str, goal: str, ours: Callable[[], int], other: Callable[[], int], rounds: int = ROUNDS) -> Row:
    """Run both in turn; each returns how many operations it did."""
    ours()
    other()
    pairs = [(rate_of(ours), rate_of(other)) for _ in range(rounds)]
    return Row(
        what,
        statistics.median(pair[0] for pair in pairs),
        statistics.median(pair[1] for pair in pairs),
        tuple(mine / theirs for mine, theirs in pairs),
        goal,
    )


def rate_of(work: Callable[[], int]) -> float:
    """Return the operations a second of some work, which returns how many it did."""
    # each pays for its own garbage: what the other has left in memory is not looked through again and again; the
    # thresholds are those of the service
    freeze_garbage_collector()
    began = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - began)
