"""Golden games that are played towards a situation which chance does not reach, by title."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.games.plays import Chooser


class Directed(NamedTuple):
    """A game to be kept, and who chooses its commands."""

    name: str
    seats: int
    options: Mapping[str, int | str | bool]
    choose: Chooser
