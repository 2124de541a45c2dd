"""A prescribed schedule: the pairings of all rounds at once."""

import msgspec

from domain.ledger.draws import KeyedChance
from domain.tournaments.pairing.costs import FORBIDDEN, cost_of
from domain.tournaments.pairing.history import after
from domain.tournaments.pairing.lots import numbers, shuffled
from domain.tournaments.pairing.problem import Problem, problem_of
from domain.tournaments.pairing.search.many_rounds import Rounds
from domain.tournaments.pairing.search.plan import plan_rounds
from domain.tournaments.pairing.search.seat_cycles import SeatCycles
from domain.tournaments.pairing.sizes import BYE, divisions
from domain.tournaments.pairing.values import MAX_ROUNDS, PairedTable, Pairing, PairingError, PairingInput

SEATS = 4
"""The stream of random numbers for the seats."""

DIVISIONS = 12
"""How many ways of dividing the players into tables are tried if forbidden pairs allow no schedule."""


def schedule(given: PairingInput, seed: bytes) -> tuple[Pairing, ...]:
    """Return the pairings of the next `rounds_left` rounds. Ranks and points have no effect.

    The entrants may have a history, so the rest of a schedule can be made again after players have left. The cost of
    each round counts the rounds before it. Raises PairingError as `pair` does.
    """
    given = msgspec.structs.replace(given, method="schedule")
    problem = problem_of(given)
    if not 1 <= given.rounds_left <= MAX_ROUNDS:
        raise PairingError(f"a schedule has 1 to {MAX_ROUNDS} rounds, not {given.rounds_left}")
    for division in divisions(problem.count, problem.sizes, DIVISIONS):
        plan = plan_rounds(problem, division, given.rounds_left, seed)
        pairings = _pairings(given, problem, _seated(problem, plan.rounds, seed))
        if not any(pairing.cost.amount(FORBIDDEN) for pairing in pairings):
            return pairings
    raise PairingError("the forbidden pairs allow no schedule: allow some of them, or other table sizes")


def _seated(problem: Problem, rounds: Rounds, seed: bytes) -> Rounds:
    """Return the tables in seat order. In as many rounds as a table has seats, each player has each seat once."""
    chance, steering = KeyedChance(seed, SEATS), numbers(seed, SEATS)
    cycles = SeatCycles(problem)
    seated: Rounds = []
    cycle = problem.sizes[0]
    for first in range(0, len(rounds), cycle):
        block = rounds[first : first + cycle]
        mixed = [shuffled(sorted(table), chance) for tables in block for table in tables if len(table) > BYE]
        tables = iter(cycles.balance(mixed, steering))
        seated.extend([next(tables) if len(table) > BYE else [*table] for table in kept] for kept in block)
    return seated


def _pairings(given: PairingInput, problem: Problem, rounds: Rounds) -> tuple[Pairing, ...]:
    pairings: list[Pairing] = []
    for numbered in rounds:
        named = [[problem.names[player] for player in table] for table in numbered]
        tables = [table for table in named if len(table) > BYE]
        byes = [table[0] for table in named if len(table) == BYE]
        cost = cost_of(given, tables, byes)
        pairings.append(Pairing(tuple(PairedTable(tuple(table)) for table in tables), tuple(byes), cost))
        given = after(given, pairings[-1])
    return tuple(pairings)
