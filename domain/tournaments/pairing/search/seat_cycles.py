"""The seats of a schedule: every player has each seat equally often.

Two seats make a graph: its vertices are the players, and each table is an arc from the player in the first seat to the
player in the second. To exchange the two seats at every table of a path moves one surplus from the beginning of the
path to its end and changes nothing between. As long as a player has the first seat twice more than the second, such a
path leads to a player who has it less often: the players within reach have no arcs to others, so not all of them can
have a surplus. At tables of one size, the counts of each player therefore end within one of each other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations

from domain.tournaments.pairing.problem import Matrix, Problem

SWEEPS = 30
"""How often all pairs of seats are gone through. The counts are even after a few; the rest evens out luck."""

STEPS_OF_SEAT = 300
HOTTEST = 12
"""The first heat of annealing, in eighths."""

BITS = 20
MASK = (1 << BITS) - 1

Debt = tuple[int, int]
"""The sum of the squared counts of a player, and the square of the luck."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A table at which a player has the first seat and an opponent the second."""

    table: int
    opponent: int


class SeatCycles:
    """How often each player had each seat, and the tables whose seats can still be exchanged."""

    def __init__(self, problem: Problem) -> None:
        self.tables: Matrix = []
        self._worth = problem.worth
        self.counts = [[*counts] for counts in problem.seats]
        self.luck = [*problem.luck]

    def balance(self, tables: Sequence[Sequence[int]], numbers: Iterator[int]) -> list[list[int]]:
        """Return tables with the players in the seats that make the sum of the debts low. Count these seats."""
        self.tables = [[*table] for table in tables]
        for table in self.tables:
            for seat, player in enumerate(table):
                self.counts[player][seat] += 1
                self.luck[player] += self._worth[len(table)][seat]
        if len({*map(len, tables)}) > 1:
            self._anneal(numbers)
        self._sweep()
        return self.tables

    def _anneal(self, numbers: Iterator[int]) -> None:
        """Exchange two seats of a table at random, worse ones less and less often.

        With tables of several sizes, paths alone do not always find the even counts.
        """
        steps = STEPS_OF_SEAT * sum(map(len, self.tables))
        for heat in range(HOTTEST, 0, -1):
            for number in islice(numbers, steps // HOTTEST):
                index = (number & MASK) * len(self.tables) >> BITS
                table = self.tables[index]
                first = (number >> BITS & 0xFF) * len(table) >> 8
                second = (number >> BITS + 8 & 0xFF) * len(table) >> 8
                mine, theirs = self.counts[table[first]], self.counts[table[second]]
                change = mine[second] - mine[first] + theirs[first] - theirs[second] + 2
                luck = number >> 40 | 1 << 24
                # `change` is half of what the sum of the squared counts gains; `heat` is in eighths
                if first != second and 8 * change <= heat * ((luck & -luck).bit_length() - 1):
                    self._exchange([index], first, second)

    def _sweep(self) -> None:
        seats = max((len(table) for table in self.tables), default=0)
        for _ in range(SWEEPS):
            changes = [self._balance(first, second) for first, second in permutations(range(seats), 2)]
            if not any(changes):
                return

    def _balance(self, first: int, second: int) -> bool:
        arcs = self._arcs(first, second)
        changed = False
        for player in range(len(self.counts)):
            surplus = self.counts[player][first] - self.counts[player][second]
            if surplus > 0 and (path := self._best_path(arcs, player, first, second)):
                self._exchange(path, first, second)
                arcs = self._arcs(first, second)
                changed = True
        return changed

    def _arcs(self, first: int, second: int) -> list[list[Arc]]:
        arcs: list[list[Arc]] = [[] for _ in self.counts]
        for number, table in enumerate(self.tables):
            if len(table) > max(first, second):
                arcs[table[first]].append(Arc(number, table[second]))
        return arcs

    def _best_path(self, arcs: list[list[Arc]], start: int, first: int, second: int) -> list[int]:
        """Return the tables of the path from a player that lowers the debts most; none if no path lowers them."""
        came: dict[int, tuple[int, int]] = {}
        reached = [start]
        best: tuple[Debt, int] | None = None
        for player in reached:
            for arc in arcs[player]:
                if arc.opponent == start or arc.opponent in came:
                    continue
                came[arc.opponent] = (player, arc.table)
                reached.append(arc.opponent)
                change = self._change(start, arc.opponent, first, second, self._sizes(came, start, arc.opponent))
                if change < (0, 0) and (best is None or change < best[0]):
                    best = change, arc.opponent
        return [table for _, table in _back(came, start, best[1])] if best else []

    def _sizes(self, came: dict[int, tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
        """Return player and table size of each step of a path, from its end."""
        return [(player, len(self.tables[table])) for player, table in _back(came, start, end)]

    def _change(self, start: int, end: int, first: int, second: int, steps: list[tuple[int, int]]) -> Debt:
        """Return what an exchange along a path changes in the sums of the debts."""
        counts = 2 * (self.counts[start][second] - self.counts[start][first] + 1)
        counts += 2 * (self.counts[end][first] - self.counts[end][second] + 1)
        if counts > 0:
            return counts, 0
        moved: dict[int, int] = {}
        after = end
        for player, size in steps:
            step = self._worth[size][second] - self._worth[size][first]
            moved[player] = moved.get(player, 0) + step
            moved[after] = moved.get(after, 0) - step
            after = player
        luck = sum((self.luck[player] + step) ** 2 - self.luck[player] ** 2 for player, step in moved.items())
        return counts, luck

    def _exchange(self, path: Sequence[int], first: int, second: int) -> None:
        for number in path:
            table = self.tables[number]
            one, other = table[first], table[second]
            table[first], table[second] = other, one
            step = self._worth[len(table)][second] - self._worth[len(table)][first]
            for player, sign in ((one, 1), (other, -1)):
                self.counts[player][first] -= sign
                self.counts[player][second] += sign
                self.luck[player] += sign * step


def _back(came: dict[int, tuple[int, int]], start: int, end: int) -> Iterator[tuple[int, int]]:
    while end != start:
        yield came[end]
        end = came[end][0]
