"""Winning chances of all seats at a table, in whole millionths.

Whole numbers make results the same on every machine: the last digits of `exp` and of sums of floats may differ.
"""

from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Place, Seat, Value
from projections.ranking import ranking
from service.bots.strong.light import Light, Weights, light_of, policy_of, weights_of
from service.bots.strong.search import estimate, share

WHOLE = 1_000_000
"""The chance of a seat that has won."""


class Calibration(Value, frozen=True):
    """By how much two estimated scores differ if the odds of winning differ by the factor e (`calibrate.py`)."""

    late: float
    """At the end of the game."""
    early: float
    """What is added to it at the beginning."""
    games: int
    """The games from which it was fitted."""


class NoEngineError(Exception):
    """A title without a light policy has no engine."""

    def __init__(self, title: str) -> None:
        super().__init__(f"the engine cannot play {title}: only titles with strong bots have an analysis of the engine")


@cache
def calibration_of(title: str) -> Calibration:
    """Return the calibration of a title that has an engine."""
    return msgspec.json.decode(_file(title), type=Calibration)


def has_engine(title: str) -> bool:
    """Return whether the engine can play a title."""
    return light_of(title) is not None and (files("service.bots") / title / "chances.json").is_file()


def _file(title: str) -> bytes:
    return (files("service.bots") / title / "chances.json").read_bytes()


class Judge:
    """Estimates the winning chances at tables of a title."""

    def __init__(self, rules: Ruleset[Any], out: Collection[Seat] = ()) -> None:
        """`out` has the seats that cannot win, because their players have left; some seats can."""
        self._rules = rules
        self._out = out
        self.light: Light = policy_of(rules.name)
        self.weights: Weights = weights_of(rules.name)
        self._calibration = calibration_of(rules.name)

    def chance(self, state: Any, seat: Seat) -> int:
        """Return the winning chance of a seat."""
        if seat in self._out:
            return 0
        places = self._rules.result(state)
        if places is not None:
            return won(ranking(places, self._out), seat)
        inside = self._inside(state)
        return round(WHOLE * share(*self._estimates(state, inside, seat))) if seat in inside else 0

    def _inside(self, state: Any) -> list[Seat]:
        """Return the seats that can win. An eliminated seat can if the players of all others have left."""
        staying = [seat for seat in range(len(state.players)) if seat not in self._out]
        eliminated = self.light.eliminated(state)
        return [seat for seat in staying if seat not in eliminated] or staying

    def _estimates(self, state: Any, inside: Sequence[Seat], seat: Seat) -> tuple[Sequence[float], int, float]:
        remaining = self.light.remaining(state)
        value = self.weights.value
        estimates = [estimate(self.light.features(state, other), value, remaining) for other in inside]
        return estimates, inside.index(seat), self._calibration.late + remaining * self._calibration.early


def won(places: Sequence[Place], seat: Seat) -> int:
    """Return the share of a seat in the victory: tied winners have equal parts."""
    winners = [place.seat for place in places if place.rank == 1]
    return WHOLE // len(winners) if seat in winners else 0
