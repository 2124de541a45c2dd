"""The views of all titles, by name."""

from collections.abc import Callable, Mapping

import msgspec

from domain.game import Game
from projections.history import Sight
from projections.views import giganten

VIEWS: Mapping[str, Callable[[Game, Sight], msgspec.Struct]] = {"giganten": giganten.view}
"""What a viewer sees of a started game of each title."""
