"""Pairings against an exact solver: is the cost of a round, or the repeats of a schedule, the least possible?

`uv run --group bench python -m tests.benchmarks.pairing`
"""

import importlib
import importlib.util
import random
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

from domain.tournaments.pairing import PairingInput, divide, pair, schedule
from domain.tournaments.pairing.costs import SEATS, SHORT, seat_debt, weights
from domain.tournaments.pairing.problem import Problem, problem_of
from domain.tournaments.pairing.search.one_round import OneRound
from domain.tournaments.pairing.seats import least_debt
from domain.tournaments.pairing.sizes import is_short
from tests.tournaments.pairing.kit import repeated_pairs, round_of, with_results

SECONDS = 120.0
"""The solver gives its best bound after this time."""

ROUNDS = ((8, 2), (12, 3), (16, 3), (16, 4), (20, 4))
SCHEDULES = ((8, 2), (8, 3), (12, 3), (16, 3), (14, 4))
SIZES_TIMED = ((60, 8), (120, 8), (400, 8))


def played(players: int, rounds: int) -> PairingInput:
    """Return the last round of a simulated Swiss tournament."""
    given, rng = round_of(players, rounds_left=rounds), random.Random(players)
    for number in range(rounds - 1):
        given = with_results(given, pair(given, bytes([number] * 32)), rng)
    return given


def least_cost(cp: Any, problem: Problem) -> tuple[int, bool]:
    """Return the least cost of a round over all sets of players for the tables, and whether that is proven."""
    sizes = divide(problem.count, problem.sizes)
    model = cp.CpModel()
    choices: list[tuple[tuple[int, ...], Any]] = []
    terms: list[Any] = []
    for size in sorted({*sizes}):
        cost_of_set = _costs(problem, size, sizes)
        own = [(players, model.new_bool_var("")) for players in combinations(range(problem.count), size)]
        model.add(sum(chosen for _, chosen in own) == sizes.count(size))
        terms += [cost_of_set(players) * chosen for players, chosen in own]
        choices += own
    for player in range(problem.count):
        model.add_exactly_one([chosen for players, chosen in choices if player in players])
    model.minimize(sum(terms))
    return _solved(cp, model)


def _costs(problem: Problem, size: int, sizes: tuple[int, ...]) -> Callable[[tuple[int, ...]], int]:
    """Return the function that computes the cost of a table of this size."""
    weighing = weights(problem.method)
    pairs = OneRound(problem, _any_tables(problem, sizes)).pair_costs

    def cost(players: tuple[int, ...]) -> int:
        short = sum(problem.short_tables[player] ** 2 for player in players) if is_short(size, problem.sizes) else 0
        debt = least_debt([seat_debt(problem, player, size) for player in players])
        together = sum(pairs[one][other] for one, other in combinations(players, 2))
        return together + weighing[SHORT] * short + weighing[SEATS] * debt

    return cost


def _any_tables(problem: Problem, sizes: tuple[int, ...]) -> list[list[int]]:
    players = iter(range(problem.count))
    return [[next(players) for _ in range(size)] for size in sizes]


def least_repeats(cp: Any, players: int, rounds: int) -> tuple[int, bool]:
    """Return the least cost of repeats of a schedule at tables of four and three, and whether that is proven."""
    sizes = divide(players, (4, 3))
    model = cp.CpModel()
    met: dict[tuple[int, int], list[Any]] = {pair: [] for pair in combinations(range(players), 2)}
    for number in range(rounds):
        sits = [[model.new_bool_var("") for _ in sizes] for _ in range(players)]
        for player in range(players):
            model.add_exactly_one(sits[player])
        for table, size in enumerate(sizes):
            model.add(sum(sits[player][table] for player in range(players)) == size)
            if number == 0:
                # the first round may be any: it is the players in order
                for player in range(sum(sizes[:table]), sum(sizes[: table + 1])):
                    model.add(sits[player][table] == 1)
            for (one, other), times in met.items():
                both = model.new_bool_var("")
                model.add(both >= sits[one][table] + sits[other][table] - 1)
                times.append(both)
    repeats: list[Any] = []
    for times in met.values():
        repeated = model.new_int_var(0, rounds**4, "")
        # the sum of the cubes is convex in the meetings, so lines through its values bound it from below
        for meetings in range(1, rounds):
            base = sum(before**3 for before in range(meetings))
            model.add(repeated >= base + meetings**3 * (sum(times) - meetings))
        repeats.append(repeated)
    model.minimize(sum(repeats))
    return _solved(cp, model)


def _solved(cp: Any, model: Any) -> tuple[int, bool]:
    solver = cp.CpSolver()
    solver.parameters.max_time_in_seconds = SECONDS
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    return round(solver.best_objective_bound), status == cp.OPTIMAL


def print_rounds(cp: Any) -> None:
    """Compare the cost of rounds."""
    for players, rounds in ROUNDS:
        given = played(players, rounds)
        pairing = pair(given, bytes(32))
        ours = pairing.cost.total - pairing.cost.amount("seat_values")
        bound, is_proven = least_cost(cp, problem_of(given))
        print(f"round {rounds} of {players} players: ours {ours:,}, least {bound:,}{'' if is_proven else ' (bound)'}")


def print_schedules(cp: Any) -> None:
    """Compare the repeats of schedules."""
    for players, rounds in SCHEDULES:
        pairings = schedule(round_of(players, rounds_left=rounds), bytes(32))
        ours = sum(pairing.cost.amount("repeats") for pairing in pairings)
        bound, is_proven = least_repeats(cp, players, rounds)
        print(f"schedule {players}x{rounds}: repeats cost {ours}, least {bound}{'' if is_proven else ' (bound)'}")


def print_times() -> None:
    """Measure processor time."""
    for players, rounds in SIZES_TIMED:
        given = played(players, 3)
        began = time.process_time()
        pair(given, bytes(32))
        one = time.process_time() - began
        began = time.process_time()
        pairings = schedule(round_of(players, rounds_left=rounds), bytes(32))
        whole = time.process_time() - began
        print(
            f"{players} players: a round {one:.1f} s, {rounds} rounds {whole:.1f} s, {repeated_pairs(pairings)} repeats"
        )


def main() -> None:
    """Print figures; those of the solver only if it is installed."""
    print_times()
    if importlib.util.find_spec("ortools") is None:
        print("ortools is not installed, so nothing is compared: run with `uv run --group bench`")
        return
    cp: Any = importlib.import_module("ortools.sat.python.cp_model")
    print_rounds(cp)
    print_schedules(cp)


if __name__ == "__main__":
    main()
