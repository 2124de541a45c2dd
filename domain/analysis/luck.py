"""The draws of a game, summed by seat and measure."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt

from domain.analysis.report import Luck, LuckEvent, LuckTotal
from domain.kernel.analysis import Measured, MeasureInfo, Spread
from domain.kernel.values import Seat

_PLACES = 3


class LuckBook:
    """Collects the draws of a game."""

    def __init__(self) -> None:
        self._events: list[tuple[int, Measured]] = []

    def take(self, version: int, drawn: Iterable[Measured]) -> None:
        """Add what an event drew."""
        self._events += [(version if each.version is None else each.version, each) for each in drawn]

    def end(self, seats: int, measures: Sequence[MeasureInfo]) -> Luck:
        """Return all draws, and their sums. A seat without draws in a measure has no sum."""
        found: dict[tuple[Seat, str], list[Measured]] = {}
        for _, each in self._events:
            found.setdefault((each.seat, each.measure), []).append(each)
        keys = [(seat, info.measure) for info in measures for seat in range(seats)]
        return Luck(
            tuple(_total(found[key]) for key in keys if key in found),
            tuple(
                LuckEvent(
                    version, each.seat, each.measure, each.actual, str(each.expected.mean), _deviation(each.expected)
                )
                for version, each in self._events
            ),
        )


def _total(drawn: Sequence[Measured]) -> LuckTotal:
    actual = sum(each.actual for each in drawn)
    # the excess of one draw says nothing about the next one, so that variances add up
    expected = Spread(
        sum((each.expected.mean for each in drawn), Fraction(0)),
        sum((each.expected.variance for each in drawn), Fraction(0)),
    )
    return LuckTotal(
        seat=drawn[0].seat,
        measure=drawn[0].measure,
        events=len(drawn),
        actual=actual,
        expected=str(expected.mean),
        excess=float(round(actual - expected.mean, _PLACES)),
        deviation=_deviation(expected),
    )


def _deviation(spread: Spread) -> float:
    return round(sqrt(spread.variance), _PLACES)
