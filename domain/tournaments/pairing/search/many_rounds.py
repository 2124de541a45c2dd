"""Local search for the tables of several rounds: two players at different tables of a round change places."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from domain.tournaments.pairing.costs import BYES, FORBIDDEN, REPEATS, SHORT, repeats
from domain.tournaments.pairing.problem import Problem
from domain.tournaments.pairing.sizes import BYE, is_short
from domain.tournaments.pairing.values import MAX_ROUNDS

Rounds = list[list[list[int]]]
"""The tables of each round, as numbers of players."""

BITS = 20
MASK = (1 << BITS) - 1

PRICES: Mapping[str, int] = {FORBIDDEN: 10**6, BYES: 2000, REPEATS: 100, SHORT: 40}
"""What the parts cost while worse tables are accepted. With the weights of the cost, which differ more, players would
stay at short tables once few repeats are left."""

HOTTEST, COLDEST = 150, 10
"""The first and the last heat of annealing, for these prices."""

_MOST = 2 * MAX_ROUNDS
"""A pair that met more often counts as so often. Forbidden pairs count as one more."""


class ManyRounds:
    """The tables of several rounds, which the search improves. A table of one is a bye.

    `total` is the cost of repeats, byes, short tables and forbidden pairs over all rounds.
    """

    def __init__(
        self, problem: Problem, rounds: Sequence[Sequence[Sequence[int]]], prices: Mapping[str, int] = PRICES
    ) -> None:
        self.rounds: Rounds = [[[*table] for table in tables] for tables in rounds]
        self._count = problem.count
        # the cost of one more meeting, by the meetings so far, and of the last meeting; 0 for a player and itself
        self._more = [prices[REPEATS] * repeats(times) for times in range(_MOST)]
        self._more += [prices[FORBIDDEN]] * (MAX_ROUNDS + 1)
        self._last = [0, *self._more]
        self._met = [
            [_MOST if forbidden else min(times, _MOST - MAX_ROUNDS) for times, forbidden in zip(*rows, strict=True)]
            for rows in zip(problem.met, problem.forbidden, strict=True)
        ]
        # what a further short table or bye costs a player, by how many there are
        self._price = {kind: prices[kind] for kind in (SHORT, BYES)}
        self._had = {SHORT: [*problem.short_tables], BYES: [*problem.byes]}
        self._kinds = [[self._kind(len(table), problem) for table in tables] for tables in self.rounds]
        self._at = [[0] * problem.count for _ in self.rounds]
        self.total = 0
        for number, tables in enumerate(self.rounds):
            for table in range(len(tables)):
                self._enter(number, table)

    @staticmethod
    def _kind(size: int, problem: Problem) -> str:
        return BYES if size == BYE else SHORT if is_short(size, problem.sizes) else ""

    def _enter(self, number: int, table: int) -> None:
        """Count a table of a round."""
        players, kind = self.rounds[number][table], self._kinds[number][table]
        for player in players:
            self._at[number][player] = table
            if kind:
                self.total += self._price[kind] * self._had[kind][player] ** 2
                self._had[kind][player] += 1
        for one, other in combinations(players, 2):
            self.total += self._more[self._met[one][other]]
            self._meet(one, other, 1)

    def _meet(self, one: int, other: int, times: int) -> None:
        self._met[one][other] += times
        self._met[other][one] = self._met[one][other]

    def least_total(self) -> int:
        """Return a lower bound of the total: no repeats, and the short tables and byes shared out evenly."""
        bound = 0
        for kind, had in self._had.items():
            given = sum(
                len(players)
                for tables, kinds in zip(self.rounds, self._kinds, strict=True)
                for players, own in zip(tables, kinds, strict=True)
                if own == kind
            )
            before = [*had]
            for number, tables in enumerate(self.rounds):
                for players, own in zip(tables, self._kinds[number], strict=True):
                    for player in players if own == kind else ():
                        before[player] -= 1
            for _ in range(given):
                least = min(before)
                bound += self._price[kind] * least**2
                before[before.index(least)] += 1
        return bound

    def anneal(self, numbers: Iterator[int], steps: int) -> None:
        """Try exchanges, accept worse ones less and less often; stop early at the lower bound."""
        heats = [HOTTEST]
        while heats[-1] > COLDEST:
            heats.append(heats[-1] * 9 // 10)
        count, rounds, bound = self._count, len(self.rounds), self.least_total()
        for heat in heats:
            for number in islice(numbers, steps // len(heats)):
                one = (number & MASK) * count >> BITS
                other = (number >> BITS & MASK) * count >> BITS
                luck = number >> 2 * BITS & 0xFFFF | 0x10000
                self._exchange((number >> 56) * rounds >> 8, one, other, heat * ((luck & -luck).bit_length() - 1))
            if self.total <= bound:
                return

    def descend(self) -> None:
        """Exchange players until no exchange of two lowers the cost."""
        before = self.total + 1
        while self.total < before:
            before = self.total
            for number in range(len(self.rounds)):
                for one, other in combinations(range(self._count), 2):
                    self._exchange(number, one, other, -1)

    def _exchange(self, number: int, one: int, other: int, limit: int) -> None:
        """Let two players change tables in a round, if the cost rises by at most `limit`."""
        at = self._at[number]
        here, there = at[one], at[other]
        if here == there:
            return
        table, target = self.rounds[number][here], self.rounds[number][there]
        of_one, of_other, more, last = self._met[one], self._met[other], self._more, self._last
        # both loops count the two as new opponents of each other
        change = -2 * more[of_one[other]]
        for player in table:
            change += more[of_other[player]] - last[of_one[player]]
        for player in target:
            change += more[of_one[player]] - last[of_other[player]]
        kinds = self._kinds[number]
        if kinds[here] != kinds[there]:
            change += self._price_of_change(one, kinds[here], kinds[there])
            change += self._price_of_change(other, kinds[there], kinds[here])
        if change > limit:
            return
        self.total += change
        self._move(number, one, here, there)
        self._move(number, other, there, here)

    def _price_of_change(self, player: int, old: str, new: str) -> int:
        price = self._price[new] * self._had[new][player] ** 2 if new else 0
        return price - (self._price[old] * (self._had[old][player] - 1) ** 2 if old else 0)

    def _move(self, number: int, player: int, here: int, there: int) -> None:
        tables, kinds = self.rounds[number], self._kinds[number]
        tables[here].remove(player)
        for opponent in tables[here]:
            self._meet(player, opponent, -1)
        for opponent in tables[there]:
            self._meet(player, opponent, 1)
        tables[there].append(player)
        self._at[number][player] = there
        for kind, change in ((kinds[here], -1), (kinds[there], 1)):
            if kind:
                self._had[kind][player] += change
