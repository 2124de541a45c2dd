"""Bots. A bot gets the view of its seat and the listed choices; a strong bot gets a world that fits what it knows."""

import random
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from domain.kernel.values import Choice, Command, Seat
from domain.rulesets import RULESETS
from service.bots import random_bot
from service.bots.strong.levels import strong_bots

Bot: TypeAlias = Callable[[Any, Seat, Sequence[Choice], random.Random], Command]
"""Chooses a command: takes the view, the seat, the choices, and a random number generator."""


def _own_bots(title: str) -> Mapping[str, Bot]:
    """Return the `BOTS` of the package that has the name of the title; none if there is no such package."""
    package = f"{__name__}.{title}"
    return import_module(package).BOTS if find_spec(package) else {}


BOTS: Mapping[str, Mapping[str, Bot]] = {title: {**_own_bots(title), "random": random_bot.choose} for title in RULESETS}
"""The bots of each title, by name. Every title has the bot `random`."""

NAMES: Mapping[str, tuple[str, ...]] = {title: (*BOTS[title], *strong_bots(title)) for title in RULESETS}
"""The names of all bots of each title, those that search included."""
