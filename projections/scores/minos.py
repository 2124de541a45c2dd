"""The running scores of Minos: income (10.3)."""

from domain.minos.state import State
from projections.history import AnyViewer


def scores(state: State, _viewer: AnyViewer) -> list[int | None]:
    """Return the income of each seat, which is public."""
    return [player.income for player in state.players]


SCORES = scores
