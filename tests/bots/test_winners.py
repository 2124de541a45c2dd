"""Weights of a value function that are fitted to the winners of games."""

import random
from math import exp

import pytest

from domain.rulesets import RULESETS
from service.bots.strong.light import light_of, weights_of
from service.bots.strong.tune import Sample, likelihood, played
from service.bots.strong.winners import fitted

SCALE = 4.0
TRUE = {"income": (2.0, 1.0), "noise": (0.0, 0.0)}


def drawn(number: int) -> Sample:
    """Return a table of three seats whose winner is drawn with the chances of the true weights."""
    rng = random.Random(number)
    features = [{"income": rng.uniform(0, 6), "noise": rng.uniform(0, 6)} for _ in range(3)]
    remaining = rng.random()
    odds = [exp(each["income"] * (2 + remaining) / SCALE) for each in features]
    return Sample(number, remaining, features, (0, 0, 0), rng.choices(range(3), odds))


def test_the_weights_that_made_the_winners_are_found() -> None:
    samples = [drawn(number) for number in range(1500)]
    start = {"income": (0.0, 0.0), "noise": (1.0, 0.0)}
    found = fitted(samples, start, SCALE)

    late, early = found["income"]
    assert late + early / 2 == pytest.approx(2.5, abs=0.5)
    assert sum(found["noise"]) == pytest.approx(0, abs=0.4)
    assert likelihood(samples, found, SCALE) > likelihood(samples, start, SCALE)
    assert likelihood(samples, found, SCALE) == pytest.approx(likelihood(samples, TRUE, SCALE), abs=0.01)


def test_the_weights_of_minos_say_more_about_winners_than_equal_chances() -> None:
    minos, weights = RULESETS["minos"], weights_of("minos")
    light = light_of("minos")
    assert light is not None
    samples = [sample for number in range(900, 912) for sample in played(minos, light, weights, number)]
    equal = dict.fromkeys(weights.value, (0.0, 0.0))

    assert likelihood(samples, weights.value, weights.scale) > likelihood(samples, equal, weights.scale) + 0.1
