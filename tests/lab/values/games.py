"""The games of the data set. The title and the number of a game determine everything in it."""

import hashlib
import random
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.kernel.ruleset import Option, Ruleset
from domain.kernel.values import Command, Seat, Value
from domain.rulesets import RULESETS
from service.bots.strong.light import Light, light_of, policy_of, weights_of
from service.bots.strong.search import Playout
from service.bots.table import TableGame
from tests.lab.values.openings import openings_of

Kind: TypeAlias = Literal["standard", "options", "openings"]
"""`standard`: all options at their defaults. `options`: they are drawn. `openings`: the openings of all seats are."""

KINDS: tuple[Kind, ...] = ("standard", "options", "standard", "openings")
"""The kinds of four games in a row of the same size."""

FIRST = {"first_player": "seat_0"}
"""Seat 0 is the first player of every game, so that seats differ."""

FIRST_DEAL = 20_000_000
"""The number of the first deal: far from those with which weights are learned and the ladder is played."""

MOST_VALUES = 10
"""An option with more values keeps its default: each value would have few games."""


LATER: Mapping[str, Mapping[str, tuple[int | str | bool, ...]]] = {
    "giganten": {"inflation": ("on_2001",)},
    "minos": {"money_public": ("own_choice",)},
}
"""Values of options that the published values of a title do not know."""


def later_values(title: str) -> Mapping[str, tuple[int | str | bool, ...]]:
    """Return the values that options of a title got after the first published games, by option.

    They are not drawn, so that a number keeps its game. An option of which all values but the default are listed is not
    drawn at all.
    """
    return LATER.get(title, {})


LONGEST = 20_000
"""The maximum number of decisions of a game. One that takes longer has no result."""


class Setting(Value, frozen=True):
    """How a game is played."""

    number: int
    kind: Kind
    seats: int
    drawn: Mapping[str, int | str | bool]
    """The options that were drawn, with their values; an option that has no effect under the others is not drawn."""


class Line(Value, frozen=True):
    """The record of a game. It has the setting, so that it can be read without playing the game."""

    setting: Setting
    version: int
    data_set: str
    digest: str
    """The digest of the first games: games of the same digest were played by the same rules and policy."""
    ranks: tuple[int, ...]
    """The rank of each seat, from 1; empty if the game had no end."""
    scores: tuple[int, ...]
    rounds: int
    openings: tuple[Mapping[str, str], ...]
    """For each seat its openings, each with the choice."""


def titles() -> list[str]:
    """Return the titles whose games can be played: those with a light policy."""
    return [title for title in RULESETS if light_of(title)]


def setting_of(ruleset: Ruleset[Any], number: int) -> Setting:
    """Return how a game is played, by its number: the kinds alternate first, then the numbers of seats."""
    kind = KINDS[number % len(KINDS)]
    seats = ruleset.seats[number // len(KINDS) % len(ruleset.seats)]
    return Setting(number, kind, seats, _drawn(ruleset, number) if kind == "options" else {})


def _drawn(ruleset: Ruleset[Any], number: int) -> dict[str, int | str | bool]:
    """Draw the options: each has its default with a chance of one half, otherwise one of its other values."""
    rng = random.Random(f"ludolog/values/1 {ruleset.name} {number} options")
    values = ruleset.resolve_options(None, FIRST)
    drawn: dict[str, int | str | bool] = {}
    # an option on which others depend is drawn before them
    for option in sorted(ruleset.options, key=lambda option: option.needs is not None):
        if option.name in FIRST or len(option.values) > MOST_VALUES or not _has_effect(option, values):
            continue
        later = later_values(ruleset.name).get(option.name, ())
        others = [value for value in option.values if value not in later and not _same(value, values[option.name])]
        if not others:
            continue
        if rng.random() < 1 / 2:
            values[option.name] = rng.choice(others)
        drawn[option.name] = values[option.name]
    return drawn


def _has_effect(option: Option, values: Mapping[str, int | str | bool]) -> bool:
    return option.needs is None or values[option.needs.option] in option.needs.values


def _same(one: int | str | bool, other: int | str | bool) -> bool:
    """Return whether two values of an option are the same; True equals 1 in Python."""
    return one == other and type(one) is type(other)


@cache
def digest_of(title: str) -> str:
    """Return the first 16 hex digits of the SHA-256 of the first games of a title, as they are played now."""
    lines = msgspec.json.encode([_played(title, number) for number in range(len(KINDS))])
    return hashlib.sha256(lines).hexdigest()[:16]


def played(title: str, number: int) -> Line:
    """Play a game between light policies."""
    return replace(_played(title, number), digest=digest_of(title))


def _played(title: str, number: int) -> Line:
    ruleset = RULESETS[title]
    setting = setting_of(ruleset, number)
    game = _Game(ruleset, setting)
    rounds, ranks, scores = game.play()
    return Line(
        setting=setting,
        version=ruleset.version,
        data_set=ruleset.default_data_set,
        digest="",
        ranks=ranks,
        scores=scores,
        rounds=rounds,
        openings=tuple(game.openings),
    )


def ended(title: str, setting: Setting) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Play a game with a setting of one's own; return its rounds, ranks and scores."""
    return _Game(RULESETS[title], setting).play()


class _Game:
    """A game while it is played."""

    def __init__(self, ruleset: Ruleset[Any], setting: Setting) -> None:
        light = policy_of(ruleset.name)
        self._light: Light = light
        self._rules = ruleset
        self._setting = setting
        options = ruleset.resolve_options(None, {**FIRST, **setting.drawn})
        self.state: Any = TableGame(ruleset, setting.seats, options, FIRST_DEAL + setting.number).game.state
        self._rng = random.Random(f"ludolog/values/1 {ruleset.name} {setting.number}")
        self._playout = Playout(ruleset, light, weights_of(ruleset.name), self._rng)
        self._openings_of = openings_of(ruleset.name)
        self.openings: list[dict[str, str]] = [{} for _ in range(setting.seats)]

    def play(self) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """Let the light policy decide for all seats until the game is over; return rounds, ranks and scores."""
        steps = 0
        while steps < LONGEST and (awaited := self._rules.awaiting(self.state)):
            seat = min(awaited)
            command = self._command(seat)
            self.state = self._rules.step(self.state, seat, command, self._playout.draws).state
            steps += 1
        places = sorted(self._rules.result(self.state) or (), key=lambda place: place.seat)
        return self.state.round, tuple(place.rank for place in places), tuple(place.score for place in places)

    def _command(self, seat: Seat) -> Command:
        """Return the decision of a seat, and note its openings."""
        command = self._playout.choice(self.state, seat)
        noted = self.openings[seat]
        found = self._openings_of(self.state, command)
        if found.keys() <= noted.keys():
            return command
        if self._setting.kind == "openings":
            choices = self._rules.legal_commands(self.state, seat)
            same = [choice.command for choice in choices if type(choice.command) is type(command)]
            command = self._rng.choice(same)
            found = self._openings_of(self.state, command)
        for name, choice in found.items():
            noted.setdefault(name, choice)
        return command
