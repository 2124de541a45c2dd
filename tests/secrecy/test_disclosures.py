"""Each title declares the events that show a viewer what was hidden from it before; random games find all of them.

Preview stops before them, and a decision that led to one of them cannot be taken back.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from domain.game import game as games
from domain.game.game import Game
from domain.kernel.chance import has_drawn
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Event, IllegalCommand, Seat, Viewer
from domain.rulesets import RULESETS
from tests.kit import RandomChance
from tests.projections.bot_games import positions
from tests.secrecy.comparing import seen_by
from tests.secrecy.test_consequences import CASES, GAMES

CHOICES = 3
"""Choices of a position that are compared."""

BY_PERMISSION = frozenset({"siberia.placing_ended", "giganten.licences_paid"})
"""Events that differ in no world: they are refused in those worlds that they exclude."""

DRAWN_LATER = frozenset({"siberia.tokens_drawn"})
"""Events whose draws the event after them records, so that they differ only with the draws."""


class Difference(NamedTuple):
    """Where the events of one command differ between two worlds of a viewer: the events up to the first such one."""

    ruleset: Ruleset[Any]
    game: Game
    viewer: Viewer
    events: list[Event]
    refused: bool

    @property
    def is_declared(self) -> bool:
        """Whether an event of them draws, or is declared as one that the viewer does not foresee."""
        return any(has_drawn(event) or self._surprises(event) for event in self.events)

    def _surprises(self, event: Event) -> bool:
        state, viewer = self.game.state, self.viewer
        if viewer is None:
            return self.ruleset.is_disclosing(state, event)
        return self.ruleset.is_surprising(state, event, viewer)


def differences(title: str, number: int, options: Mapping[str, Any]) -> Iterator[Difference]:
    """Return all differences that a game finds, between what is and another world of each viewer."""
    ruleset, rng = RULESETS[title], random.Random(number)
    seats = ruleset.seats[-1]
    for game in positions(ruleset, number, seats, options):
        seat = rng.choice(sorted(games.awaiting(game)))
        viewer = rng.choice((None, *range(seats)))
        other = ruleset.resample(game.state, viewer, RandomChance(rng))
        choices = games.legal_commands(game, seat)
        for choice in rng.sample(choices, min(CHOICES, len(choices))):
            found = _difference(game, other, seat, choice.command, viewer)
            if found is not None:
                yield found


def _difference(game: Game, other: Any, seat: Seat, command: Command, viewer: Viewer) -> Difference | None:
    ruleset = game.ruleset
    mine = ruleset.decide(game.state, seat, command, games.chance_of(game))
    try:
        theirs = ruleset.decide(other, seat, command, games.chance_of(game))
    except IllegalCommand:
        return Difference(ruleset, game, viewer, mine[:1], refused=True)
    for place, event in enumerate(mine):
        seen = seen_by(event, viewer, game.codec)
        if place == len(theirs) or seen != seen_by(theirs[place], viewer, game.codec):
            # in one world an event may be missing that the other one has
            return Difference(ruleset, game, viewer, [*mine[: place + 1], *theirs[place : place + 1]], refused=False)
    more = theirs[len(mine) :][:1]
    return Difference(ruleset, game, viewer, more, refused=False) if more else None


@pytest.mark.parametrize(("title", "options"), CASES, ids=str)
def test_an_event_that_differs_between_worlds_is_a_draw_or_declared(title: str, options: Mapping[str, Any]) -> None:
    for number in range(GAMES):
        for found in differences(title, 60 + number, options):
            assert found.refused or found.is_declared, found.events


@pytest.mark.parametrize("title", RULESETS)
def test_each_declared_event_shows_something_that_was_hidden(title: str) -> None:
    """A type that discloses nothing would only stop previews and forbid to take decisions back."""
    ruleset = RULESETS[title]
    declared, shown = {str(kind.__struct_config__.tag) for kind in ruleset.discloses}, set(DRAWN_LATER)
    for number, options in enumerate(wanted(title)):
        for found in differences(title, 90 + number, options):
            last = str(found.events[-1].__struct_config__.tag)
            if not found.refused or last in BY_PERMISSION:
                shown.add(last)
        if declared <= shown:
            return

    assert not declared - shown


def wanted(title: str) -> list[Mapping[str, Any]]:
    """Return options under which each declared event happens, several times."""
    hidden = {"money_public": False}
    more = {
        "giganten": [{**hidden, "bluff_pick": "owner"}],
        "siberia": [{"take_back": True}],
        "minos": [{"money_public": "own_choice"}],
    }
    return [{}, hidden, *more[title]] * 8
