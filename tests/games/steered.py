"""Games that are steered into situations that neither the careful bot nor chance reaches often enough."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.games.plays import Chooser


class Steered(NamedTuple):
    """One game to be kept: its name, seats, profile and options, and how its commands are chosen."""

    name: str
    seats: int
    profile: str
    options: Mapping[str, int | str | bool]
    choose: Chooser
