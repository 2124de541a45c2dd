"""The rounds after this one: a pairing that makes repeats inevitable gives way to one that does not."""

from collections.abc import Callable

import msgspec

from domain.tournaments.pairing.costs import BYES, FORBIDDEN, REPEATS, SHORT, weights
from domain.tournaments.pairing.history import after
from domain.tournaments.pairing.many_rounds import ManyRounds
from domain.tournaments.pairing.plan import attempt_at
from domain.tournaments.pairing.problem import Matrix, Problem, problem_of
from domain.tournaments.pairing.sizes import divide
from domain.tournaments.pairing.values import Pairing, PairingInput

ATTEMPTS = 8
CROWDED = 2
"""The outlook counts if the players will have met more than one in so many of the others."""


def is_crowded(problem: Problem, rounds_left: int) -> bool:
    """Return whether so many players have met at the end of the tournament that rounds must be planned ahead."""
    opponents = max(problem.sizes[0], *problem.sizes) - 1
    met = max(sum(map(bool, row)) for row in problem.met)
    return rounds_left > 1 and CROWDED * (met + rounds_left * opponents) > problem.count - 1


def with_outlook(given: PairingInput, pairing: Pairing, seed: bytes, made: Callable[[Matrix], Pairing]) -> Pairing:
    """Return the pairing, or one with fewer repeats in this round and the rounds after it, if a search finds one.

    The search plans all rounds that are left and plays the planned round of the lowest cost first. `made` returns the
    pairing of tables of player numbers.
    """
    least = _now(pairing) + _ahead(after(given, pairing), seed)
    if not least:
        return pairing
    best = least, pairing.cost.total, pairing
    problem = problem_of(given)
    for attempt in range(ATTEMPTS):
        plan = attempt_at(problem, divide(problem.count, problem.sizes), given.rounds_left, seed, attempt)
        repeated = _repeats(plan)
        if repeated > best[0] or repeated == least:
            continue
        for tables in plan.rounds:
            planned = made(tables)
            if (repeated, planned.cost.total) < best[:2]:
                best = repeated, planned.cost.total, planned
    return best[2]


def _now(pairing: Pairing) -> int:
    return (
        sum(part.amount * part.weight for part in pairing.cost.parts if part.name in {FORBIDDEN, BYES, REPEATS, SHORT})
        // weights("swiss")[REPEATS]
    )


def _ahead(given: PairingInput, seed: bytes) -> int:
    """Return the repeats of the best plan for the rounds after this one."""
    problem = problem_of(msgspec.structs.replace(given, method="schedule"))
    division = divide(problem.count, problem.sizes)
    least: int | None = None
    for attempt in range(ATTEMPTS):
        repeated = _repeats(attempt_at(problem, division, given.rounds_left, seed, attempt))
        least = repeated if least is None else min(least, repeated)
        if not least:
            break
    return least or 0


def _repeats(plan: ManyRounds) -> int:
    """Return the repeats of a plan. Byes count as many repeats, short tables as none."""
    return plan.total // weights("schedule")[REPEATS]
