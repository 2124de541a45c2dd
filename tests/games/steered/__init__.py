"""Games that are steered into situations that neither the careful bot nor chance reaches often enough."""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.game.game import Game
from domain.kernel.values import Choice, Command, Seat
from service.bots.choosing import choose
from tests.games.plays import Chooser


class Steered(NamedTuple):
    """One game to be kept: its name, seats, profile and options, and how its commands are chosen."""

    name: str
    seats: int
    profile: str
    options: Mapping[str, int | str | bool]
    choose: Chooser


def careful(game: Game, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return what the careful bot does."""
    return choose(game, seat, "careful", rng)
