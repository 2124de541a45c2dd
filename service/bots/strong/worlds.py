"""Worlds for a search: drawn again from what a seat knows, and weighted by the public decisions of the others."""

import random
from collections.abc import Callable
from typing import Any, TypeAlias

from domain.kernel.chance import Chance
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Seat
from service.bots.strong.light import Light, Weights

TRIES = 12
"""The maximum number of worlds that are drawn for one: the last is taken even if public decisions contradict it."""


Resample: TypeAlias = Callable[[Ruleset[Any], Light, Any, Seat, Chance], Any]
"""A function that returns a world that a seat cannot distinguish from a given one."""


def resampled(rules: Ruleset[Any], light: Light, world: Any, seat: Seat, chance: Chance) -> Any:
    """Return a world that a seat cannot distinguish from this one, with likely hidden amounts."""
    return light.likely(rules.resample(world, seat, chance), seat, chance)


class Draws:
    """The draws of a search. They are independent of the draws of the game."""

    def __init__(self, rng: random.Random) -> None:
        self._random = rng.random
        self.number = 0
        """How many numbers were drawn."""

    def draw(self, size: int) -> int:
        """Return a number from 0 to size - 1."""
        self.number += 1
        return int(self._random() * size)


class Worlds:
    """Draws worlds that a seat cannot distinguish from a given one."""

    def __init__(self, rules: Ruleset[Any], light: Light, weights: Weights, resample: Resample = resampled) -> None:
        self._rules = rules
        self._light = light
        self._bluff = weights.bluff
        self._resample = resample

    def drawn(self, world: Any, seat: Seat, name: str) -> Any:
        """Return the world of a name, which determines it.

        A world that contradicts public decisions of the others is rejected with the probability `1 - bluff`, however
        many they are (rejection sampling). After `TRIES` worlds the last one is taken.
        """
        rng = random.Random(name)  # noqa: S311 - repeatable by intent
        draws = Draws(rng)
        drawn = self._resample(self._rules, self._light, world, seat, draws)
        for _ in range(TRIES - 1):
            if not self._light.is_contradicted(drawn, seat) or rng.random() < self._bluff:
                break
            drawn = self._resample(self._rules, self._light, world, seat, draws)
        return self._light.imagined(drawn, seat)
