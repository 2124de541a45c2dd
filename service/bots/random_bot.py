"""A bot that plays any legal command of any title."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Choice, Command, Seat

UNDOING = 0.05
"""How often a command that takes an earlier one back is thought of: else a game would go to and fro for long."""

REACH = 12
"""Of a long range a number near its lower end is taken: a bid of hundreds of licences is nothing but a bluff."""


def choose(view: Any, seat: Seat, choices: Sequence[Choice], whim: random.Random) -> Command:
    """Return any of the choices."""
    del view, seat
    onward = [choice for choice in choices if not choice.command.undoes]
    if onward and len(onward) < len(choices) and whim.random() >= UNDOING:
        choices = onward
    choice = whim.choice(choices)
    span = choice.range
    if span is None:
        return choice.command
    number = whim.randint(span.min, min(span.max, span.min + REACH))
    return replace(choice.command, **{span.field: number})
