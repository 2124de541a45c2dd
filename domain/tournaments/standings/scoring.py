"""The points of one table: scales by rank, wins, shares of the score."""

from collections.abc import Sequence
from fractions import Fraction

from domain.kernel.values import Value
from domain.tournaments.events.rounds import TablePlace
from domain.tournaments.results import Outcome, is_bot
from domain.tournaments.terms import Preset

EURO_SCALE = (Fraction(5), Fraction(3), Fraction(1), Fraction(0))
"""The points of the ranks at a table of four, unless the terms have a scale (rule 7.2)."""


class Scoring(Value, frozen=True):
    """How tables are scored."""

    preset: Preset
    preferred: int
    """The preferred size of a table."""
    scale: tuple[Fraction, ...] = EURO_SCALE
    seat_values: tuple[tuple[int, tuple[Fraction, ...]], ...] = ()
    """By size of the table: the expected points of each seat."""

    def seat_value(self, size: int, seat: int) -> Fraction:
        """Return the expected points of a seat; 0 if none are published for tables of this size."""
        values = dict(self.seat_values).get(size, ())
        return values[seat] if seat < len(values) else Fraction(0)


class Line(Value, frozen=True):
    """What a player got at one table."""

    round: int
    table: int
    size: int
    points: Fraction
    rank: int | None
    """None: the player left."""
    win: Fraction
    score: int
    share: Fraction
    seat_value: Fraction


def scale_for(scale: Sequence[Fraction], size: int) -> tuple[Fraction, ...]:
    """Return the points of the ranks at a table of a size (rule 7.2).

    The first and the last rank have the points of the scale, the ranks between them are interpolated linearly.
    """
    if size == 1:
        return (scale[0],)
    points: list[Fraction] = []
    for rank in range(size):
        position = Fraction(rank * (len(scale) - 1), size - 1)
        below = position.numerator // position.denominator
        rest = position - below
        above = min(below + 1, len(scale) - 1)
        points.append(scale[below] * (1 - rest) + scale[above] * rest)
    return tuple(points)


def lines_of(outcome: Outcome, scoring: Scoring) -> dict[str, Line]:
    """Return what each player got at a table; bots get nothing (rules 7.1 to 7.4)."""
    lines = {player: _left(outcome) for player in outcome.left}
    for place in outcome.places:
        if not is_bot(place):
            lines[place.player] = _line(outcome, place, scoring)
    return lines


def _left(outcome: Outcome) -> Line:
    zero = Fraction(0)
    return Line(outcome.round, outcome.table, outcome.size, zero, None, zero, 0, zero, zero)


def _line(outcome: Outcome, place: TablePlace, scoring: Scoring) -> Line:
    tied = sum(other.rank == place.rank for other in outcome.places)
    win = Fraction(1, tied) if place.rank == 1 else Fraction(0)
    share = _share(outcome, place, scoring.preferred)
    match scoring.preset:
        case "euro_league":
            scale = scale_for(scoring.scale, outcome.size)
            points = sum(scale[place.rank - 1 : place.rank - 1 + tied], Fraction(0)) / tied
        case "catan" | "wins":
            points = win
        case "score_share":
            points = share
    value = scoring.seat_value(outcome.size, place.seat)
    return Line(outcome.round, outcome.table, outcome.size, points, place.rank, win, place.score, share, value)


def _share(outcome: Outcome, place: TablePlace, preferred: int) -> Fraction:
    """Return the share of a score in the total of its table (rule 7.4).

    The total of a table with more or fewer seats than preferred is raised or lowered in proportion, as if the other
    seats had the mean score.
    """
    if outcome.total == 0:
        return Fraction(1, preferred)
    return Fraction(max(place.score, 0) * outcome.size, outcome.total * preferred)
