"""Fits a value function to the winners of games: the weights under which the actual winners are most likely.

The chance of a seat is a softmax of the estimates, as in the search. A penalty keeps the weights near the present ones,
so that features that hardly differ between seats do not get large weights by chance.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import Protocol

PENALTY = 0.01
"""The penalty of the squared distance to the present weights, for features of variance 1."""

STEPS, RATE = 300, 0.7
"""The steps of the gradient ascent and the factor of each."""


class Table(Protocol):
    """A table at the end of a round."""

    @property
    def remaining(self) -> float:
        """The share of the game that remains, from 1 to 0."""
        ...

    @property
    def features(self) -> Sequence[Mapping[str, float]]:
        """The features of each seat."""
        ...

    @property
    def winners(self) -> Sequence[int]:
        """The seats that have won in the end."""
        ...


def fitted(
    tables: Sequence[Table], before: Mapping[str, tuple[float, float]], scale: float
) -> dict[str, tuple[float, float]]:
    """Return weights of the same features that make the winners as likely as possible at this scale."""
    names = tuple(before)
    rows = [[_row(features, table.remaining, names) for features in table.features] for table in tables]
    spread = [
        max(1e-6, _spread(column)) for column in zip(*(row for of_table in rows for row in of_table), strict=True)
    ]
    # weights of features of variance 1, in units of the scale
    start = [
        weight * width / scale
        for weight, width in zip(
            [*(before[name][0] for name in names), *(before[name][1] for name in names)], spread, strict=True
        )
    ]
    scaled = [
        [[each / width for each, width in zip(row, spread, strict=True)] for row in of_table] for of_table in rows
    ]
    found = start
    for _ in range(STEPS):
        gradient = _gradient(scaled, tables, found)
        found = [
            weight + RATE * (slope - PENALTY * (weight - first))
            for weight, slope, first in zip(found, gradient, start, strict=True)
        ]
    value = [round(weight * scale / width, 3) for weight, width in zip(found, spread, strict=True)]
    return {name: (value[i], value[i + len(names)]) for i, name in enumerate(names)}


def _row(features: Mapping[str, float], remaining: float, names: Sequence[str]) -> list[float]:
    amounts = [features[name] for name in names]
    return amounts + [amount * remaining for amount in amounts]


def _spread(column: Sequence[float]) -> float:
    return (sum(each**2 for each in column) / len(column)) ** 0.5


def _gradient(
    rows: Sequence[Sequence[Sequence[float]]], tables: Sequence[Table], weights: Sequence[float]
) -> list[float]:
    """Return the gradient of the mean log-likelihood."""
    total = [0.0] * len(weights)
    for of_table, table in zip(rows, tables, strict=True):
        for row, excess in zip(of_table, _excesses(of_table, table, weights), strict=True):
            for number, amount in enumerate(row):
                total[number] += excess * amount
    return [each / len(tables) for each in total]


def _excesses(rows: Sequence[Sequence[float]], table: Table, weights: Sequence[float]) -> Iterator[float]:
    """Yield for each seat its share of the win, minus its chance by the weights."""
    estimates = [sum(amount * weight for amount, weight in zip(row, weights, strict=True)) for row in rows]
    most = max(estimates)
    odds = [exp(each - most) for each in estimates]
    whole = sum(odds)
    for seat, each in enumerate(odds):
        yield (seat in table.winners) / len(table.winners) - each / whole
