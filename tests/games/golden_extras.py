"""Golden games for situations that neither the careful bot nor chance reaches: their options, and who plays them."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from domain.kernel.values import Choice, Command
from tests.games.siberia_players import busy, idle

Player: TypeAlias = Callable[[Sequence[Choice], random.Random], Command]
"""Returns one of the choices of a seat."""


class Extra(NamedTuple):
    """A golden game beyond those of profiles and options."""

    name: str
    seats: int
    options: dict[str, int | str | bool]
    player: str
    """`careful`, `random`, or one of `PLAYERS`."""


PLAYERS: Mapping[str, Player] = {"siberia-idle": idle, "siberia-busy": busy}

EXTRAS: Mapping[str, Sequence[Extra]] = {
    "siberia": (
        Extra("areas_end-turn", 3, {"end_when": "turn"}, "careful"),
        Extra("standstill-reached", 2, {}, "siberia-idle"),
        Extra("standstill-reached-turn", 3, {"standstill": 3, "end_when": "turn"}, "siberia-idle"),
        Extra("busy-4", 4, {"worker_from_salesman": "always"}, "siberia-busy"),
        Extra("busy-2", 2, {"exhausted_stop": True, "exchange_slots": 1}, "siberia-busy"),
    ),
}
