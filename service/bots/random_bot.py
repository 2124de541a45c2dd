"""A bot that plays any legal command of any title."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Choice, Command, Seat

UNDOING = 0.05
"""The probability that an undoing command is considered. A higher value makes games long."""

REACH = 12
"""The maximum distance from the lower end of a range: a bid of hundreds of licences is only a bluff."""


def choose(_view: Any, _seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return a random choice."""
    onward = [choice for choice in choices if not choice.command.undoes]
    if onward and len(onward) < len(choices) and rng.random() >= UNDOING:
        choices = onward
    choice = rng.choice(choices)
    span = choice.range
    if span is None:
        return choice.command
    number = rng.randint(span.min, min(span.max, span.min + REACH))
    return replace(choice.command, **{span.field: number})
