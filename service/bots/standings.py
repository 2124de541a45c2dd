"""The published ladder: how the bots of the service play against each other, as `ladder.json` has it.

`python -m tests.lab.ladder` plays the games and writes the file.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from domain.kernel.values import Value

PUBLISHED = Path(__file__).with_name("ladder.json")


class Rung(Value, frozen=True):
    """A bot against one kind of opponent."""

    bot: str
    opponent: str
    opponents: int
    games: int
    wins: float
    """A shared win counts in part."""
    share: float
    low: float
    """The lower end of the 95 % interval of the share (Wilson)."""
    high: float
    par: float
    """The share of a bot that is as good as its opponents."""
    mean_score: float
    weights: str
    """The digest of the weights of the strong bots of the title; empty if it has none."""


class Ladder(Value, frozen=True):
    """The rungs of all titles, and the command that adds games to them."""

    command: str
    titles: Mapping[str, Sequence[Rung]]


@cache
def published() -> Ladder:
    """Return the published ladder."""
    return msgspec.json.decode(PUBLISHED.read_bytes(), type=Ladder)
