"""Tables without forbidden pairs, by exhaustive search. It is for cases in which the local search finds none."""

from domain.tournaments.pairing.problem import Problem
from domain.tournaments.pairing.sizes import BYE, Division

MOST_PLACINGS = 100_000
"""After so many placings the search gives up."""


def allowed_tables(problem: Problem, division: Division) -> list[list[int]] | None:
    """Return tables of the sizes of a division without a forbidden pair, byes last; None if none were found.

    The players with the most forbidden opponents are placed first. Up to about ten players, None means that there are
    no such tables; beyond, the search may also have given up.
    """
    order = sorted(range(problem.count), key=lambda player: (-sum(problem.forbidden[player]), player))
    tables: list[list[int]] = [[] for _ in division]
    tried = [-1]
    placings = 0
    while tried and placings < MOST_PLACINGS:
        if len(tried) > len(order):
            return sorted((sorted(table) for table in tables), key=lambda table: len(table) == BYE)
        player = order[len(tried) - 1]
        if tried[-1] >= 0:
            tables[tried[-1]].remove(player)
        placings += 1
        table = _next_table(problem, division, tables, player, tried[-1] + 1)
        if table is None:
            tried.pop()
        else:
            tables[table].append(player)
            tried[-1] = table
            tried.append(-1)
    return None


def _next_table(problem: Problem, division: Division, tables: list[list[int]], player: int, first: int) -> int | None:
    """Return the first table from `first` on at which a player may sit. Of equal empty tables, one is enough."""
    for number in range(first, len(tables)):
        table, size = tables[number], division[number]
        is_like_another = not table and number > 0 and division[number - 1] == size and not tables[number - 1]
        if len(table) < size and not is_like_another and not any(problem.forbidden[player][other] for other in table):
            return number
    return None
