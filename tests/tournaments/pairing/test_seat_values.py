"""The published table of seat values."""

from fractions import Fraction

import msgspec

from domain.rulesets import RULESETS
from domain.tournaments.pairing import seat_values
from domain.tournaments.pairing.measured import SeatValueTable, problems_of, seat_value_table
from tests.lab.values.seating import mean_of


def test_the_published_table_has_every_title_and_size():
    measured = {(row.title, row.seats): row for row in seat_value_table().measured}
    wanted = {(title, seats) for title, ruleset in RULESETS.items() for seats in ruleset.seats if title != "nim"}
    assert {*measured} == wanted
    for row in measured.values():
        means = [mean_of(places, row.games) for places in row.places]
        assert tuple(zip(row.points, row.interval, strict=True)) == tuple(means)
        values = seat_values(row.title)[row.seats]
        # every game gives out the same points
        assert sum(values) == Fraction(row.seats, 2)
        assert all(abs(value * 1000 - points) <= 1 for value, points in zip(values, row.points, strict=True))


def test_seat_values_follow_the_points_of_the_tournament():
    values = seat_values("minos", {4: (5, 3, 1, 0)})
    assert sum(values[4]) == 9
    assert sum(values[3]) == Fraction(3, 2)
    assert seat_values("unknown") == {}


def test_a_table_that_contradicts_itself_is_refused():
    row = seat_value_table().measured[0]
    short = msgspec.structs.replace(row, points=row.points[1:])
    assert [where for where, _ in problems_of(SeatValueTable((short,)))] == [("measured", 0, "seats")]
    more = msgspec.structs.replace(row, games=row.games + 1)
    assert {where for where, _ in problems_of(SeatValueTable((more,)))} == {("measured", 0, "places")}
