"""The input of a pairing as numbers: players by index, in the order of the ranking."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import floor

from domain.tournaments.pairing.values import (
    LARGEST_TABLE,
    MAX_PLAYERS,
    SMALLEST_TABLE,
    Entrant,
    Method,
    PairingError,
    PairingInput,
)

Matrix = list[list[int]]

THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Problem:
    """A round to pair. Lists have one entry for each player; players are numbered by rank, then by name."""

    names: list[str]
    method: Method
    sizes: tuple[int, ...]
    met: Matrix
    forbidden: Matrix
    """1 for two players who may not share a table."""
    standing: list[int]
    """Where a player stands: by points for `swiss`, from 0 to 1000; by rank for `power` and `snake`; else 0."""
    seats: Matrix
    """How often each player had each seat, at tables of any size."""
    luck: list[int]
    """The points that the seats were worth above the mean, in thousandths."""
    short_tables: list[int]
    byes: list[int]
    worth: dict[int, list[int]]
    """By table size, the points that a seat is worth above the mean, in thousandths."""

    @property
    def count(self) -> int:
        """The number of players."""
        return len(self.names)


def problem_of(given: PairingInput) -> Problem:
    """Return the input as numbers. Raises PairingError if it contradicts itself."""
    _check(given)
    entrants = sorted(given.entrants, key=lambda entrant: (entrant.rank, entrant.player))
    index = {entrant.player: number for number, entrant in enumerate(entrants)}
    worth = {size: _worth(given, size) for size in sorted({*given.sizes, *_sizes_had(entrants)})}
    return Problem(
        names=[*index],
        method=given.method,
        sizes=given.sizes,
        met=_met(entrants, index),
        forbidden=_forbidden(given.forbidden, index),
        standing=_standing(entrants, given.method),
        seats=[_seats(entrant) for entrant in entrants],
        luck=[sum(had.times * worth[had.size][had.seat] for had in entrant.seats) for entrant in entrants],
        short_tables=[entrant.short_tables for entrant in entrants],
        byes=[entrant.byes for entrant in entrants],
        worth=worth,
    )


def _check(given: PairingInput) -> None:
    names = [entrant.player for entrant in given.entrants]
    if len({*names}) < len(names):
        raise PairingError("a player is entered twice: name each player once")
    if len(names) > MAX_PLAYERS:
        raise PairingError(f"{len(names)} players are too many: pair at most {MAX_PLAYERS} at once")
    if not given.sizes or len({*given.sizes}) < len(given.sizes):
        raise PairingError("name at least one table size, and each one once")
    if not all(SMALLEST_TABLE <= size <= LARGEST_TABLE for size in given.sizes):
        raise PairingError(f"a table has {SMALLEST_TABLE} to {LARGEST_TABLE} seats: correct the table sizes")
    if len(names) < min(given.sizes):
        raise PairingError(f"{len(names)} players are fewer than the smallest table of {min(given.sizes)}: add players")
    for size, values in given.seat_values.items():
        if len(values) != size:
            raise PairingError(f"a table of {size} needs {size} seat values, not {len(values)}")
    for entrant in given.entrants:
        if any(not 0 <= had.seat < had.size <= LARGEST_TABLE for had in entrant.seats):
            raise PairingError(f"{entrant.player} had a seat that the table does not have: correct the history")


def _sizes_had(entrants: Iterable[Entrant]) -> set[int]:
    return {had.size for entrant in entrants for had in entrant.seats}


def _worth(given: PairingInput, size: int) -> list[int]:
    values = given.seat_values.get(size, (Fraction(0),) * size)
    mean = sum(values, Fraction(0)) / size
    return [floor((value - mean) * THOUSAND + Fraction(1, 2)) for value in values]


def _met(entrants: Sequence[Entrant], index: dict[str, int]) -> Matrix:
    """Return how often each two players met. The larger number counts if their histories differ."""
    met = [[0] * len(entrants) for _ in entrants]
    for number, entrant in enumerate(entrants):
        for opponent, times in entrant.met.items():
            other = index.get(opponent, number)
            if other != number:
                met[number][other] = met[other][number] = max(times, met[number][other])
    return met


def _forbidden(sets: Iterable[frozenset[str]], index: dict[str, int]) -> Matrix:
    matrix = [[0] * len(index) for _ in index]
    for players in sets:
        for one, other in combinations((index[player] for player in players if player in index), 2):
            matrix[one][other] = matrix[other][one] = 1
    return matrix


def _standing(entrants: Sequence[Entrant], method: Method) -> list[int]:
    if method in {"power", "snake"}:
        return [*range(len(entrants))]
    if method != "swiss":
        return [0] * len(entrants)
    points = [Fraction(entrant.points) for entrant in entrants]
    least, most = min(points), max(points)
    # the range is arbitrary if all have equal points
    width = (most - least) or Fraction(1)
    return [floor((own - least) / width * THOUSAND) for own in points]


def _seats(entrant: Entrant) -> list[int]:
    counts = [0] * LARGEST_TABLE
    for had in entrant.seats:
        counts[had.seat] += had.times
    return counts
