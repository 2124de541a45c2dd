"""Leaks in the views of many versions, and in pictures: what is hidden has an influence on scores or events."""

from typing import Any

import pytest
from msgspec.structs import replace

from projections.history import FULL
from tests.planted import replacing, wrap
from tests.secrecy.mutants.scenes import GIGANTEN_MONEY, HANDS_WATCHED, SIBERIA_MONEY, mutant


def _scores_of_all(original: Any) -> Any:
    def scores_of(game: Any, _viewer: Any) -> Any:
        return original(game, FULL)

    return scores_of


@mutant(GIGANTEN_MONEY)
def scores_with_hidden_money(patch: pytest.MonkeyPatch) -> None:
    """The running scores contain the money of all though the options hide it."""
    wrap(patch, "projections.replay.lines.scores_of", _scores_of_all)


@mutant(SIBERIA_MONEY)
def scores_that_are_hidden_money(patch: pytest.MonkeyPatch) -> None:
    """The running scores are the money of all though the options hide it."""
    wrap(patch, "projections.replay.lines.scores_of", _scores_of_all)


@mutant(GIGANTEN_MONEY, path="/embed/games/{game}/picture.svg")
def pictures_with_hidden_money(patch: pytest.MonkeyPatch) -> None:
    """The picture for previews of links has the scores of all though the options hide the money."""
    wrap(patch, "service.web.summary.scores_of", _scores_of_all)


@mutant(HANDS_WATCHED)
@replacing("projections.replay.lines.seen")
def secrets_in_lines(original: Any, entry: Any, viewer: Any, seed: bytes) -> Any:
    """The event of a line has its secret for all viewers."""
    found = original(entry, viewer, seed)
    return found if entry.secret is None else replace(found, secret=entry.secret)
