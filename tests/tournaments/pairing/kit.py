"""Random rounds, simulated tournaments, and what every pairing must fulfil."""

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from domain.tournaments.pairing import Entrant, Pairing, PairingInput, SeatCount, after, divide

METHODS = ("schedule", "swiss", "power", "snake", "random")
SIZES = ((4, 3), (4, 3, 2), (3, 4), (4,), (3,), (2,), (5, 4, 3), (4, 5, 3))
POINTS = (5, 3, 1, 0, 0)


def newcomers(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(f"player-{number:03}", number + 1) for number in range(count))


def round_of(count: int, sizes: tuple[int, ...] = (4, 3), **fields: Any) -> PairingInput:
    return PairingInput(newcomers(count), sizes, **fields)


def random_round(rng: random.Random, most: int = 60) -> PairingInput:
    """Return a round of players with histories that need not fit together, as after late entries and drop-outs."""
    sizes = rng.choice(SIZES)
    names = [f"player-{number:03}" for number in range(rng.randint(max(2, *sizes), most))]
    entrants = [random_entrant(rng, name, names, sizes) for name in names]
    rng.shuffle(entrants)
    values = {
        size: tuple(Fraction(rng.randint(0, 12), 12) for _ in range(size)) for size in sizes if rng.random() < 0.7
    }
    pairs = tuple(frozenset(rng.sample(names, 2)) for _ in range(rng.randint(0, len(names) // 5)))
    method = rng.choice(METHODS)
    return PairingInput(tuple(entrants), sizes, method, pairs, values, rounds_left=rng.randint(1, 3))


def random_entrant(rng: random.Random, name: str, names: Sequence[str], sizes: Sequence[int]) -> Entrant:
    others = [other for other in names if other != name]
    met = {other: rng.choice((1, 1, 1, 2)) for other in rng.sample(others, min(len(others), rng.randint(0, 6)))}
    places = {(size, rng.randrange(size)) for size in sizes for _ in range(2)}
    seats = tuple(SeatCount(size, seat, rng.randint(1, 2)) for size, seat in sorted(places))
    points = Fraction(rng.randint(0, 30), rng.choice((1, 2, 3)))
    return Entrant(name, rng.randint(1, 40), points, met, seats, rng.randint(0, 2), rng.randint(0, 1))


def check_pairing(given: PairingInput, pairing: Pairing) -> None:
    """Assert what holds for every pairing: each player once, allowed sizes, no needless bye, no forbidden pair."""
    seated = [player for table in pairing.tables for player in table.players] + [*pairing.byes]
    assert sorted(seated) == sorted(entrant.player for entrant in given.entrants)
    assert {len(table.players) for table in pairing.tables} <= {*given.sizes}
    assert len(pairing.byes) == divide(len(given.entrants), given.sizes).count(1)
    for table in pairing.tables:
        for players in given.forbidden:
            assert len(players & {*table.players}) <= 1
    assert pairing.cost.total == sum(part.amount * part.weight for part in pairing.cost.parts)


def histories(given: PairingInput, pairings: Sequence[Pairing]) -> dict[str, Entrant]:
    for pairing in pairings:
        given = after(given, pairing)
    return {entrant.player: entrant for entrant in given.entrants}


def repeated_pairs(pairings: Sequence[Pairing]) -> int:
    met = Counter(
        frozenset(pair) for pairing in pairings for table in pairing.tables for pair in combinations(table.players, 2)
    )
    return sum(times - 1 for times in met.values())


def seat_counts(entrant: Entrant, seats: int) -> list[int]:
    counts = [0] * seats
    for had in entrant.seats:
        counts[had.seat] += had.times
    return counts


def with_results(given: PairingInput, pairing: Pairing, rng: random.Random) -> PairingInput:
    """Return the next round, after results in which lower names tend to win."""
    points = {entrant.player: Fraction(entrant.points) for entrant in given.entrants}
    for table in pairing.tables:
        order = sorted(table.players, key=lambda player: int(player[-3:]) + rng.gauss(0, len(points) / 2))
        for player, won in zip(order, POINTS, strict=False):
            points[player] += won
    for player in pairing.byes:
        points[player] += 2
    following = after(given, pairing)
    ranking = sorted(points, key=lambda player: (-points[player], player))
    entrants = tuple(
        Entrant(
            entrant.player,
            ranking.index(entrant.player) + 1,
            points[entrant.player],
            entrant.met,
            entrant.seats,
            entrant.short_tables,
            entrant.byes,
        )
        for entrant in following.entrants
    )
    return PairingInput(
        entrants,
        following.sizes,
        following.method,
        following.forbidden,
        following.seat_values,
        following.rounds_left,
    )
