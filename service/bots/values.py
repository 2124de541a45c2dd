"""The published data set: `values.json`, what seats, options and openings are worth between light policies.

`python -m tests.lab.values` plays the games and writes the file.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from domain.kernel.values import Seat, Value

PUBLISHED = Path(__file__).with_name("values.json")

POLICY = "light"
"""The name of the policy of all seats: the one by which the strong bots play on in their searches."""


class SeatValue(Value, frozen=True):
    """What a seat is worth with the default options. Seat 0 is the first player."""

    seat: Seat
    games: int
    wins: float
    """A shared win counts in part."""
    share: float
    low: float
    """The lower end of the 95 % interval of the share (Wilson)."""
    high: float
    mean_score: float
    score_interval: float
    """Half the width of the 95 % interval of the mean score."""


class OptionValue(Value, frozen=True):
    """What a value of an option changes against the default. All other options are drawn, too.

    Each `…_interval` is half the width of the 95 % interval of the difference before it.
    """

    option: str
    value: int | str | bool
    default: int | str | bool
    games: int
    default_games: int
    score: float
    """The difference of the mean score of a seat."""
    score_interval: float
    first_share: float
    """The difference of the share of wins of the first player."""
    first_interval: float
    rounds: float
    """The difference of the number of rounds."""
    rounds_interval: float


class OpeningValue(Value, frozen=True):
    """What an opening is worth if all seats draw their openings, with the default options.

    It counts only where it is legal, so openings are not compared in the same positions. Seats of a game depend on
    each other, which the intervals do not cover.
    """

    opening: str
    choice: str
    games: int
    share: float
    low: float
    """The lower end of the 95 % interval of the share (Wilson)."""
    high: float
    par: float
    """The share of all openings from the same seats."""
    score: float
    """The mean score, above that of all openings from the same seats."""
    score_interval: float
    chosen: float
    """How often the policy itself has this opening, of all that it has of this name in standard games."""


class SizeValues(Value, frozen=True):
    """The values of a title for a number of seats."""

    seats: int
    games: Mapping[str, int]
    """The games of each kind."""
    seat_values: Sequence[SeatValue]
    options: Sequence[OptionValue]
    openings: Sequence[OpeningValue]


class Strength(Value, frozen=True):
    """How one seat of the policy plays against bots of the service; the seats rotate."""

    opponent: str
    opponents: int
    games: int
    wins: float
    share: float
    low: float
    high: float
    par: float
    mean_score: float


class TitleValues(Value, frozen=True):
    """The values of a title."""

    version: int
    data_set: str
    digest: str
    """The digest of the first games: another one means other rules or another policy."""
    games: int
    """The games have the numbers from 0 on."""
    unfinished: int
    strength: Sequence[Strength]
    sizes: Sequence[SizeValues]


class Values(Value, frozen=True):
    """The values of all titles, and the command that makes them."""

    command: str
    policy: str
    titles: Mapping[str, TitleValues]


@cache
def published() -> Values:
    """Return the published data set."""
    return msgspec.json.decode(PUBLISHED.read_bytes(), type=Values)
