"""Refusals print values as JSON does: random illegal commands of every title are refused in plain words."""

import random
import re
from collections.abc import Iterator
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import fields, replace

from domain.game import game as games
from domain.game.game import Game
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, IllegalCommand, Refusal
from domain.rulesets import RULESETS
from tests.games.plays import plausible, played
from tests.kit import ScriptedChance

PYTHON = re.compile(
    r"\b(?:True|False|None)\b"  # JSON has true, false and null
    r"|(?<!\w)'[^']*'"  # JSON has double quotes; the apostrophe of a genitive follows a letter
    r"|\([^()]*,\s?\)|\((?:['\"]|-?\d+,)"  # JSON has no tuples
    r"|\[['\"]|\w\(\w+=|<\w+ |range\("  # lists of texts as Python has them, structs, objects
)
GAMES = 3
ABSURD = ("nowhere", "", "A1", "reserve")
EVERY = 9
"""One position of so many is tried."""


def wild(command: Command, rng: random.Random) -> Command:
    """Return the command with some of its fields set to absurd values."""
    changes: dict[str, Any] = {}
    for field in fields(command):
        value = getattr(command, field.name)
        if rng.random() < 0.5:
            match value:
                case bool():
                    changes[field.name] = not value
                case int():
                    changes[field.name] = rng.choice((-7, 0, 1, 10**6))
                case str():
                    changes[field.name] = rng.choice(ABSURD)
                case tuple():
                    several = cast("tuple[Any, ...]", value)
                    changes[field.name] = rng.choice(((), (*several, *several), ("nowhere",)))
                case _:
                    pass
    return replace(command, **changes)


def reachable(ruleset: Ruleset[Any], command: Command) -> bool:
    """Whether a client can send the command: whether the API would read it."""
    union: Any = ruleset.commands[0]
    for kind in ruleset.commands[1:]:
        union |= kind
    try:
        return msgspec.json.decode(msgspec.json.encode(command), type=union) == command
    except msgspec.ValidationError:
        return False


def refusals(ruleset: Ruleset[Any], game: Game, rng: random.Random) -> Iterator[Refusal]:
    """Return why illegal commands are refused: of seats that are asked, and of others."""
    for seat in range(game.opened.seats):
        for command in plausible(ruleset, rng):
            for sent in (command, wild(command, rng)):
                if reachable(ruleset, sent):
                    try:
                        ruleset.decide(game.state, seat, sent, ScriptedChance(rest=0))
                    except IllegalCommand as illegal:
                        yield illegal.refusal


def tried(ruleset: Ruleset[Any]) -> Iterator[Refusal]:
    """Return the refusals of random illegal commands in random games."""
    for number in range(GAMES):
        rng = random.Random(number)
        for position, step in enumerate(played(ruleset, 500 + number)):
            if step.after.status == "running" and not position % EVERY:
                assert games.awaiting(step.after)
                yield from refusals(ruleset, step.after, rng)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_no_refusal_prints_a_value_of_python(ruleset: Ruleset[Any]) -> None:
    found = {refusal.reason for refusal in tried(ruleset)}

    assert len(found) > 60
    assert sorted(reason for reason in found if PYTHON.search(reason)) == []


@pytest.mark.parametrize(
    "text", ["takes True, not 1", "no None left", "name 'x'", "seats (0,), not ()", "('a', 'b')", "Laid(token=1)"]
)
def test_a_value_of_python_is_found(text: str) -> None:
    assert PYTHON.search(text)


@pytest.mark.parametrize("text", ["no opponent's train", "others' money (rule 4)", 'takes true, not "1"', "[1, 2]"])
def test_plain_words_are_none(text: str) -> None:
    assert not PYTHON.search(text)
