"""Measures what a seat is worth: games between careful bots, counted by seat and place.

`python -m service.bots.seat_values play COUNTS` adds games to a file of counts, and `… table COUNTS` writes
`domain/tournaments/data/seat_values.toml` from them. Seat 0 is the first player of every game; with the option
`first_player = random`, all seats are worth the same.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Annotated

import typer

from domain.kernel.values import Place, Value
from domain.rulesets import RULESETS
from domain.tournaments.pairing.measured import SHARES
from service.bots.json_lines import append, read
from service.bots.simulate import Plan, Simulated, simulate
from service.store.store import Store

OPTIONS = {"first_player": "seat_0"}
BOT = "careful"
TABLE = Path(__file__).parents[2] / "domain" / "tournaments" / "data" / "seat_values.toml"

HEADER = """\
# What a seat is worth: games between careful bots, counted by seat and place.
# Made by `python -m service.bots.seat_values`; do not edit.
#
# Seat 0 is the first player of every game (option first_player = "seat_0", all others at their defaults).
# `places`: one row for each seat. Its numbers count the games in which the seat came first, second and so on, in
# twelfths of a game: players who share places have equal parts of each of them.
# `points`: the mean of the seat in thousandths. The first place has 1000, the last 0, the others lie evenly between.
# `interval`: half the width of the 95 % confidence interval of `points`.
"""


class Chunk(Value, frozen=True):
    """The counts of some games of one title and size: for each seat and place, in twelfths of a game."""

    title: str
    version: int
    data_set: str
    seats: int
    seed: int
    games: int
    places: tuple[tuple[int, ...], ...]


def shared_places(places: Sequence[Place]) -> Iterator[tuple[int, int, int]]:
    """Yield seat, place (from 0) and twelfths of one game. Players who share places have equal parts of each."""
    for mine in places:
        sharing = sum(place.rank == mine.rank for place in places)
        for place in range(mine.rank - 1, mine.rank - 1 + sharing):
            yield mine.seat, place, SHARES // sharing


def measure(title: str, seats: int, seed: int, games: int) -> Chunk:
    """Play games of a title between careful bots, and return their counts."""
    ruleset = RULESETS[title]
    options = ruleset.resolve_options(None, OPTIONS, None)
    counts = [[0] * seats for _ in range(seats)]

    def count(game: Simulated) -> None:
        for seat, place, twelfths in shared_places(game.places):
            counts[seat][place] += twelfths

    with tempfile.TemporaryDirectory(prefix="ludolog-") as folder, Store(f"sqlite:///{folder}/games.db") as store:
        simulate(Plan(title, (BOT,) * seats, options, games, seed), ruleset, store, None, count)
    places = tuple(map(tuple, counts))
    return Chunk(title, ruleset.version, ruleset.default_data_set, seats, seed, games, places)


def play(
    counts: Annotated[Path, typer.Argument(help="The file of counts. It is made if it does not exist.")],
    rounds: Annotated[int, typer.Option(help="How many times each title and size is played.", min=1)] = 1,
    games: Annotated[int, typer.Option(help="How many games each time.", min=1)] = 10,
) -> None:
    """Add games of every title and size to a file of counts."""
    for _ in range(rounds):
        for title, ruleset in RULESETS.items():
            for seats in ruleset.seats:
                done = [chunk for chunk in read(counts, Chunk) if (chunk.title, chunk.seats) == (title, seats)]
                seed = max((chunk.seed for chunk in done), default=-1) + 1
                chunk = measure(title, seats, seed, games)
                append(counts, chunk)


def table(counts: Annotated[Path, typer.Argument(help="The file of counts.", exists=True)]) -> None:
    """Write the published table from a file of counts."""
    chunks = read(counts, Chunk)
    kinds = sorted({(chunk.title, chunk.seats) for chunk in chunks})
    blocks = (block([chunk for chunk in chunks if (chunk.title, chunk.seats) == kind]) for kind in kinds)
    TABLE.parent.mkdir(parents=True, exist_ok=True)
    TABLE.write_text("\n".join([HEADER, *blocks]), encoding="utf-8")
    sys.stdout.write(f"{TABLE}\n")


def block(chunks: Sequence[Chunk]) -> str:
    """Return the TOML of one title and size."""
    first = chunks[0]
    if any((chunk.version, chunk.data_set) != (first.version, first.data_set) for chunk in chunks):
        raise typer.BadParameter(f"the counts of {first.title} are of different versions: begin a new file")
    games = sum(chunk.games for chunk in chunks)
    places = [
        [sum(chunk.places[seat][place] for chunk in chunks) for place in range(first.seats)]
        for seat in range(first.seats)
    ]
    points, intervals = zip(*(mean_of(row, games) for row in places), strict=True)
    return "\n".join(
        [
            "[[measured]]",
            f'title = "{first.title}"',
            f"version = {first.version}",
            f'data_set = "{first.data_set}"',
            f'bot = "{BOT}"',
            f"seats = {first.seats}",
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
    return round(total / weight), round(1.96 * sqrt(variance / games))


if __name__ == "__main__":
    app = typer.Typer(add_completion=False)
    app.command()(play)
    app.command()(table)
    app()
