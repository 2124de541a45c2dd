"""The names of the strong bots and their budgets."""

from collections.abc import Mapping

from service.bots.strong.light import light_of, weights_of

LEVELS: Mapping[str, float] = {"strong-200ms": 0.2, "strong": 1.0, "strong-2s": 2.0}
"""The nominal seconds of each strong bot, which stand for steps: the reference machine needs less time for them.

`tests/lab/RESULTS.md` has the measured steps per second."""

SLOWEST = 4.0
"""How many times its nominal seconds a search may take."""


def strong_bots(title: str) -> tuple[str, ...]:
    """Return the names of the strong bots of a title; none if it has no light policy."""
    return tuple(LEVELS) if light_of(title) else ()


def budget_of(title: str, bot: str) -> int:
    """Return the budget of a bot in steps: decisions of playouts. It is the same on every machine."""
    return round(LEVELS[bot] * weights_of(title).steps_per_second)


def deadline_of(bot: str) -> float:
    """Return the seconds after which a search is cut, on a slow or busy machine."""
    return SLOWEST * LEVELS[bot]
