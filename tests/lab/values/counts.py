"""The counts of the games of a title: sums that can be added, so that later games join those that are published."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from domain.kernel.values import Value
from domain.tournaments.pairing.measured import SHARES
from tests.lab.values.games import Line


class Cell(Value, frozen=True, array_like=True):
    """Sums over observations. An observation is a seat of a game, or a whole game."""

    games: int = 0
    wins: int = 0
    """In twelfths of a game: a shared win counts in part."""
    score: int = 0
    squares: int = 0
    """The sum of the squares of the scores."""
    rounds: int = 0
    round_squares: int = 0

    def __add__(self, other: "Cell") -> "Cell":
        """Return the sums over both."""
        return Cell(
            self.games + other.games,
            self.wins + other.wins,
            self.score + other.score,
            self.squares + other.squares,
            self.rounds + other.rounds,
            self.round_squares + other.round_squares,
        )


class Counts(Value, frozen=True):
    """The counts of the games of a title with the numbers from `first` on."""

    title: str
    version: int
    data_set: str
    digest: str
    first: int
    games: int
    sizes: Mapping[int, Mapping[str, Cell]]
    """For each number of seats the cells by their keys.

    `kind/standard`: the games of a kind. `unfinished`: games without an end, which count nowhere else.
    `seat/0`: a seat in standard games. `place/0/1`: the twelfths of these games in which seat 0 came second.
    `chosen/card/beige-3-12`: how often the policy chose an opening in standard games.
    `option/end_when/"turn"`: the games with a drawn option of this value: the wins of seat 0, the scores of all seats.
    `drawn/0`: a seat in the games in which openings were drawn. `opening/card/beige-3-12/0`: with this opening.
    """

    def is_like(self, other: "Counts") -> bool:
        """Return whether the games of both were played by the same rules and policy, with the same data set."""
        return (self.version, self.data_set, self.digest) == (other.version, other.data_set, other.digest)


def counts_of(title: str, lines: Iterable[Line]) -> Counts:
    """Return the counts of games of a title in the order of their numbers.

    Raises ValueError if there are none, numbers are missing, or the games were not all played in the same way.
    """
    found: Counts | None = None
    sizes: dict[int, dict[str, Cell]] = {}
    for line in lines:
        one = Counts(title, line.version, line.data_set, line.digest, line.setting.number, 1, {})
        found = one if found is None else added(found, one)
        cells = sizes.setdefault(line.setting.seats, {})
        for key, cell in _observations(line):
            cells[key] = cells.get(key, Cell()) + cell
    if found is None:
        message = "there are no games: play some first"
        raise ValueError(message)
    return msgspec.structs.replace(found, sizes=sizes)


def added(before: Counts, after: Counts) -> Counts:
    """Return the counts of both. Raises ValueError unless the second follow the first and were played alike."""
    if not before.is_like(after):
        message = "the games are of different rules, data sets or policies: begin a new folder"
        raise ValueError(message)
    if after.first != before.first + before.games:
        message = f"game {before.first + before.games} is missing: play it before game {after.first}"
        raise ValueError(message)
    sizes = {size: dict(cells) for size, cells in before.sizes.items()}
    for size, cells in after.sizes.items():
        mine = sizes.setdefault(size, {})
        for key, cell in cells.items():
            mine[key] = mine.get(key, Cell()) + cell
    return msgspec.structs.replace(before, games=before.games + after.games, sizes=sizes)


def _observations(line: Line) -> Iterator[tuple[str, Cell]]:
    """Yield the keys of the cells to which a game adds, with what it adds."""
    setting, ranks = line.setting, line.ranks
    if not ranks:
        yield "unfinished", Cell(1)
        return
    yield f"kind/{setting.kind}", Cell(1)
    seats = [
        _cell(SHARES // ranks.count(1) if rank == 1 else 0, score, line.rounds)
        for rank, score in zip(ranks, line.scores, strict=True)
    ]
    match setting.kind:
        case "standard":
            yield from ((f"seat/{seat}", cell) for seat, cell in enumerate(seats))
            yield from ((f"place/{seat}/{place}", Cell(twelfths)) for seat, place, twelfths in shared_places(ranks))
            for openings in line.openings:
                yield from ((f"chosen/{name}/{choice}", Cell(1)) for name, choice in openings.items())
        case "options":
            game = _cell(seats[0].wins, sum(line.scores), line.rounds)
            for option, value in setting.drawn.items():
                yield f"option/{option}/{msgspec.json.encode(value).decode()}", game
        case "openings":
            for seat, (cell, openings) in enumerate(zip(seats, line.openings, strict=True)):
                yield f"drawn/{seat}", cell
                yield from ((f"opening/{name}/{choice}/{seat}", cell) for name, choice in openings.items())


def _cell(wins: int, score: int, rounds: int) -> Cell:
    return Cell(1, wins, score, score**2, rounds, rounds**2)


def shared_places(ranks: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Yield seat, place (from 0) and twelfths of one game. Players who share places have equal parts of each."""
    for seat, rank in enumerate(ranks):
        sharing = ranks.count(rank)
        for place in range(rank - 1, rank - 1 + sharing):
            yield seat, place, SHARES // sharing
