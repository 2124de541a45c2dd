"""The cost of a round: its named parts, their weights, and the sum that the search minimises."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from domain.tournaments.pairing.problem import Problem, problem_of
from domain.tournaments.pairing.sizes import BYE, is_short
from domain.tournaments.pairing.values import Cost, CostPart, Method, PairingError, PairingInput

FORBIDDEN, BYES, REPEATS, SHORT, SPREAD, SEATS, VALUES = (
    "forbidden",
    "byes",
    "repeats",
    "short_tables",
    "spread",
    "seats",
    "seat_values",
)

# The steps between the first four are so wide that none gives way to a lower one. The seat debt and the spread are
# weighed against each other: a player who has a seat once too often costs as much as a pair whose points differ by a
# quarter of the range (50 * 245**2).
_WEIGHTS: Mapping[str, int] = {
    FORBIDDEN: 10**18,
    BYES: 10**14,
    REPEATS: 10**12,
    SHORT: 10**10,
    SPREAD: 50,
    SEATS: 3 * 10**6,
    VALUES: 1,
}

_SPREAD_OF_PODS = 10**13
"""Where the ranking determines the tables, it is above repeats."""


def weights(method: Method) -> dict[str, int]:
    """Return the weight of each part of the cost."""
    return {**_WEIGHTS, SPREAD: _SPREAD_OF_PODS} if method in {"power", "snake"} else {**_WEIGHTS}


def repeats(met: int) -> int:
    """Return the cost of a table for two players who have met so often. Many repeats of one pair are the worst."""
    return met**3


def bye_debts(problem: Problem, byes: int) -> list[int]:
    """Return for each player how many others should have one of the byes instead, less those who can have one too.

    Players with fewer byes go first. Where the ranking has an effect, the lower of two players with as many does.
    """
    ranked = problem.method in {"swiss", "power", "snake"}
    keys = [(times, -player if ranked else 0) for player, times in enumerate(problem.byes)]
    return [max(0, sum(other < key for other in keys) - byes + 1) for key in keys]


def spread_of_pair(problem: Problem, one: int, other: int) -> int:
    """Return what two players at a table add to the spread.

    Equal standings cost nothing. `snake` instead makes the sums of the ranks of all tables as equal as possible.
    """
    a, b = problem.standing[one], problem.standing[other]
    if problem.method == "snake":
        middle = problem.count - 1
        return 2 * (2 * a - middle) * (2 * b - middle)
    return (a - b) ** 2


def seat_debt(problem: Problem, player: int, size: int) -> list[int]:
    """Return for each seat how much oftener the player had it than the seat that the player had least, squared."""
    counts = problem.seats[player][:size]
    least = min(counts)
    return [(times - least) ** 2 for times in counts]


def seat_luck(problem: Problem, player: int, size: int) -> list[int]:
    """Return for each seat the squared luck of the player with it: points that all seats so far are worth."""
    return [(problem.luck[player] + worth) ** 2 for worth in problem.worth[size]]


def cost_of(given: PairingInput, tables: Sequence[Sequence[str]], byes: Sequence[str]) -> Cost:
    """Return the cost of any seating of the round, such as one that the organiser has edited.

    Raises PairingError if a player is missing, seated twice or not in the round, or if a table has a size that is not
    allowed.
    """
    problem = problem_of(given)
    seated = [player for table in (*tables, byes) for player in table]
    if sorted(seated) != sorted(problem.names):
        raise PairingError("seat every player of the round once, or give the player a bye")
    for table in tables:
        if len(table) not in given.sizes:
            raise PairingError(f"a table of {len(table)} is not allowed: use {', '.join(map(str, given.sizes))}")
    index = {name: number for number, name in enumerate(problem.names)}
    numbers = [[index[player] for player in table] for table in (*tables, *([player] for player in byes))]
    return cost_of_tables(problem, numbers)


def cost_of_tables(problem: Problem, tables: Sequence[Sequence[int]]) -> Cost:
    """Return the cost of tables of player numbers in seat order. A table of one player is a bye."""
    amounts = dict.fromkeys(_WEIGHTS, 0)
    debts = bye_debts(problem, sum(len(table) == BYE for table in tables))
    for table in tables:
        size = len(table)
        if size == BYE:
            amounts[BYES] += debts[table[0]]
            continue
        for one, other in combinations(table, 2):
            amounts[FORBIDDEN] += problem.forbidden[one][other]
            amounts[REPEATS] += repeats(problem.met[one][other])
            amounts[SPREAD] += spread_of_pair(problem, one, other)
        for seat, player in enumerate(table):
            amounts[SHORT] += problem.short_tables[player] ** 2 if is_short(size, problem.sizes) else 0
            amounts[SEATS] += seat_debt(problem, player, size)[seat]
            amounts[VALUES] += seat_luck(problem, player, size)[seat]
    weighing = weights(problem.method)
    parts = tuple(CostPart(name, amount, weighing[name]) for name, amount in amounts.items())
    return Cost(parts, sum(part.amount * part.weight for part in parts))
