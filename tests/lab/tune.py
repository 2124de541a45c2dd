"""Learns the value function of a title by self-play.

`python -m tests.lab.tune TITLE --games 2000` lets light policies play, and writes `value` and `scale` into
`service/bots/TITLE/weights.json`, which must exist. The final score of a seat is regressed (ridge) on its features at
the end of each round. Then the scale is chosen that gives the winners the highest likelihood.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from math import log
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import typer
from msgspec.structs import replace

import service.bots
from domain.kernel.ruleset import Ruleset
from domain.rulesets import RULESETS
from service.bots.strong.light import Light, Weights, light_of, weights_of
from service.bots.strong.search import Playout, estimate, share
from service.bots.table import TableGame, check_numbers

BOTS = Path(service.bots.__file__).parent
"""The folder of the bots, which has one folder for each title."""

EXPLORING = 3.0
"""The factor of the noise in every second game, so that positions differ. These games have one seat fewer."""

RIDGE = 1.0
"""The penalty of large weights, for features of variance 1."""

HELD_OUT = 5
"""`value` is learned without every fifth game. The reported likelihood is that of these games; the scale is fitted on
all games, so it is slightly too good."""


class Sample(NamedTuple):
    """A table at the end of a round."""

    game: int
    remaining: float
    features: Sequence[Mapping[str, float]]
    scores: Sequence[int]
    """The final scores."""
    winners: Sequence[int]


def tune(
    title: Annotated[str, typer.Argument(help="The title.")],
    games: Annotated[int, typer.Option(help="How many games are played.", min=10)] = 1000,
    seed: Annotated[int, typer.Option(help="The number of the first game.", min=0)] = 10_000_000,
) -> None:
    """Learn the value function of a title and write it into its weights."""
    numbers = numbers_of(seed, games)
    ruleset, light = rules_and_policy(title)
    before = weights_of(title)
    samples = [sample for number in numbers for sample in played(ruleset, light, before, number)]
    names = tuple(samples[0].features[0])
    value = regressed([sample for sample in samples if sample.game % HELD_OUT], names)
    scale = max(_scales(samples), key=lambda each: likelihood(samples, value, each))
    after = replace(before, value=value, scale=scale)
    held = [sample for sample in samples if not sample.game % HELD_OUT]
    path = BOTS / title / "weights.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(after), indent=1) + b"\n")
    typer.echo(
        f"{path}: {len(samples)} samples, log-likelihood {likelihood(held, value, scale):.4f}, scale {scale:.0f}"
    )


def numbers_of(seed: int, games: int) -> range:
    """Return the numbers of the games. Raises typer.BadParameter if they are too large."""
    try:
        check_numbers(seed, games)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--seed") from None
    return range(seed, seed + games)


def rules_and_policy(title: str) -> tuple[Ruleset[Any], Light]:
    """Return the rules and the light policy of a title. Raises typer.BadParameter if it has none."""
    light = light_of(title)
    if light is None:
        raise typer.BadParameter(f"{title} has no light policy")
    return RULESETS[title], light


def played(ruleset: Ruleset[Any], light: Light, weights: Weights, number: int) -> Iterator[Sample]:
    """Play a game between light policies; return a sample for the end of each round."""
    seats = max(ruleset.seats) - number % 2 if len(ruleset.seats) > 1 else ruleset.seats[0]
    state = TableGame(ruleset, seats, ruleset.resolve_options(None, {}), number).game.state
    rng = random.Random(f"ludolog/tune/1 {number}")
    noisy = replace(weights, noise=weights.noise * (EXPLORING if number % 2 else 1))
    ends: list[tuple[float, list[Mapping[str, float]]]] = []
    while ruleset.result(state) is None:
        state = Playout(ruleset, light, noisy, rng).to_end_of_round(state)
        ends.append((light.remaining(state), [light.features(state, seat) for seat in range(seats)]))
    places = sorted(ruleset.result(state) or (), key=lambda place: place.seat)
    scores = [place.score for place in places]
    winners = [place.seat for place in places if place.rank == 1]
    # the last one is the end itself
    return (Sample(number, remaining, features, scores, winners) for remaining, features in ends[:-1])


def regressed(samples: Sequence[Sample], names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return the weights with which the features predict the final scores best (ridge regression)."""
    rows = [row for sample in samples for row in _rows(sample, names)]
    size = 2 * len(names)
    spread = [max(1e-9, sum(row[i] ** 2 for row, _ in rows) / len(rows)) ** 0.5 for i in range(size)]
    scaled = [([amount / width for amount, width in zip(row, spread, strict=True)], score) for row, score in rows]
    matrix = [[0.0] * (size + 1) for _ in range(size)]
    for row, score in scaled:
        for i, amount in enumerate(row):
            if amount:
                line = matrix[i]
                for j in range(i, size):
                    line[j] += amount * row[j]
                line[size] += amount * score
    for i in range(size):
        matrix[i][i] += RIDGE
        for j in range(i):
            matrix[i][j] = matrix[j][i]
    solved = [amount / width for amount, width in zip(_solved(matrix), spread, strict=True)]
    return {name: (round(solved[i], 3), round(solved[i + len(names)], 3)) for i, name in enumerate(names)}


def _rows(sample: Sample, names: Sequence[str]) -> Iterator[tuple[list[float], float]]:
    """Return for each seat by how much its features and its score differ from the means of the table."""
    seats = len(sample.scores)
    means = [sum(each[name] for each in sample.features) / seats for name in names]
    score_mean = sum(sample.scores) / seats
    for each, score in zip(sample.features, sample.scores, strict=True):
        amounts = [each[name] - mean for name, mean in zip(names, means, strict=True)]
        yield amounts + [amount * sample.remaining for amount in amounts], score - score_mean


def _solved(matrix: list[list[float]]) -> list[float]:
    """Return the solution of linear equations (Gauss)."""
    size = len(matrix)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(matrix[row][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        for row in range(i + 1, size):
            factor = matrix[row][i] / matrix[i][i]
            if factor:
                for j in range(i, size + 1):
                    matrix[row][j] -= factor * matrix[i][j]
    solution = [0.0] * size
    for i in reversed(range(size)):
        known = sum(matrix[i][j] * solution[j] for j in range(i + 1, size))
        solution[i] = (matrix[i][size] - known) / matrix[i][i]
    return solution


def _scales(samples: Sequence[Sample]) -> list[float]:
    """Return scales to try, in proportion to the spread of the final scores."""
    scores = [score for sample in samples for score in sample.scores]
    mean = sum(scores) / len(scores)
    spread = (sum((score - mean) ** 2 for score in scores) / len(scores)) ** 0.5
    return [round(spread * 1.25**power, 3) for power in range(-12, 5)]


def likelihood(samples: Sequence[Sample], value: Mapping[str, tuple[float, float]], scale: float) -> float:
    """Return the mean logarithm of the estimated chance of the winners."""
    total = 0.0
    for sample in samples:
        estimates = [estimate(each, value, sample.remaining) for each in sample.features]
        total += log(max(1e-9, sum(share(estimates, seat, scale) for seat in sample.winners)))
    return total / len(samples)


if __name__ == "__main__":
    typer.run(tune)
