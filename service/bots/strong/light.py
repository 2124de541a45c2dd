"""The light policy of a title: it decides quickly on the state itself, and estimates what a position is worth.

A title has the bot `strong` if the module `service.bots.<title>.light` exists and defines `LIGHT`, and
`service/bots/<title>/weights.json` has its weights.
"""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, NamedTuple

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Seat, Value


class Scored(NamedTuple):
    """A command and its score by the light policy, higher is better."""

    score: float
    command: Command


class Weights(Value, frozen=True, kw_only=True):
    """What is learned or set for a title."""

    steps_per_second: int
    """The steps (decisions of playouts) in each nominal second of a budget. The reference machine plays more."""
    noise: float
    """The width of the random number that playouts add to the score of each command."""
    scale: float
    """The difference of two estimates by which the odds of winning differ by the factor e."""
    caution: float = 0.0
    """How many standard errors a command has to be better than that of the light policy, to be played instead."""
    bluff: float = 1.0
    """The probability that an opponent decides as it did in a world that contradicts its decision, as in a bluff."""
    value: Mapping[str, tuple[float, float]]
    """For each feature the weight at the end of the game, and what is added to it at the beginning."""


@dataclass(frozen=True, kw_only=True)
class Light:
    """The functions of a light policy. They get the state of a world, in which what the seat does not know is drawn."""

    quick: Callable[[Any, Seat], Command | None]
    """Returns the decision of a seat where it needs no list of choices, else None."""
    scores: Callable[[Any, Seat, Sequence[Choice]], list[Scored]]
    """Returns commands of the choices with their scores. A range becomes a few numbers."""
    pick: Callable[[Any, Seat, Sequence[Choice]], Command] | None = None
    """Returns the decision of a playout; None: that with the best score."""
    remaining: Callable[[Any], float]
    """Returns the share of the game that remains, from 1 to 0."""
    features: Callable[[Any, Seat], Mapping[str, float]]
    """Returns what the value of a seat is estimated from."""
    reorders: bool = False
    """Whether a turn has many commands whose order often does not matter: then playouts share what is equal."""
    effort: Callable[[Any], float] = lambda _state: 1.0
    """Returns the share of the budget that a decision gets: less where one move takes several decisions."""
    likely: Callable[[Any, Seat, Chance], Any] = lambda state, _seat, _chance: state
    """Returns a resampled world in which hidden amounts are likely ones."""
    imagined: Callable[[Any, Seat], Any] = lambda state, _seat: state
    """Returns the world as the search plays it: the other seats make their hidden decisions again."""
    eliminated: Callable[[Any], Collection[Seat]] = lambda _state: ()
    """Returns the seats that are ranked after all others."""
    is_contradicted: Callable[[Any, Seat], bool] = lambda _state, _seat: False
    """Returns whether a public decision of an opponent contradicts what is hidden from the seat in this world."""


@cache
def light_of(title: str) -> Light | None:
    """Return the light policy of a title; None if it has none."""
    package = f"service.bots.{title}"
    return import_module(f"{package}.light").LIGHT if find_spec(package) and find_spec(f"{package}.light") else None


def policy_of(title: str) -> Light:
    """Return the light policy of a title that has one."""
    light = light_of(title)
    assert light is not None
    return light


@cache
def weights_of(title: str) -> Weights:
    """Return the weights of a title that has a light policy."""
    return msgspec.json.decode(_file(title), type=Weights)


@cache
def digest_of(title: str) -> str:
    """Return the first 16 hex digits of the SHA-256 of the weights of a title."""
    return hashlib.sha256(_file(title)).hexdigest()[:16]


def _file(title: str) -> bytes:
    return (files("service.bots") / title / "weights.json").read_bytes()
