"""The document of an analysis. `FORMAT` has the number of its form; a later form may have further fields."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.values import Value

FORMAT: Literal["ludolog-analysis/1"] = "ludolog-analysis/1"

AtVersion: TypeAlias = Annotated[int, Meta(description="The version of the event.")]
OfSeat: TypeAlias = Annotated[int, Meta(description="A seat, from 0.")]
OfMeasure: TypeAlias = Annotated[str, Meta(description="The name of a measure.")]
Exact: TypeAlias = Annotated[
    str, Meta(description="An exact fraction in lowest terms, such as `7/3` or `2`.", pattern=r"^-?[0-9]+(/[0-9]+)?$")
]
Deviation: TypeAlias = Annotated[
    float,
    Meta(description="The standard deviation of what is drawn, rounded to 3 places: how far a usual draw is off."),
]
Amounts: TypeAlias = Mapping[str, int]
Micros: TypeAlias = Annotated[int, Meta(description="A time in microseconds.")]


class Measure(Value, frozen=True):
    """A measure of what is drawn."""

    measure: OfMeasure
    rule: Annotated[str, Meta(description="The rule under which it is drawn.")]


class LuckTotal(Value, frozen=True):
    """The draws of a seat in one measure: their sum, and the sum of their expectations."""

    seat: OfSeat
    measure: OfMeasure
    events: Annotated[int, Meta(description="The number of events that drew.")]
    actual: Annotated[int, Meta(description="What was drawn in all.")]
    expected: Exact
    excess: Annotated[float, Meta(description="`actual` less `expected`, rounded to 3 places.")]
    deviation: Deviation


class LuckEvent(Value, frozen=True):
    """What an event drew for a seat, and the expectation at the table before it."""

    version: AtVersion
    seat: OfSeat
    measure: OfMeasure
    actual: Annotated[int, Meta(description="What was drawn.")]
    expected: Exact
    deviation: Deviation


class Luck(Value, frozen=True):
    """The draws of a game against their expectation."""

    totals: Annotated[tuple[LuckTotal, ...], Meta(description="The sums by seat and measure.")]
    events: Annotated[tuple[LuckEvent, ...], Meta(description="All draws that are measured.")]


class Scores(Value, frozen=True):
    """The scores from a version on, as if the game had ended with it."""

    version: AtVersion
    scores: Annotated[tuple[int, ...], Meta(description="The score of each seat.")]


class Kind(Value, frozen=True):
    """A kind of returns."""

    kind: Annotated[str, Meta(description="The name of the kind.")]
    rules: Annotated[tuple[str, ...], Meta(description="The rules that say what is paid and returned.")]
    in_score: Annotated[
        bool,
        Meta(
            description="Whether its amounts in the unit of the score make up the score: what is returned less what is "
            "paid, over all kinds for which this is true, is the score of the seat."
        ),
    ]


class Amount(Value, frozen=True):
    """An amount in returns."""

    amount: Annotated[str, Meta(description="The name of the amount.")]
    is_score: Annotated[bool, Meta(description="Whether it is in the unit of the score.")]


class ReturnLine(Value, frozen=True):
    """What a seat paid for something, and what this returned by the end of the game."""

    kind: Annotated[str, Meta(description="The name of the kind.")]
    version: Annotated[int, Meta(description="The version of the event with which it began.")]
    ends: Annotated[int | None, Meta(description="The version at which it ended; null: it lasted to the end.")]
    seat: Annotated[int | None, Meta(description="The seat; null: an auction without a bid.")]
    other: Annotated[int | None, Meta(description="The opponent, or the former or next owner; null: there is none.")]
    outcome: Annotated[str, Meta(description="The name of the outcome.")]
    about: Annotated[tuple[str, ...], Meta(description="What it is about: anchors on the board.")]
    paid: Annotated[Amounts, Meta(description="What was paid, by the name of the amount.")]
    returned: Annotated[Amounts, Meta(description="What it returned, by the name of the amount.")]
    facts: Annotated[Amounts, Meta(description="Further numbers, by their names.")]


class Returns(Value, frozen=True):
    """What auctions, conflicts and investments returned."""

    kinds: Annotated[tuple[Kind, ...], Meta(description="The kinds of the title.")]
    amounts: Annotated[tuple[Amount, ...], Meta(description="The amounts of the title.")]
    lines: Annotated[tuple[ReturnLine, ...], Meta(description="The returns, in the order of their first events.")]


class TimeTotal(Value, frozen=True):
    """The time that the players of a seat used."""

    seat: OfSeat
    decisions: Annotated[
        int, Meta(description="The decisions of its players, including those that a bot made after the clock ran out.")
    ]
    micros: Annotated[int, Meta(description="The time of the players for `decisions`, in microseconds.")]
    longest: Annotated[int | None, Meta(description="The version of the slowest of `decisions`; null: there is none.")]
    by_bot: Annotated[int, Meta(description="The other decisions: a bot played the seat. Their time is not counted.")]
    ran_out: Annotated[int, Meta(description="How often the clock of the seat ran out.")]


class TimeLine(Value, frozen=True):
    """The time from the moment at which a decision was open to the answer, without pauses and vacations.

    If the clock ran out, the time ends there.
    """

    version: AtVersion
    seat: OfSeat
    decision: Annotated[str, Meta(description="The id of the decision.")]
    micros: Micros
    by_bot: Annotated[bool, Meta(description="Whether a bot decided.")]
    ran_out: Annotated[
        bool, Meta(description="Whether the clock ran out: a bot decided, after a player had used this time.")
    ]


class Times(Value, frozen=True):
    """The time used, by the times of the log."""

    totals: Annotated[tuple[TimeTotal, ...], Meta(description="The sums by seat.")]
    decisions: Annotated[tuple[TimeLine, ...], Meta(description="All decisions, also those that were taken back.")]


class GameAnalysis(Value, frozen=True):
    """The analysis of a finished game. It follows from the log alone, so that anyone can compute it again."""

    format: Annotated[Literal["ludolog-analysis/1"], Meta(description="The form of this document.")]
    game: Annotated[str, Meta(description="The id of the game.")]
    version: Annotated[int, Meta(description="The last version of the log.")]
    head: Annotated[str, Meta(description="The head of the log at this version, which covers all its events.")]
    ruleset: Annotated[str, Meta(description="The title.")]
    ruleset_version: Annotated[int, Meta(description="The version of its rules.")]
    data_set: Annotated[str, Meta(description="The printed tables.")]
    seats: Annotated[int, Meta(description="The number of seats.")]
    measures: Annotated[tuple[Measure, ...], Meta(description="The measures of luck of the title.")]
    luck: Annotated[Luck, Meta(description="The draws against their expectation.")]
    scores: Annotated[
        tuple[Scores, ...], Meta(description="The scores at the start, and at each version that changed one.")
    ]
    returns: Annotated[Returns, Meta(description="What was paid, and what it returned.")]
    times: Annotated[Times, Meta(description="The time used.")]
