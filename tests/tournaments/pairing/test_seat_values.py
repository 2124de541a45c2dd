"""The published table of seat values, and the script that measures it."""

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from domain.kernel.values import Place
from domain.rulesets import RULESETS
from domain.tournaments.pairing import seat_values
from domain.tournaments.pairing.measured import SeatValueTable, problems_of, seat_value_table
from service.bots.json_lines import read
from service.bots.seat_values import Chunk, block, mean_of, measure, play, shared_places, table


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


def test_shared_places_are_counted_in_parts():
    places = (Place(0, 2, 5, ()), Place(1, 1, 9, ()), Place(2, 2, 5, ()), Place(3, 4, 1, ()))
    assert [*shared_places(places)] == [(0, 1, 6), (0, 2, 6), (1, 0, 12), (2, 1, 6), (2, 2, 6), (3, 3, 12)]


def test_a_chunk_counts_every_place_once_and_can_be_repeated():
    chunk = measure("siberia", 2, 0, 2)
    assert chunk == measure("siberia", 2, 0, 2)
    assert [sum(row) for row in chunk.places] == [24, 24]


def test_counts_are_added_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.bots.seat_values.RULESETS", {"siberia": RULESETS["siberia"]})
    monkeypatch.setattr("service.bots.seat_values.TABLE", tmp_path / "data" / "table.toml")
    counts = tmp_path / "counts.jsonl"
    play(counts, rounds=2, games=1)
    chunks = read(counts, Chunk)
    assert [(chunk.seats, chunk.seed) for chunk in chunks] == [(2, 0), (3, 0), (4, 0), (2, 1), (3, 1), (4, 1)]
    table(counts)
    text = (tmp_path / "data" / "table.toml").read_text(encoding="utf-8")
    data = msgspec.toml.decode(text, type=SeatValueTable)
    assert [row.games for row in data.measured] == [2, 2, 2]
    assert not [*problems_of(data)]
    other = msgspec.structs.replace(chunks[0], version=99)
    with pytest.raises(Exception, match="different versions"):
        block([chunks[0], other])


def test_a_table_that_contradicts_itself_is_refused():
    row = seat_value_table().measured[0]
    short = msgspec.structs.replace(row, points=row.points[1:])
    assert [where for where, _ in problems_of(SeatValueTable((short,)))] == [("measured", 0, "seats")]
    more = msgspec.structs.replace(row, games=row.games + 1)
    assert {where for where, _ in problems_of(SeatValueTable((more,)))} == {("measured", 0, "places")}
