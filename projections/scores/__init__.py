"""Running scores: what each seat's score would be if the game ended now, as far as a viewer may know it.

The scores of a title are the `SCORES` of the module here that has the name of the title.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from msgspec import UNSET, UnsetType

from domain.game.game import Game
from projections.history import AnyViewer

Scores: TypeAlias = Callable[[Any, AnyViewer], Sequence[int | None]]
"""Returns the score of each seat from the state of the title; None if it depends on what is hidden from the viewer."""

_SCORES: dict[str, Scores] = {}
"""The scores of titles outside this package."""


def register(title: str, scores: Scores) -> None:
    """Add the scores of a title outside this package."""
    _SCORES[title] = scores


@cache
def _own_scores(title: str) -> Scores | None:
    module = f"{__name__}.{title}"
    return import_module(module).SCORES if find_spec(module) else None


def scores_of(game: Game, viewer: AnyViewer) -> Sequence[int | None] | UnsetType:
    """Return the score of each seat of a started game; UNSET for a title without running scores.

    A final ranking is public.
    """
    if game.places:
        return [place.score for place in sorted(game.places, key=lambda place: place.seat)]
    title = game.opened.ruleset
    scores = _SCORES.get(title) or _own_scores(title)
    return UNSET if scores is None else scores(game.state, viewer)
