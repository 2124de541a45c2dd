"""Each part of a score is made of the events that changed it, over random games of every title."""

from typing import Any

import pytest

from domain.game.events import GameStarted
from domain.game.fold import fold
from domain.game.game import Game
from domain.game.scores import provenance_of
from domain.kernel.ruleset import Ruleset
from domain.rulesets import RULESETS
from tests.games.bundles import finished
from tests.games.plays import played

titles = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
some = pytest.mark.parametrize("number", range(3))


def amounts(game: Game | None) -> dict[tuple[int, str], int]:
    """Return the amount of each part as it would be now; nothing before the start."""
    if game is None or game.state is None:
        return {}
    seats = range(game.opened.seats)
    return {(seat, part.part): part.amount for seat in seats for part in game.ruleset.parts_of(game.state, seat)}


@titles
@some
def test_the_events_of_a_part_add_up_to_it(ruleset: Ruleset[Any], number: int):
    over = finished(ruleset, number)
    provenance = provenance_of(over.entries)

    parts = {(place.seat, part.part): part.amount for place in over.game.places for part in place.parts}
    assert provenance.keys() <= parts.keys()
    for key, amount in parts.items():
        assert amount == sum(change.amount for change in provenance.get(key, ()))


@titles
@some
def test_exactly_the_events_that_change_a_part_are_named(ruleset: Ruleset[Any], number: int):
    over = finished(ruleset, number)

    expected: dict[tuple[int, str], list[tuple[int, int]]] = {}
    game, before = None, dict[tuple[int, str], int]()
    for version, entry in enumerate(over.entries, 1):
        game = fold((entry,), game)
        after = amounts(game)
        for key, amount in after.items():
            if amount != before.get(key, 0):
                expected.setdefault(key, []).append((version, amount - before.get(key, 0)))
        before = after

    found = provenance_of(over.entries)
    assert {key: [(c.version, c.amount) for c in changes] for key, changes in found.items()} == expected


@titles
def test_what_the_table_gives_comes_with_the_start(ruleset: Ruleset[Any]):
    *steps, last = played(ruleset, 1)
    log = [entry for step in (*steps, last) for entry in step.entries]
    (started,) = [
        entry.record.version
        for step in steps
        for entry, event in zip(step.entries, step.events, strict=True)
        if isinstance(event, GameStarted)
    ]
    opened = last.after.opened
    table = ruleset.initial(opened.seats, last.after.options, opened.data_set)

    found = provenance_of(log)
    for seat in range(opened.seats):
        for part in ruleset.parts_of(table, seat):
            versions = {change.version: change.amount for change in found.get((seat, part.part), ())}
            assert versions.get(started, 0) == part.amount
            assert min(versions, default=started) >= started


def test_a_game_that_never_started_has_no_provenance():
    one = finished("giganten", 1)
    assert provenance_of(one.entries[:2]) == {}
