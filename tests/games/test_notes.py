"""What is noted on a choice is what its command does: in random games, for choices of every kind."""

import random
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import msgspec
import pytest

from domain.game import game as games
from domain.game.game import Game
from domain.kernel.chance import has_drawn
from domain.kernel.notes import Note
from domain.kernel.values import Choice, Command, Seat
from domain.rulesets import RULESETS
from tests.games.plays import GAMES
from tests.projections.bot_games import positions
from tests.secrecy.plays import random_options

CHOICES = 4
"""Choices of a position that are decided, apart from one of each type of command."""

MOST = 24
"""Games that are played until each command was legal at least once."""

SILENT = frozenset(
    {"DeclineSpecial", "DeclineDrilling", "EndPlacing", "Pass", "KeepDice", "DeclineSoldier", "StandInConflict"}
    | {"ShowTalents", "HideTalents"}
)
"""Commands on which nothing is noted."""


def games_of(title: str, number: int) -> Iterator[Game]:
    """Return the positions of a game: the first one has the default options, the others have random ones."""
    ruleset, rng = RULESETS[title], random.Random(number)
    seats = rng.choice(list(ruleset.seats))
    options = random_options(ruleset, rng, {"first_player": "random"}) if number else {}
    return positions(ruleset, 700 + number, seats, options)


def noted(game: Game, seat: Seat, rng: random.Random) -> list[tuple[Choice, Note]]:
    """Return choices with their notes: one of each type of command, and some more."""
    choices = games.legal_commands(game, seat)
    pairs = list(zip(choices, game.ruleset.notes(game.state, seat, choices), strict=True))
    rng.shuffle(pairs)
    return [*{type(choice.command): (choice, note) for choice, note in pairs}.values(), *pairs[:CHOICES]]


@pytest.mark.parametrize("title", RULESETS)
def test_cost_and_effect_are_what_the_command_does(title: str) -> None:
    ruleset, rng = RULESETS[title], random.Random(title)
    found, anchors = set[str](), set[str]()
    wanted = {kind.__name__ for kind in ruleset.commands} - SILENT
    kinds = {anchor.split(":")[0] for anchor in ruleset.anchors(ruleset.default_data_set, 4)}
    for number in range(MOST):
        if number >= GAMES // 12 and wanted <= found and kinds <= anchors:
            break
        for game in games_of(title, number):
            known = ruleset.anchors(game.opened.data_set, game.opened.seats)
            for seat in sorted(games.awaiting(game)):
                for choice, note in noted(game, seat, rng):
                    check(game, seat, choice, note)
                    assert {*note.anchors} <= known, note.anchors
                    assert len({*note.anchors}) == len(note.anchors)
                    anchors |= {anchor.split(":")[0] for anchor in note.anchors}
                    found |= set[str]() if note == Note() else {type(choice.command).__name__}

    assert found == wanted
    assert anchors == kinds


def check(game: Game, seat: Seat, choice: Choice, note: Note) -> None:
    """Compare a note with what the command does: as listed, and with the last number of its range."""
    found, draws = change(game, seat, choice.command)
    expected = dict(note.effect)
    if note.cost:
        expected["money"] = expected.get("money", 0) - note.cost
    assert note.cost >= 0
    if draws:
        assert {name: found.get(name, 0) for name in expected} == expected, choice
    else:
        assert found == expected, choice
    limits = choice.range
    if limits is None:
        assert not note.each
        return
    assert getattr(choice.command, limits.field) == limits.min, "the listed command has the lowest number"
    last: Any = {limits.field: limits.max}
    found, _ = change(game, seat, msgspec.structs.replace(choice.command, **last))
    for name, each in note.each.items():
        assert found.get(name, 0) == expected.get(name, 0) + each * (limits.max - limits.min), (choice, name)


def change(game: Game, seat: Seat, command: Command) -> tuple[Mapping[str, int], bool]:
    """Return what the seat has more or less after the command alone, and whether it draws."""
    ruleset, state = game.ruleset, game.state
    phases = import_module(f"domain.{ruleset.name}.flow").FLOW.phases
    own = phases[type(state.phase)].resolve(state, state.phase, seat, command, games.chance_of(game))
    for event in own:
        state = ruleset.evolve(state, event)
    before, after = ruleset.holdings(game.state, seat), ruleset.holdings(state, seat)
    assert before.keys() == after.keys()
    found = {name: after[name] - before[name] for name in after if after[name] != before[name]}
    return found, any(map(has_drawn, own))
