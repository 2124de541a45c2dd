"""Fits the scales with which estimated scores become winning chances.

`python -m tests.lab.calibrate TITLE --games 200` lets light policies play, and writes `late` and `early` into
`service/bots/TITLE/chances.json`: those that give the winners the highest likelihood at the ends of rounds.
"""

from collections.abc import Sequence
from math import log
from typing import Annotated, NamedTuple

import msgspec
import typer

from service.analysis.chances import Calibration
from service.bots.strong.light import weights_of
from service.bots.strong.search import estimate, share
from tests.lab.tune import BOTS, numbers_of, played, rules_and_policy

STEP = 1.25
"""The ratio of two scales that are tried."""

POWERS = range(-8, 9)
"""The powers of this ratio by which the scale of the bots is multiplied."""


class Sample(NamedTuple):
    """A table at the end of a round."""

    remaining: float
    estimates: Sequence[float]
    winners: Sequence[int]


def calibrate(
    title: Annotated[str, typer.Argument(help="The title.")],
    games: Annotated[int, typer.Option(help="How many games are played.", min=10)] = 200,
    seed: Annotated[int, typer.Option(help="The number of the first game.", min=0)] = 20_000_000,
) -> None:
    """Fit the scales of a title on two thirds of the games, and print the likelihood in the others."""
    numbers = numbers_of(seed, games)
    ruleset, light = rules_and_policy(title)
    weights = weights_of(title)
    fitted: list[Sample] = []
    held: list[Sample] = []
    for number in numbers:
        for each in played(ruleset, light, weights, number):
            estimates = [estimate(features, weights.value, each.remaining) for features in each.features]
            (fitted if number % 3 else held).append(Sample(each.remaining, estimates, each.winners))
    grid = [weights.scale * STEP**power for power in POWERS]
    pairs = [(late, early) for late in grid for early in (0.0, *grid)]
    late, early = max(pairs, key=lambda pair: likelihood(fitted, *pair))
    found = Calibration(round(late, 3), round(early, 3), games)
    path = BOTS / title / "chances.json"
    path.write_bytes(msgspec.json.encode(found) + b"\n")
    before, after = likelihood(held, weights.scale, 0.0), likelihood(held, late, early)
    typer.echo(f"{path}: log-likelihood {after:.4f}, with the scale of the bots {before:.4f}")
    for name, scale in (("late", late), ("early", early)):
        if is_at_edge(scale, grid):
            typer.echo(f"{name} is at the edge of the scales that are tried: a better one may be outside", err=True)


def is_at_edge(scale: float, grid: Sequence[float]) -> bool:
    """Return whether a scale is the smallest or the largest of those that are tried; 0 is no edge."""
    return scale in (min(grid), max(grid))


def likelihood(samples: Sequence[Sample], late: float, early: float) -> float:
    """Return the mean logarithm of the chance of the winners."""
    total = 0.0
    for each in samples:
        scale = late + each.remaining * early
        total += log(max(1e-9, sum(share(each.estimates, seat, scale) for seat in each.winners)))
    return total / len(samples)


if __name__ == "__main__":
    typer.run(calibrate)
