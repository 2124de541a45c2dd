"""The views of all titles, by name."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from domain.game.game import Game
from projections.history import Sight
from projections.views import giganten, minos, siberia

VIEWS: Mapping[str, Callable[[Game, Sight], msgspec.Struct]] = {
    "giganten": giganten.view,
    "siberia": siberia.view,
    "minos": minos.view,
}
"""What a viewer sees of a started game of each title."""

AnyView: TypeAlias = giganten.GigantenView | siberia.SiberiaView | minos.MinosView
"""The views of all titles, told apart by their `type`."""
