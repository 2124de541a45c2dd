"""The table of seat values by which tournaments seat their players, written from the counts of the data set."""

from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path

from domain.tournaments.pairing.measured import SHARES
from service.bots.values import POLICY
from service.operate.arena import Z
from tests.lab.values.counts import Cell, Counts

TABLE = Path(__file__).parents[3] / "domain" / "tournaments" / "data" / "seat_values.toml"

HEADER = """\
# What a seat is worth: games between light policies, counted by seat and place.
# Made by `python -m tests.lab.values publish`; do not edit.
#
# Seat 0 is the first player of every game (option first_player = "seat_0", all others at their defaults).
# `places`: one row for each seat. Its numbers count the games in which the seat came first, second and so on, in
# twelfths of a game: players who share places have equal parts of each of them.
# `points`: the mean of the seat in thousandths. The first place has 1000, the last 0, the others lie evenly between.
# `interval`: half the width of the 95 % confidence interval of `points`.
"""


def table_of(titles: Mapping[str, Counts]) -> str:
    """Return the table in TOML: a block for each title and size that has games."""
    blocks = (
        _block(title, counts, seats, cells)
        for title, counts in sorted(titles.items())
        for seats, cells in sorted(counts.sizes.items())
        if "kind/standard" in cells
    )
    return "\n".join([HEADER, *blocks])


def _block(title: str, counts: Counts, seats: int, cells: Mapping[str, Cell]) -> str:
    games = cells["kind/standard"].games
    places = [[cells.get(f"place/{seat}/{place}", Cell()).games for place in range(seats)] for seat in range(seats)]
    points, intervals = zip(*(mean_of(row, games) for row in places), strict=True)
    return "\n".join(
        [
            "[[measured]]",
            f'title = "{title}"',
            f"version = {counts.version}",
            f'data_set = "{counts.data_set}"',
            f'bot = "{POLICY}"',
            f"seats = {seats}",
            f"games = {games}",
            f"places = {places}",
            f"points = {list(points)}",
            f"interval = {list(intervals)}",
            "",
        ]
    )


def mean_of(row: Sequence[int], games: int) -> tuple[int, int]:
    """Return the mean points of a seat and half the width of their 95 % confidence interval, in thousandths.

    A shared place counts as a whole game in each of its places, which makes the interval slightly wider than it is.
    """
    last = len(row) - 1
    worth = [1000 * (last - place) // last for place in range(len(row))]
    weight = SHARES * games
    total = sum(twelfths * points for twelfths, points in zip(row, worth, strict=True))
    squares = sum(twelfths * points**2 for twelfths, points in zip(row, worth, strict=True))
    variance = squares / weight - (total / weight) ** 2
    return round(total / weight), round(Z * sqrt(variance / games))
