"""How each event that is not of a title changes a game. No rule is checked here.

An event that does not fit the game raises ValueError.
"""

from collections.abc import Callable, Mapping
from typing import Any

from domain.game.evolve import course, seats
from domain.game.game import Game
from domain.kernel.values import Event

EVOLVE: Mapping[type[Event], Callable[[Game, Any], Game]] = {**seats.EVOLVE, **course.EVOLVE}
