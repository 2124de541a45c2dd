"""The golden games reach the situations that matter; how many reach each is printed at the end of the test run."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from domain.game.game import Game
from domain.kernel.values import Event
from domain.rulesets import RULESETS
from tests.games.folded import batches_of
from tests.games.golden_games import FOLDER

FEWEST = 60
"""Situations of all titles together."""

Situations: TypeAlias = Mapping[str, Callable[[Game | None, Sequence[Event], Game], bool]]


def situations_of(title: str) -> Situations:
    """Return the situations of a title by their names."""
    return import_module(f"tests.games.situations.{title}").SITUATIONS


def games_that_reach(paths: Iterable[Path], situations: Situations) -> Counter[str]:
    """Return how many golden games reach each situation; each game is folded once."""
    found: Counter[str] = Counter()
    for path in paths:
        missing = dict(situations)
        for before, events, after in batches_of(path):
            reached = [name for name, test in missing.items() if test(before, events, after)]
            for name in reached:
                del missing[name]
            found.update(reached)
    return found


@pytest.mark.parametrize("title", RULESETS)
def test_each_situation_is_reached_by_a_golden_game(title: str, record_property: Callable[[str, Any], None]) -> None:
    situations = situations_of(title)
    found = games_that_reach(FOLDER.glob(f"{title}-*"), situations)
    record_property("situations", [(title, name, found[name]) for name in situations])

    assert [name for name in situations if not found[name]] == []


def test_there_are_situations_enough() -> None:
    assert sum(len(situations_of(title)) for title in RULESETS) >= FEWEST


def never(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    """Return that no batch reaches it."""
    return False


def always(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    """Return that every batch reaches it."""
    return not never(before, events, after)


def test_a_situation_that_no_game_reaches_is_counted_as_such() -> None:
    paths = [FOLDER / f"{title}-1-abandoned.jsonl.gz" for title in RULESETS]

    found = games_that_reach(paths, {"never": never, "always": always})

    assert found == {"always": len(paths)}
