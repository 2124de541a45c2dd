"""Bots: they see a seat's view and its choices, and nothing else."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kernel.values import Choice, Command, Seat
from service.bots import careful_giganten, careful_minos, careful_siberia, random_bot

Bot: TypeAlias = Callable[[Any, Seat, Sequence[Choice], random.Random], Command]
"""Chooses a command: from the view, the seat, the choices, and a source of whims."""

BOTS: Mapping[str, Mapping[str, Bot]] = {
    "giganten": {"careful": careful_giganten.choose, "random": random_bot.choose},
    "siberia": {"careful": careful_siberia.choose, "random": random_bot.choose},
    "minos": {"careful": careful_minos.choose, "random": random_bot.choose},
}
"""The bots of each title, by name."""
