"""The running scores of Siberia: money (13.4)."""

from domain.siberia.state import State
from projections.history import FULL, AnyViewer


def scores(state: State, viewer: AnyViewer) -> list[int | None]:
    """Return the money of each seat; None where an option hides it from the viewer."""
    return [
        player.money if viewer in (seat, FULL) or state.options.money_public else None
        for seat, player in enumerate(state.players)
    ]


SCORES = scores
