"""The tables of several rounds: attempts of a search, of which the best counts."""

from domain.ledger.draws import KeyedChance
from domain.tournaments.pairing.costs import FORBIDDEN, weights
from domain.tournaments.pairing.lots import numbers
from domain.tournaments.pairing.problem import Problem
from domain.tournaments.pairing.search.allowed import allowed_tables
from domain.tournaments.pairing.search.many_rounds import ManyRounds, Rounds
from domain.tournaments.pairing.search.start import start
from domain.tournaments.pairing.sizes import Division

START, SEARCH = 101, 102
"""The streams of random numbers: the first of an attempt, with the number of the attempt times 1000."""

STEPS_OF_SEAT = 800
STEPS, ATTEMPTS = 3_000_000, 12
"""An attempt follows only as long as there are not more steps or attempts than these."""


def plan_rounds(problem: Problem, division: Division, count: int, seed: bytes) -> ManyRounds:
    """Return the best tables of several attempts; the first that reach the lower bound."""
    best: ManyRounds | None = None
    for attempt in range(max(1, min(ATTEMPTS, STEPS // (STEPS_OF_SEAT * problem.count * count)))):
        search = attempt_at(problem, division, count, seed, attempt)
        if best is None or search.total < best.total:
            best = search
        if best.total <= best.least_total():
            break
    assert best is not None
    if best.total >= weights(problem.method)[FORBIDDEN] and (allowed := allowed_tables(problem, division)):
        return _improved(problem, [allowed] * count, seed, ATTEMPTS)
    return best


def attempt_at(problem: Problem, division: Division, count: int, seed: bytes, attempt: int) -> ManyRounds:
    """Return the tables of one attempt. No exchange of two players in a round lowers their cost."""
    chance = KeyedChance(seed, START + 1000 * attempt)
    return _improved(problem, [start(problem, division, chance) for _ in range(count)], seed, attempt)


def _improved(problem: Problem, rounds: Rounds, seed: bytes, attempt: int) -> ManyRounds:
    annealed = ManyRounds(problem, rounds)
    annealed.anneal(numbers(seed, SEARCH + 1000 * attempt), STEPS_OF_SEAT * problem.count * len(rounds))
    search = ManyRounds(problem, annealed.rounds, weights(problem.method))
    search.descend()
    return search
