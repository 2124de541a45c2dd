"""The rounds after this one: a pairing that makes repeats inevitable gives way to one that does not."""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from domain.tournaments.pairing.costs import BYES, FORBIDDEN, REPEATS, SHORT
from domain.tournaments.pairing.history import after
from domain.tournaments.pairing.problem import Matrix, Problem, problem_of
from domain.tournaments.pairing.search.many_rounds import ManyRounds, Rounds
from domain.tournaments.pairing.search.plan import attempt_at
from domain.tournaments.pairing.sizes import divide
from domain.tournaments.pairing.values import Pairing, PairingInput

ATTEMPTS, ENOUGH = 24, 4
"""How many plans are made, and how many without repeats are enough."""

_REPEATS_ALONE: Mapping[str, int] = {FORBIDDEN: 1000, BYES: 0, REPEATS: 1, SHORT: 0}

CROWDED = 2
"""Rounds are planned ahead if a player will have met more than one in so many of the others."""


def is_crowded(problem: Problem, rounds_left: int) -> bool:
    """Return whether rounds must be planned ahead: players will have met most others, and could avoid repeats."""
    others = problem.count - 1
    division = divide(problem.count, problem.sizes)
    met = [sum(map(bool, row)) for row in problem.met]
    if CROWDED * (max(met) + rounds_left * (division[0] - 1)) <= others:
        return False
    pairs = sum(size * (size - 1) for size in division)
    return max(met) + rounds_left * (min(division) - 1) <= others and (
        sum(met) + rounds_left * pairs <= problem.count * others
    )


def with_outlook(given: PairingInput, pairing: Pairing, seed: bytes, made: Callable[[Matrix], Pairing]) -> Pairing:
    """Return the pairing, or one with fewer repeats in this round and the rounds after it, if a search finds one.

    The search plans all rounds that are left, and the planned round of the lowest cost is played first. `made` returns
    the pairing of tables of player numbers.
    """
    rest = after(given, pairing)
    now = pairing.cost.amount(REPEATS)
    best = now
    if given.rounds_left > 1:
        best += min(repeated for repeated, _ in _plans(rest, given.rounds_left - 1, seed, 1))
    if not best:
        return pairing
    least = best, pairing.cost.total
    for repeated, rounds in _plans(given, given.rounds_left, seed, ENOUGH):
        for tables in rounds if repeated < best else ():
            planned = made(tables)
            if planned.cost.amount(BYES) <= pairing.cost.amount(BYES) and (repeated, planned.cost.total) < least:
                least, pairing = (repeated, planned.cost.total), planned
    return pairing


def _plans(given: PairingInput, count: int, seed: bytes, enough: int) -> Iterator[tuple[int, Rounds]]:
    """Yield plans of the next rounds, each after the number of its repeats, until enough of them have none."""
    problem = problem_of(msgspec.structs.replace(given, method="schedule"))
    division = divide(problem.count, problem.sizes)
    for attempt in range(ATTEMPTS):
        rounds = attempt_at(problem, division, count, seed, attempt).rounds
        repeated = ManyRounds(problem, rounds, _REPEATS_ALONE).total
        yield repeated, rounds
        enough -= not repeated
        if not enough:
            return
