"""The published table of what a seat is worth, measured by games between light policies."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from importlib import resources

from domain.kernel.datafile import Problem, read
from domain.kernel.values import Value

SHARES = 12
"""The parts of a game in which places are counted."""

_FILE = "data/seat_values.toml"


class Measured(Value, frozen=True, forbid_unknown_fields=True):
    """The games of a title at tables of a size."""

    title: str
    version: int
    data_set: str
    bot: str
    seats: int
    games: int
    places: tuple[tuple[int, ...], ...]
    """For each seat the games in which it came first, second and so on, in twelfths of a game."""
    points: tuple[int, ...]
    """The mean of each seat in thousandths, if the first place has 1000, the last 0 and the others lie between."""
    interval: tuple[int, ...]
    """Half the width of the 95 % confidence interval of `points`, in thousandths."""


class SeatValueTable(Value, frozen=True, forbid_unknown_fields=True):
    """Everything that was measured."""

    measured: tuple[Measured, ...]


@cache
def seat_value_table() -> SeatValueTable:
    """Return the published table."""
    file = resources.files("domain.tournaments") / _FILE
    return read(file.read_text(encoding="utf-8"), _FILE, SeatValueTable, problems_of)


def problems_of(table: SeatValueTable) -> Iterator[Problem]:
    """Yield what does not fit together: the numbers of seats, and the places of each seat with the games."""
    for number, measured in enumerate(table.measured):
        where = ("measured", number)
        rows = (measured.places, measured.points, measured.interval, *measured.places)
        if any(len(row) != measured.seats for row in rows):
            yield (*where, "seats"), "every row must have a number for each seat"
        for sums in (map(sum, measured.places), map(sum, zip(*measured.places, strict=True))):
            if any(total != SHARES * measured.games for total in sums):
                yield (*where, "places"), "every seat and every place must be counted once in each game"


def seat_values(
    title: str, points: dict[int, Sequence[Fraction | int]] | None = None
) -> dict[int, tuple[Fraction, ...]]:
    """Return for each measured table size of a title the expected points of its seats; nothing for other titles.

    `points` holds the points of each place by table size. Without it the first place has 1, the last 0, and the others
    lie evenly between.
    """
    values: dict[int, tuple[Fraction, ...]] = {}
    for measured in seat_value_table().measured:
        if measured.title == title:
            last = measured.seats - 1
            even = [Fraction(last - place, last) for place in range(measured.seats)]
            worth = (points or {}).get(measured.seats, even)
            values[measured.seats] = tuple(
                sum((count * Fraction(own) for count, own in zip(row, worth, strict=True)), Fraction(0))
                / (SHARES * measured.games)
                for row in measured.places
            )
    return values
