"""Local search for the tables of one round: two players at different tables change places."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from domain.tournaments.pairing.costs import (
    BYES,
    FORBIDDEN,
    REPEATS,
    SEATS,
    SHORT,
    SPREAD,
    bye_debts,
    repeats,
    seat_debt,
    spread_of_pair,
    weights,
)
from domain.tournaments.pairing.problem import Matrix, Problem
from domain.tournaments.pairing.seats import least_debt
from domain.tournaments.pairing.sizes import BYE, is_short

STEPS_OF_PLAYER = 2000
HOTTEST, COLDEST = 10**8, 10**4
BITS = 20
MASK = (1 << BITS) - 1


class OneRound:
    """The tables of a round, which the search improves. Everything is an integer, so that every machine does the same.

    `tables` holds numbers of players; a table of one is a bye. `total` is the cost of the tables without the values of
    the seats: it counts the best seat order of each table. `pair_costs` is what two players add to the cost of a table.
    """

    def __init__(self, problem: Problem, tables: Sequence[Sequence[int]]) -> None:
        self.tables = [[*table] for table in tables]
        self._count = problem.count
        self._at = [0] * problem.count
        for number, table in enumerate(self.tables):
            for player in table:
                self._at[player] = number
        self._forbidden = problem.forbidden
        self._weights = weights(problem.method)
        self.pair_costs = self._pair_costs(problem)
        own = {size: self._own_costs(problem, size) for size in sorted({*map(len, self.tables)})}
        self._own = [own[len(table)] for table in self.tables]
        self._kinds: dict[tuple[int, ...], int] = {}
        self._debts: list[list[int]] = []
        kinds = {size: self._kinds_of(problem, size) for size in own}
        self._kind = [kinds[len(table)] for table in self.tables]
        self._known: dict[tuple[int, ...], int] = {}
        self._seats = [self._debt(number, table) for number, table in enumerate(self.tables)]
        self.total = self._total()

    def _pair_costs(self, problem: Problem) -> Matrix:
        """Return what two players add to the cost of their table."""
        forbidden, repeated, spread = (self._weights[part] for part in (FORBIDDEN, REPEATS, SPREAD))
        players = range(problem.count)
        return [
            [
                0
                if one == other
                else forbidden * problem.forbidden[one][other]
                + repeated * repeats(problem.met[one][other])
                + spread * spread_of_pair(problem, one, other)
                for other in players
            ]
            for one in players
        ]

    def _own_costs(self, problem: Problem, size: int) -> list[int]:
        """Return what each player adds to the cost of a table of this size."""
        if size == BYE:
            byes = sum(len(table) == BYE for table in self.tables)
            return [self._weights[BYES] * debt for debt in bye_debts(problem, byes)]
        weight = self._weights[SHORT] if is_short(size, problem.sizes) else 0
        return [weight * times**2 for times in problem.short_tables]

    def _kinds_of(self, problem: Problem, size: int) -> list[int]:
        """Return a number for the seat debts of each player at a table of this size. Few debts differ."""
        kinds: list[int] = []
        for player in range(problem.count):
            debts = () if size == BYE else tuple(seat_debt(problem, player, size))
            if debts not in self._kinds:
                self._kinds[debts] = len(self._debts)
                self._debts.append([*debts])
            kinds.append(self._kinds[debts])
        return kinds

    def _debt(self, number: int, players: Sequence[int]) -> int:
        """Return the cost of the best seat order of players at a table."""
        kind = self._kind[number]
        key = tuple(sorted([kind[player] for player in players]))
        known = self._known.get(key)
        if known is None:
            debts = [self._debts[number] for number in key]
            known = self._known[key] = 0 if len(key) == BYE else self._weights[SEATS] * least_debt(debts)
        return known

    def _total(self) -> int:
        pairs = sum(
            self.pair_costs[one][other] for table in self.tables for one in table for other in table if one < other
        )
        own = sum(self._own[number][player] for number, table in enumerate(self.tables) for player in table)
        return pairs + own + sum(self._seats)

    def has_forbidden(self) -> bool:
        """Return whether a table has a forbidden pair."""
        return any(self._forbidden[one][other] for table in self.tables for one, other in combinations(table, 2))

    def anneal(self, numbers: Iterator[int], steps: int) -> None:
        """Try exchanges, accept worse ones less and less often, and keep the best tables.

        An increase of the cost by `heat` is accepted every second time, by twice as much every fourth time and so on.
        """
        heats = [HOTTEST]
        while heats[-1] > COLDEST:
            heats.append(heats[-1] * 7 // 8)
        count, least, best = self._count, self.total, [[*table] for table in self.tables]
        for heat in heats:
            for number in islice(numbers, steps // len(heats)):
                one = (number & MASK) * count >> BITS
                other = (number >> BITS & MASK) * count >> BITS
                luck = number >> 2 * BITS | 1 << 64 - 2 * BITS
                self._exchange(one, other, heat * ((luck & -luck).bit_length() - 1))
                if self.total < least:
                    least, best = self.total, [[*table] for table in self.tables]
        self._restore(best, least)

    def _restore(self, tables: list[list[int]], total: int) -> None:
        self.tables, self.total = tables, total
        for number, table in enumerate(tables):
            self._seats[number] = self._debt(number, table)
            for player in table:
                self._at[player] = number

    def descend(self) -> None:
        """Exchange players until no exchange of two lowers the cost."""
        before = self.total + 1
        while self.total < before:
            before = self.total
            for one in range(self._count):
                for other in range(one + 1, self._count):
                    self._exchange(one, other, -1)

    def _exchange(self, one: int, other: int, limit: int) -> None:
        """Let two players change tables, if the cost rises by at most `limit`."""
        here, there = self._at[one], self._at[other]
        if here == there:
            return
        of_one, of_other = self.pair_costs[one], self.pair_costs[other]
        own_here, own_there = self._own[here], self._own[there]
        table, target = self.tables[here], self.tables[there]
        # the loops count the two as opponents of each other, once each
        change = own_there[one] + own_here[other] - own_here[one] - own_there[other] - 2 * of_one[other]
        for player in table:
            change += of_other[player] - of_one[player]
        for player in target:
            change += of_one[player] - of_other[player]
        change -= self._seats[here] + self._seats[there]
        # the seats cannot cost less than nothing
        if change > limit:
            return
        new_table = [other if player == one else player for player in table]
        new_target = [one if player == other else player for player in target]
        debt_here, debt_there = self._debt(here, new_table), self._debt(there, new_target)
        change += debt_here + debt_there
        if change > limit:
            return
        self.tables[here], self.tables[there] = new_table, new_target
        self._seats[here], self._seats[there] = debt_here, debt_there
        self._at[one], self._at[other] = there, here
        self.total += change
