"""What a title contributes to the analysis of a finished game: its draws, and what was paid and returned."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from domain.kernel.values import Seat, Value

S = TypeVar("S")


class Moment(NamedTuple, Generic[S]):
    """An event of the title at a version, and the table before and after it."""

    version: int
    event: Any
    before: S
    after: S


class Spread(NamedTuple):
    """The mean and the variance of what is drawn."""

    mean: Fraction
    variance: Fraction


class Measured(NamedTuple):
    """What an event drew for a seat, and what was to be expected at the table before it."""

    seat: Seat
    measure: str
    actual: int
    expected: Spread
    version: int | None = None
    """The version of the event that drew, if it is an earlier one than the event that is followed."""


class Return(Value, frozen=True, kw_only=True):
    """What a seat paid for something, and what this returned by the end of the game.

    `about` are anchors on the board, `other` is the opponent, `facts` are numbers that are neither paid nor returned.
    """

    kind: str
    version: int
    seat: Seat | None
    outcome: str
    ends: int | None = None
    other: Seat | None = None
    about: tuple[str, ...] = ()
    paid: Mapping[str, int] = {}
    returned: Mapping[str, int] = {}
    facts: Mapping[str, int] = {}


class Account:
    """A return that is not closed: what was paid and returned so far."""

    def __init__(self, kind: str, version: int, seat: Seat | None, *about: str, outcome: str = "kept") -> None:
        self.kind, self.version, self.seat, self.about, self.outcome = kind, version, seat, about, outcome
        self.ends: int | None = None
        self.other: Seat | None = None
        self.paid: defaultdict[str, int] = defaultdict(int)
        self.returned: defaultdict[str, int] = defaultdict(int)
        self.facts: defaultdict[str, int] = defaultdict(int)

    def close(self, outcome: str, version: int) -> None:
        """Close the account at a version with an outcome."""
        self.outcome, self.ends = outcome, version

    def closed(self) -> Return:
        """Return the account, without amounts of nothing."""
        return Return(
            kind=self.kind,
            version=self.version,
            seat=self.seat,
            outcome=self.outcome,
            ends=self.ends,
            other=self.other,
            about=self.about,
            paid={name: amount for name, amount in self.paid.items() if amount},
            returned={name: amount for name, amount in self.returned.items() if amount},
            facts={name: amount for name, amount in self.facts.items() if amount},
        )


class MeasureInfo(Value, frozen=True):
    """A measure of what is drawn: its name, its title for people, and the rule under which it is drawn."""

    measure: str
    title: str
    rule: str


class KindInfo(Value, frozen=True):
    """A kind of returns: its name, its title for people, and its rules."""

    kind: str
    title: str
    rules: tuple[str, ...]
    in_score: bool = False
    """Whether the returns of such kinds make up the score: what was returned less what was paid, in its unit."""


class AmountInfo(Value, frozen=True):
    """An amount that is paid or returned, or a fact: its name and its title for people."""

    amount: str
    title: str
    is_score: bool = False
    """Whether it is in the unit of the score."""


class Returns(Protocol[S]):
    """Follows a game and keeps account of what is paid and returned."""

    def take(self, moment: Moment[S], /) -> None:
        """Follow an event."""
        ...

    def end(self, state: S, /) -> Iterable[Return]:
        """Return the accounts at the end of the game."""
        ...


@dataclass(frozen=True, kw_only=True)
class Analysis(Generic[S]):
    """How the games of a title are analysed."""

    measures: tuple[MeasureInfo, ...]
    luck: Callable[[], Callable[[Moment[S]], Sequence[Measured]]]
    """Makes the function that measures the draws of a game, which is called with its events in their order."""
    kinds: tuple[KindInfo, ...]
    amounts: tuple[AmountInfo, ...]
    outcomes: Mapping[str, str]
    """The outcomes of returns, with their titles for people."""
    returns: Callable[[S, int], Returns[S]]
    """Makes the accounts of a game from the table at its start and this version."""


def with_replacement(values: Sequence[int], number: int) -> Spread:
    """Return the spread of the sum of independent draws from equally likely values, such as the faces of dice."""
    mean, variance = _one([(value, 1) for value in values])
    return Spread(number * mean, number * variance)


def without_replacement(contents: Iterable[tuple[int, int]], number: int) -> Spread:
    """Return the spread of the sum of draws from a bag that holds each value so many times."""
    stock = tuple(contents)
    mean, variance = _one(stock)
    total = sum(count for _, count in stock)
    shrink = Fraction(total - number, total - 1) if total > 1 else Fraction(0)
    return Spread(number * mean, number * variance * shrink)


def _one(stock: Sequence[tuple[int, int]]) -> Spread:
    """Return the spread of one draw."""
    total = sum(count for _, count in stock)
    mean = Fraction(sum(value * count for value, count in stock), total)
    square = Fraction(sum(value * value * count for value, count in stock), total)
    return Spread(mean, square - mean * mean)


def first_player_drawn(measure: str, seat: Seat, seats: int) -> list[Measured]:
    """Return that a seat, and no other one, was drawn as the first player."""
    chance = with_replacement([1] + [0] * (seats - 1), 1)
    return [Measured(each, measure, int(each == seat), chance) for each in range(seats)]
