"""Golden games for situations that neither the careful bot nor chance reaches: their options, and who plays them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.games.plays import Chooser
from tests.games.siberia_players import busy, hoarding, idle


class Extra(NamedTuple):
    """A golden game beyond those of profiles and options."""

    name: str
    seats: int
    options: dict[str, int | str | bool]
    player: str
    """`careful`, `random`, or one of `PLAYERS`."""


PLAYERS: Mapping[str, Chooser] = {"siberia-idle": idle, "siberia-busy": busy, "siberia-hoarding": hoarding}

EXTRAS: Mapping[str, Sequence[Extra]] = {
    "siberia": (
        Extra("areas_end-turn", 3, {"end_when": "turn"}, "careful"),
        Extra("standstill-reached", 2, {}, "siberia-idle"),
        Extra("standstill-reached-turn", 2, {"standstill": 3, "end_when": "turn"}, "siberia-idle"),
        Extra("hoarding", 3, {}, "siberia-hoarding"),
        Extra("busy-4", 4, {"worker_from_salesman": "always"}, "siberia-busy"),
        Extra("busy-2", 2, {"exhausted_stop": True, "exchange_slots": 1, "take_back": False}, "siberia-busy"),
    ),
}
