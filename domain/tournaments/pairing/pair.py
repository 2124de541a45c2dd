"""The pairing of one round: start, search, seats."""

from collections.abc import Sequence

from domain.ledger.draws import KeyedChance
from domain.tournaments.pairing.costs import FORBIDDEN, cost_of_tables
from domain.tournaments.pairing.lots import numbers
from domain.tournaments.pairing.problem import Matrix, Problem, problem_of
from domain.tournaments.pairing.search.allowed import allowed_tables
from domain.tournaments.pairing.search.one_round import STEPS_OF_PLAYER, OneRound
from domain.tournaments.pairing.search.outlook import is_crowded, with_outlook
from domain.tournaments.pairing.search.start import start
from domain.tournaments.pairing.seats import best_order
from domain.tournaments.pairing.sizes import BYE, divisions
from domain.tournaments.pairing.values import PairedTable, Pairing, PairingError, PairingInput

START, SEARCH, SEATS = 1, 2, 3
"""The streams of random numbers, so that no part depends on how many another part uses."""

DIVISIONS = 12
"""How many ways of dividing the players into tables are tried if forbidden pairs allow no pairing."""


def pair(given: PairingInput, seed: bytes) -> Pairing:
    """Return the pairing of a round. The input and the seed determine it, on every machine.

    Raises PairingError if the input contradicts itself, or if forbidden pairs allow no pairing.
    """
    problem = problem_of(given)
    for division in divisions(problem.count, problem.sizes, DIVISIONS):
        first = start(problem, division, KeyedChance(seed, START))
        pairing = _searched(problem, first, seed)
        if pairing.cost.amount(FORBIDDEN) and (first := allowed_tables(problem, division)):
            pairing = _searched(problem, first, seed)
        if not pairing.cost.amount(FORBIDDEN):
            return _foresighted(given, problem, pairing, seed)
    raise PairingError("the forbidden pairs allow no pairing: allow some of them, or other table sizes")


def _foresighted(given: PairingInput, problem: Problem, pairing: Pairing, seed: bytes) -> Pairing:
    if problem.method in {"power", "snake"} or not is_crowded(problem, given.rounds_left):
        return pairing

    def made(tables: Matrix) -> Pairing:
        return pairing_of(problem, tables, KeyedChance(seed, SEATS))

    return with_outlook(given, pairing, seed, made)


def pairing_of(problem: Problem, tables: Sequence[Sequence[int]], chance: KeyedChance) -> Pairing:
    """Return the pairing of tables of player numbers, each in its best seat order."""
    ordered = [best_order(problem, table, chance) if len(table) > BYE else [*table] for table in tables]
    return Pairing(
        tables=tuple(PairedTable(tuple(problem.names[player] for player in table)) for table in ordered if table[1:]),
        byes=tuple(problem.names[table[0]] for table in ordered if not table[1:]),
        cost=cost_of_tables(problem, ordered),
    )


def _searched(problem: Problem, tables: list[list[int]], seed: bytes) -> Pairing:
    search = OneRound(problem, tables)
    if problem.method != "snake" or search.has_forbidden():
        search.anneal(numbers(seed, SEARCH), STEPS_OF_PLAYER * problem.count)
        search.descend()
    return pairing_of(problem, search.tables, KeyedChance(seed, SEATS))
