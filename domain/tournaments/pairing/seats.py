"""The order of the seats of a table."""

from collections.abc import Sequence
from itertools import permutations

from domain.ledger.draws import KeyedChance
from domain.tournaments.pairing.costs import SEATS, VALUES, seat_debt, seat_luck, weights
from domain.tournaments.pairing.problem import Problem


def best_order(problem: Problem, table: Sequence[int], chance: KeyedChance) -> list[int]:
    """Return the players of a table in the seat order of the lowest cost. A lot decides between equal orders."""
    weighing = weights(problem.method)
    size = len(table)
    costs = {
        player: [
            weighing[SEATS] * debt + weighing[VALUES] * luck
            for debt, luck in zip(seat_debt(problem, player, size), seat_luck(problem, player, size), strict=True)
        ]
        for player in sorted(table)
    }
    orders: list[tuple[int, ...]] = []
    least: int | None = None
    for order in permutations(costs):
        cost = sum(costs[player][seat] for seat, player in enumerate(order))
        if least is None or cost < least:
            least, orders = cost, []
        if cost == least:
            orders.append(order)
    return [*orders[chance.draw(len(orders))]]


def least_debt(debts: Sequence[Sequence[int]]) -> int:
    """Return the least sum of seat debts of a table, from the debts of each player for each seat."""
    costs = {0: 0}
    for debt in debts:
        after: dict[int, int] = {}
        for taken, cost in costs.items():
            for seat, own in enumerate(debt):
                bit = 1 << seat
                if not taken & bit:
                    both = taken | bit
                    after[both] = min(after.get(both, cost + own), cost + own)
        costs = after
    return costs[(1 << len(debts)) - 1]
