"""A bot that plays any legal command of any title."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Choice, Command, Seat

REACH = 12
"""Of a long range a number near its lower end is taken: a bid of hundreds of licences is nothing but a bluff."""


def choose(view: Any, seat: Seat, choices: Sequence[Choice], whim: random.Random) -> Command:
    """Return any of the choices."""
    del view, seat
    choice = whim.choice(choices)
    span = choice.range
    if span is None:
        return choice.command
    number = whim.randint(span.min, min(span.max, span.min + REACH))
    return replace(choice.command, **{span.field: number})
