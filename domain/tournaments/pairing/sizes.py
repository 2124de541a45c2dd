"""Table sizes for a number of players."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from domain.tournaments.pairing.values import PairingError

Division: TypeAlias = tuple[int, ...]
"""Table sizes in descending order of preference, then a 1 for each bye."""

BYE = 1
"""The size of a table without a game: a bye is a table of one player."""


def is_short(size: int, sizes: Sequence[int]) -> bool:
    """Return whether a table is short: it has fewer seats than the preferred size, the first of `sizes`."""
    return BYE < size < sizes[0]


def divide(players: int, sizes: Sequence[int]) -> Division:
    """Return the best table sizes for a number of players.

    The fewest byes come first. Then as few players as possible sit at tables of the last size of `sizes`, then of the
    last but one, and so on. Raises PairingError if there are too few players for a table.
    """
    if players < min(sizes):
        raise PairingError(f"{players} players are fewer than the smallest table of {min(sizes)}: add players")
    best = _best(players, sizes)
    byes = next(byes for byes in range(players) if best[players - byes] is not None)
    counts = best[players - byes]
    assert counts is not None
    return _division(counts, sizes, byes)


def divisions(players: int, sizes: Sequence[int], limit: int) -> Iterator[Division]:
    """Yield divisions without a bye if there are any, else with the fewest, at most `limit`, the best first."""
    first = divide(players, sizes)
    byes = first.count(BYE)
    found = sorted(_counts(players - byes, tuple(sizes), limit), key=lambda counts: _order(counts, sizes))
    yield first
    for counts in found:
        division = _division(counts, sizes, byes)
        if division != first:
            yield division


def _counts(players: int, sizes: tuple[int, ...], limit: int) -> list[tuple[int, ...]]:
    """Return up to `limit` ways to seat players without byes, as the number of tables of each size."""
    if len(sizes) == 1:
        return [(players // sizes[0],)] if players % sizes[0] == 0 else []
    found: list[tuple[int, ...]] = []
    for tables in range(players // sizes[0], -1, -1):
        rest = _counts(players - tables * sizes[0], sizes[1:], limit - len(found))
        found.extend((tables, *counts) for counts in rest)
        if len(found) >= limit:
            break
    return found


def _order(counts: Sequence[int], sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the sort key of a division: the players at tables of the last size, of the last but one, and so on."""
    return tuple(count * size for count, size in zip(reversed(counts), reversed(sizes), strict=True))


def _best(players: int, sizes: Sequence[int]) -> list[tuple[int, ...] | None]:
    """Return for each number up to `players` the best counts of tables of each size; None without any."""
    best: list[tuple[int, ...] | None] = [(0,) * len(sizes)]
    for number in range(1, players + 1):
        ways: list[tuple[int, ...]] = []
        for index, size in enumerate(sizes):
            rest = best[number - size] if number >= size else None
            if rest is not None:
                ways.append((*rest[:index], rest[index] + 1, *rest[index + 1 :]))
        best.append(min(ways, key=lambda counts: _order(counts, sizes), default=None))
    return best


def _division(counts: Sequence[int], sizes: Sequence[int], byes: int) -> Division:
    return (*(size for size, count in zip(sizes, counts, strict=True) for _ in range(count)), *(BYE,) * byes)
